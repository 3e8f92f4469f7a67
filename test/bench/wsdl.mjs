// Measures the time from a WSDL of 5 MB with 1,000 operations to the list of operations and to a request, as processes,
// relative to npm `soap` loading the same file; then in one process the time, and the memory of what is kept.
// usage: node --expose-gc test/bench/wsdl.mjs [SECONDS FOR EACH]
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { importBundled } from "./bundled.mjs";
import { generatedFiles, generatedWsdl } from "./generatedWsdl.mjs";
import {
  buildCommandLine,
  checkTarget,
  heading,
  machine,
  reportTargets,
  row,
  runTimed,
  sideBySide,
  temporaryFolder,
} from "./sideBySide.mjs";

const seconds = Number(process.argv[2] ?? 2);
const folder = temporaryFolder();
const operation = "ApproveOrder6";
console.log(machine());
await asProcesses();
await variants();
await inOneProcess();
reportTargets();

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

/** The tests of all operations, relative to a request for each: up to 200 for each operation. */
async function variants() {
  const program = join(folder, "dist", "cli", "soaphttp.js");
  writeFileSync(join(folder, "small.wsdl"), generatedWsdl(100));
  const run = (...more) =>
    runTimed([process.execPath, program, "new", "--all", "--port", "soapPort", ...more, "small.wsdl"], {
      cwd: folder,
      expected: operation,
    });
  const candidates = { "100 requests": () => run(), "their 20,000 tests": () => run("--variants", "all") };
  heading("tests from a contract, as processes");
  const measured = await sideBySide(candidates, { before: 1, rounds: 3, limit: seconds });
  const part = row("", measured, "their 20,000 tests", "100 requests");
  checkTarget("20,000 tests in less than 15 times the time of 100 requests", part < 15, part);
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

async function inOneProcess() {
  const { Contract, ContractDocuments } = await importBundled("./server/src/contract/contract.ts");
  const one = { "one.wsdl": generatedWsdl(1000) };
  const many = generatedFiles(3000, 76);
  heading("in one process");
  const work = {
    "one document": reader(one, Contract, ContractDocuments),
    "77 documents": reader(many, Contract, ContractDocuments),
    "77 documents, one changed": reader(many, Contract, ContractDocuments, "types0.xsd"),
  };
  row("", await sideBySide(work, { before: 1, rounds: 3, limit: seconds }), "one document", "77 documents");
  if (globalThis.gc === undefined) return console.log("memory: run with --expose-gc");
  memory("one document, its operations", one, Contract, ContractDocuments, []);
  memory(
    "one document, all requests",
    one,
    Contract,
    ContractDocuments,
    Array.from({ length: 1000 }, (_, i) => i),
  );
}

/** Reads the contract again, as after a change of one document, or of all. */
function reader(files, Contract, ContractDocuments, changed) {
  const bytes = asBytes(files);
  let documents = new ContractDocuments();
  return () => {
    if (changed === undefined) documents = new ContractDocuments();
    else bytes.set(`file:///${changed}`, { bytes: bytes.get(`file:///${changed}`).bytes.slice() });
    read(bytes, Contract, documents);
  };
}

function asBytes(files) {
  return new Map(Object.entries(files).map(([name, text]) => [`file:///${name}`, { bytes: Buffer.from(text) }]));
}

function read(bytes, Contract, documents) {
  const [uri] = bytes.keys();
  const contract = new Contract(uri, (one) => bytes.get(one), documents);
  if (contract.operations.length === 0 || contract.pending.length > 0) throw new Error("no operations");
  return contract;
}

/** What a contract keeps, in bytes of heap for each character. */
function memory(title, files, Contract, ContractDocuments, requests) {
  const bytes = asBytes(files);
  const length = Object.values(files).reduce((sum, text) => sum + text.length, 0);
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const documents = new ContractDocuments();
  const contract = read(bytes, Contract, documents);
  contract.requests(requests, { extent: "optional", wsdl: undefined, contentLength: "calculated" });
  globalThis.gc();
  const used = process.memoryUsage().heapUsed - before;
  console.log(`${title}: ${(used / length).toFixed(1)} bytes a character (${contract.operations.length} rows)`);
}
