// Measures the time from a WSDL of 5 MB with 1,000 operations to the list of operations and to a request, as processes,
// relative to npm `soap` loading the same file; then the memory of what is kept.
// usage: node --expose-gc test/bench/wsdl.mjs [SECONDS FOR EACH]
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { importBundled } from "./bundled.mjs";
import { generatedFiles, generatedWsdl } from "./generatedWsdl.mjs";
import { buildCommandLine, checkTarget, heading, row, runTimed, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const seconds = Number(process.argv[2] ?? 2);
const folder = temporaryFolder();
const operation = "ApproveOrder6";
await asProcesses();
variants();
if (globalThis.gc) await memoryOfContracts();

async function asProcesses() {
  const program = await buildCommandLine(folder);
  const script = join(folder, "soap.mjs");
  const soap = createRequire(import.meta.url).resolve("soap");
  writeFileSync(
    script,
    `import soap from ${JSON.stringify(pathToFileURL(soap).href)};
    const client = await soap.createClientAsync(process.argv[2]);
    console.log(Object.keys(client.describe().Service.soapPort).join("\\n"));`,
  );
  writeFileSync(join(folder, "one.wsdl"), generatedWsdl(1000));
  write("many", generatedFiles(3000, 76));
  const run = (...command) => runTimed([process.execPath, ...command], { cwd: folder, expected: operation });
  const one = ["--operation", operation, "--port", "soapPort"];
  const candidates = {
    "the list": () => run(program, "new", "--list", "one.wsdl"),
    "a request": () => run(program, "new", ...one, "one.wsdl"),
    "npm soap": () => run(script, "one.wsdl"),
    "3,000 operations, 76 files": () => run(program, "new", "--list", "many/service.wsdl"),
  };
  heading("a WSDL of 5 MB, as processes");
  const measured = await sideBySide(candidates, { before: 1, rounds: 8, limit: seconds });
  const part = row("", measured, "the list", "npm soap");
  checkTarget("the list in under 1 s", measured["the list"].wall < 1000, measured["the list"].wall / 1000);
  checkTarget("the list in a fifth of npm soap's time", part < 1 / 5, part);
}

/** The tests of all operations, up to 200 for each, relative to a request for each. */
function variants() {
  const program = join(folder, "dist", "cli", "soaphttp.js");
  const { requests, tests } = { requests: usage(program), tests: usage(program, "--variants", "all") };
  const times = tests.cpu / requests.cpu;
  heading("3,000 operations at one port, 1.2 GB");
  for (const [name, { wall, cpu, memory }] of Object.entries({
    "3,000 requests": requests,
    "their 600,000 tests": tests,
  }))
    console.log(
      `${name.padEnd(36)}${wall.toFixed(2).padStart(10)}${cpu.toFixed(2).padStart(10)}, at most ${memory.toFixed(0)} MB of memory`,
    );
  checkTarget("600,000 tests in less than 30 s", tests.wall < 30_000, tests.wall / 1000);
  checkTarget("600,000 tests in less than 13 times the CPU time of 3,000 requests", times < 13, times);
  checkTarget("600,000 tests in less than 500 MB", tests.memory < 500, tests.memory);
}

/** The time and the CPU time in ms, and the most resident memory in MB of a run for 3,000 operations, whose output isn't kept. */
function usage(program, ...more) {
  const file = join(folder, "large.wsdl");
  const report = join(folder, "usage.cjs");
  writeFileSync(file, generatedWsdl(3000));
  writeFileSync(report, 'process.on("exit", () => console.error(JSON.stringify(process.resourceUsage())));');
  const args = ["--require", report, program, "new", "--all", "--port", "soapPort", ...more, file];
  const start = performance.now();
  const { stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  const wall = performance.now() - start;
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stderr);
  return { wall, cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 };
}

function write(name, files) {
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
}

async function memoryOfContracts() {
  const { Contract, ContractDocuments } = await importBundled("./server/src/contract/contract.ts");
  const text = generatedWsdl(1000);
  for (const [title, count] of Object.entries({ "its operations": 0, "all requests": 1000 })) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    const contract = new Contract("file:///one.wsdl", () => ({ bytes: Buffer.from(text) }), new ContractDocuments());
    if (contract.operations.length === 0) throw new Error("no operations");
    const requests = Array.from({ length: count }, (_, index) => index);
    contract.requests(requests, { extent: "optional", wsdl: undefined, contentLength: "calculated" });
    globalThis.gc();
    const used = process.memoryUsage().heapUsed - before;
    console.log(`a contract, ${title}: ${(used / text.length).toFixed(1)} bytes a character`);
  }
}
