// Measures 1,000 requests with five expectations each: `soaphttp test`, `soaphttp send` of the same file, which evaluates
// nothing, a plain Node script that sends the same bytes, and httpYac with assertions that say the same. The service is
// another process on the loopback interface.
// usage: node test/bench/test.mjs [REQUESTS]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { install } from "../hosts/install.mjs";
import { startEchoService } from "./echoService.mjs";
import { envelope } from "./envelope.mjs";
import { buildCommandLine, checkTarget, heading, row, runTimed, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const bareScript = `import { readFileSync } from "node:fs";
import { request } from "node:http";
const [port, file, count] = process.argv.slice(2);
const body = readFileSync(file);
const headers = { "Content-Type": "text/xml; charset=utf-8", "Content-Length": body.length };
for (let index = 0; index < Number(count); index++) {
  await new Promise((resolve) => {
    const to = { port, host: "127.0.0.1", method: "POST", headers, agent: false };
    request(to, (response) => response.resume().on("end", resolve)).end(body);
  });
}
console.log("sent");
`;

const count = Number(process.argv[2] ?? 1000);
const folder = temporaryFolder();
const service = await startEchoService(folder);
try {
  const program = await buildCommandLine(folder);
  const httpyac = join(await install("httpyac"), "node_modules", "httpyac", "bin", "httpyac.js");
  // Otherwise httpYac searches all parent folders for its project.
  writeFileSync(join(folder, "package.json"), "{}");
  const body = envelope(2e3);
  const fields = ["Content-Type: text/xml; charset=utf-8", 'SOAPAction: ""'];
  const requests = Array.from({ length: count }, (_, index) => index);
  const expected = ["status 200", "no fault", "header Content-Type contains xml", "//*:Body exists", "size > 1 KB"];
  const own = requests
    .map((index) => {
      const directives = [`# @name r${index}`, ...expected.map((one) => `# @expect ${one}`)];
      const length = `Content-Length: ${Buffer.byteLength(body)}`;
      const head = ["POST / HTTP/1.1", `Host: 127.0.0.1:${service.port}`, ...fields, length];
      return [...directives, ...head, "", body].join("\n");
    })
    .join("\n###\n");
  const asserted = ["status == 200", "body not contains Fault", "header content-type contains xml"];
  // httpYac takes minutes for 1,000 requests of one file.
  const few = Math.ceil(count / 10);
  const others = requests.slice(0, few).map((index) => {
    const assertions = [...asserted, "xpath //*[local-name()='Body'] exists", "body contains Envelope"];
    const head = [`# @name r${index}`, `POST http://127.0.0.1:${service.port}/ HTTP/1.1`, ...fields];
    return [...head, "", body, "", ...assertions.map((one) => `?? ${one}`)].join("\n");
  });
  const names = { own: "own.soaphttp", http: "requests.http", script: "bare.mjs", xml: "body.xml" };
  const files = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, join(folder, name)]));
  writeFileSync(files.own, own);
  writeFileSync(files.xml, body);
  writeFileSync(files.script, bareScript);
  writeFileSync(files.http, others.join("\n###\n"));
  const node = process.execPath;
  const run = (expected, ...command) => runTimed(command, { cwd: folder, expected, timeout: 300_000 });
  heading(`${count} requests with five expectations`);
  const candidates = {
    "soaphttp test": () => run(`${count} passed`, node, program, "test", files.own),
    "soaphttp send": () => run("Envelope", node, program, "send", "-f", "raw", files.own),
    "a bare script": () => run("sent", node, files.script, String(service.port), files.xml, String(count)),
    "httpyac send, a tenth of them": () =>
      run("requests processed", node, httpyac, "send", "--all", "--output", "none", files.http),
  };
  const measured = await sideBySide(candidates, { before: 0, rounds: 4, limit: 0 });
  row("", measured, "soaphttp test", "soaphttp send");
  const { "soaphttp test": tested, "soaphttp send": sent, "a bare script": bare } = measured;
  const ratio = tested.wall / sent.wall;
  // `soaphttp send` reads a response until the connection is closed, so CPU time is compared as well.
  const cpuRatio = tested.cpu / sent.cpu;
  checkTarget("five expectations within 1.5 times of sending alone", ratio <= 1.5, ratio);
  checkTarget("the same in CPU time", cpuRatio <= 1.5, cpuRatio);
  const ofBare = tested.cpu / bare.cpu;
  checkTarget("at most 4.6 times the CPU time of a bare script", ofBare <= 4.6, ofBare);
  const times = (tested.wall / bare.wall).toFixed(2);
  console.log(`of a bare script: ${times}, in CPU time ${(tested.cpu / bare.cpu).toFixed(2)}`);
  const other = measured["httpyac send, a tenth of them"];
  console.log(`of httpYac, for each request: ${(tested.wall / count / (other.wall / few)).toFixed(2)}`);
} finally {
  service.stop();
}
