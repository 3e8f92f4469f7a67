// Measures the import of 20,000 requests with two assertions each, from a SoapUI project and from a Postman collection, and of 1,800.
// usage: node test/bench/import.mjs [REQUESTS, a multiple of 20]
import sax from "sax";
import { compare, given, sized, target } from "./measure.mjs";
import { envelope, range } from "./messages.mjs";
import { node, program, run, write } from "./processes.mjs";

const count = given(20_000, 40);
const body = envelope(1e3);
let runs = 0;
for (const [kind, text] of Object.entries({ SoapUI: soapuiProject(count), Postman: postmanCollection(count) })) {
  const measured = await importing(`${count} requests of ${kind}`, count, text);
  target("ms", measured.import.wall, { most: 10_000 });
}
const small = sized(1_800, 20);
const text = soapuiProject(small);
const measured = await importing("SoapUI, 3 MB", small, text, {
  "sax reading it": () => void sax.parser(true, { xmlns: true }).write(text).close(),
});
target("ms of CPU for 3 MB", measured.import.cpu, { most: 400 });

function importing(title, requests, text, others) {
  write({ "project.txt": text });
  // Loading the additional certificates of this machine takes 40 ms of each start.
  const command = ["env", "NODE_EXTRA_CA_CERTS=", node, program, "import", "project.txt", "--out"];
  const importIt = () => run([...command, String(runs++)], { expected: String(requests) });
  return compare(title, { import: importIt, ...others }, { rounds: 3 });
}

function soapuiProject(count) {
  const step = (index) =>
    `<con:testStep type="httprequest" name="Step ${index}"><con:config method="POST" xsi:type="con:HttpRequest" name="Step ${index}"><con:endpoint>http://localhost:8080/calc</con:endpoint><con:request><![CDATA[${body}]]></con:request><con:assertion type="Valid HTTP Status Codes" name="Valid"><con:configuration><codes>200</codes></con:configuration></con:assertion><con:assertion type="Simple Contains" name="Contains"><con:configuration><token>Result</token><ignoreCase>false</ignoreCase><useRegEx>false</useRegEx></con:configuration></con:assertion></con:config></con:testStep>`;
  const cases = groups(count, (index, numbers) => {
    return `<con:testCase name="Case ${index}">${numbers.map(step).join("")}</con:testCase>`;
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
  const folders = groups(count, (index, numbers) => ({ name: `Folder ${index}`, item: numbers.map(item) }));
  const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
  return JSON.stringify({ info: { name: "Large", schema }, item: folders });
}

/** Numbers up to a count, in groups of 20. */
function groups(count, group) {
  return range(count / 20).map((index) => group(index, range(20, index * 20)));
}
