// Measures the import of 20,000 requests with two assertions each, from a SoapUI project and from a Postman collection, and of 1,800.
// usage: node test/bench/import.mjs [REQUESTS]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { envelope } from "./envelope.mjs";
import { buildCommandLine, checkTarget, heading, row, runTimed, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const count = Number(process.argv[2] ?? 20_000);
const body = envelope(1e3);
const sources = [
  { kind: "soapui", requests: count, text: soapuiProject(count) },
  { kind: "postman", requests: count, text: postmanCollection(count) },
  { kind: "soapui of 3 MB", requests: 1_800, text: soapuiProject(1_800) },
];

const folder = temporaryFolder();
const program = await buildCommandLine(folder);
heading(`soaphttp import of ${count} requests`);
let run = 0;
for (const { kind, requests, text } of sources) {
  const file = join(folder, `${kind}.txt`);
  writeFileSync(file, text);
  const work = () => {
    // Certificates that the machine adds take 40 ms of each start.
    const node = ["env", "NODE_EXTRA_CA_CERTS=", process.execPath];
    const command = [...node, program, "import", "--out", join(folder, String(run++)), file];
    return runTimed(command, { cwd: folder, expected: String(requests) });
  };
  const measured = await sideBySide({ import: work }, { before: 1, rounds: 3, limit: 0 });
  row(kind, measured, "import", "import");
  if (requests === count) {
    checkTarget("20,000 requests: at most 10 s", measured.import.wall <= 10_000, measured.import.wall / 1000);
  } else checkTarget("3 MB: at most 0.4 s of CPU", measured.import.cpu <= 400, measured.import.cpu / 1000);
}

function soapuiProject(count) {
  const step = (index) =>
    `<con:testStep type="httprequest" name="Step ${index}"><con:config method="POST" xsi:type="con:HttpRequest" name="Step ${index}"><con:endpoint>http://localhost:8080/calc</con:endpoint><con:request><![CDATA[${body}]]></con:request><con:assertion type="Valid HTTP Status Codes" name="Valid"><con:configuration><codes>200</codes></con:configuration></con:assertion><con:assertion type="Simple Contains" name="Contains"><con:configuration><token>Result</token><ignoreCase>false</ignoreCase><useRegEx>false</useRegEx></con:configuration></con:assertion></con:config></con:testStep>`;
  const cases = Array.from({ length: Math.ceil(count / 20) }, (_, index) => {
    const steps = numbersOf(index, count).map(step);
    return `<con:testCase name="Case ${index}">${steps.join("")}</con:testCase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><con:soapui-project name="Large" soapui-version="5.7.2" xmlns:con="http://eviware.com/soapui/config" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><con:testSuite name="Suite">${cases.join("")}</con:testSuite></con:soapui-project>`;
}

function postmanCollection(count) {
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
    return { name: `Folder ${index}`, item: numbersOf(index, count).map(item) };
  });
  const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
  return JSON.stringify({ info: { name: "Large", schema }, item: folders });
}

/** The numbers of the requests in a case or folder. */
function numbersOf(index, count) {
  return Array.from({ length: Math.min(20, count - index * 20) }, (_, at) => index * 20 + at);
}
