// Measures the import of 20,000 requests with two assertions each, from a SoapUI project and from a Postman collection.
// usage: node test/bench/import.mjs [REQUESTS]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { envelope } from "./envelope.mjs";
import { buildCommandLine, checkTarget, heading, row, runTimed, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const count = Number(process.argv[2] ?? 20_000);
const body = envelope(1e3);
const requests = Array.from({ length: count }, (_, index) => index);
const texts = { soapui: soapuiProject(), postman: postmanCollection() };

const folder = temporaryFolder();
const program = await buildCommandLine(folder);
heading(`soaphttp import of ${count} requests`);
let run = 0;
for (const [kind, text] of Object.entries(texts)) {
  const file = join(folder, `${kind}.txt`);
  writeFileSync(file, text);
  const work = () => {
    const command = [process.execPath, program, "import", "--out", join(folder, String(run++)), file];
    return runTimed(command, { cwd: folder, expected: String(count) });
  };
  const measured = await sideBySide({ import: work }, { before: 1, rounds: 3, limit: 0 });
  row(kind, measured, "import", "import");
  checkTarget("20,000 requests: at most 10 s", measured.import.wall <= 10_000, measured.import.wall / 1000);
}

function soapuiProject() {
  const step = (index) =>
    `<con:testStep type="httprequest" name="Step ${index}"><con:config method="POST" xsi:type="con:HttpRequest" name="Step ${index}"><con:endpoint>http://localhost:8080/calc</con:endpoint><con:request><![CDATA[${body}]]></con:request><con:assertion type="Valid HTTP Status Codes" name="Valid"><con:configuration><codes>200</codes></con:configuration></con:assertion><con:assertion type="Simple Contains" name="Contains"><con:configuration><token>Result</token><ignoreCase>false</ignoreCase><useRegEx>false</useRegEx></con:configuration></con:assertion></con:config></con:testStep>`;
  const cases = Array.from({ length: Math.ceil(count / 20) }, (_, index) => {
    const steps = requests.slice(index * 20, index * 20 + 20).map(step);
    return `<con:testCase name="Case ${index}">${steps.join("")}</con:testCase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><con:soapui-project name="Large" soapui-version="5.7.2" xmlns:con="http://eviware.com/soapui/config" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><con:testSuite name="Suite">${cases.join("")}</con:testSuite></con:soapui-project>`;
}

function postmanCollection() {
  const exec = [
    'pm.test("ok", function () {',
    "    pm.response.to.have.status(200);",
    '    pm.expect(pm.response.text()).to.include("Result");',
    "});",
  ];
  const item = (index) => ({
    name: `Request ${index}`,
    event: [{ listen: "test", script: { exec } }],
    request: {
      method: "POST",
      url: { raw: "http://localhost:8080/calc" },
      header: [{ key: "Content-Type", value: "text/xml" }],
      body: { mode: "raw", raw: body },
    },
  });
  const folders = Array.from({ length: Math.ceil(count / 20) }, (_, index) => {
    return { name: `Folder ${index}`, item: requests.slice(index * 20, index * 20 + 20).map(item) };
  });
  const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
  return JSON.stringify({ info: { name: "Large", schema }, item: folders });
}
