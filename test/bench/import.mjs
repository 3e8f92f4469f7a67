// Measures the import of 20,000 requests with two assertions each, from a SoapUI project and from a Postman collection, beside
// the parsers alone: sax, and JSON.parse. Then the command line, with the largest memory that it had.
// usage: node --expose-gc test/bench/import.mjs [REQUESTS]
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sax from "sax";
import { importBundled } from "./bundled.mjs";
import { envelope } from "./envelope.mjs";
import {
  buildCommandLine,
  checkTarget,
  heading,
  machine,
  reportTargets,
  row,
  sideBySide,
  temporaryFolder,
} from "./sideBySide.mjs";

const count = Number(process.argv[2] ?? 20_000);
const { importSources, importTools } = await importBundled("./server/src/service/languageService.ts");
const body = envelope(1e3);
/** MB, for 20,000 requests. */
const mostMemory = { soapui: 300, postman: 1024 };
const requests = Array.from({ length: count }, (_, index) => index);
const texts = { soapui: soapuiProject(), postman: postmanCollection() };

console.log(machine());
for (const [kind, text] of Object.entries(texts)) {
  const bytes = new TextEncoder().encode(text);
  heading(`${kind}, ${count} requests, ${(bytes.length / 1e6).toFixed(1)} MB`);
  const parser = kind === "soapui" ? "sax" : "JSON.parse";
  const measured = await sideBySide(
    { import: () => imported(kind, bytes), [parser]: () => void (kind === "soapui" ? parse(text) : JSON.parse(text)) },
    { before: 1, rounds: 3, limit: 0 },
  );
  const ratio = row("", measured, "import", parser);
  console.log(`${ratio.toFixed(1)} times ${parser}`);
  checkTarget("20,000 requests: at most 10 s", measured.import.wall <= 10_000, measured.import.wall / 1000);
}

const folder = temporaryFolder();
const program = await buildCommandLine(folder);
heading("soaphttp import");
for (const [kind, text] of Object.entries(texts)) {
  const file = join(folder, `${kind}.txt`);
  writeFileSync(file, text);
  const began = performance.now();
  const script = `process.on("exit", () => console.error(process.resourceUsage().maxRSS)); require(${JSON.stringify(program)});`;
  const args = ["-e", script, "soaphttp", "import", "--out", join(folder, kind), file];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const peak = Number(stderr.trim().split("\n").at(-1)) / 1024;
  console.log(
    `${kind.padEnd(36)}${(performance.now() - began).toFixed(2).padStart(10)}   ${peak.toFixed(0)} MB at most`,
  );
  checkTarget(`${kind}: at most ${mostMemory[kind]} MB`, peak <= mostMemory[kind], peak);
}
reportTargets();

function imported(kind, bytes) {
  const [source] = importSources([{ path: kind, isFolder: false, files: [{ path: kind, bytes }] }], importTools);
  if (source.problem !== undefined || source.requests + source.tests !== count)
    throw new Error(source.problem ?? "lost");
}

function parse(text) {
  sax.parser(true).write(text).close();
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
