// Measures what a user waits for before anything happens: `soaphttp check` of 2 KB in an empty folder and in one with 20,000
// files, and the start of the language server, each as a process beside a script that reads the same file.
// usage: node test/bench/start.mjs [ROUNDS]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { envelope } from "./envelope.mjs";
import { buildCommandLine, checkTarget, heading, row, runTimed, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const rounds = Number(process.argv[2] ?? 15);
const folder = temporaryFolder();
const node = process.execPath;
const program = await buildCommandLine(folder);
const [small, large] = [folderWith(0), folderWith(20_000)];
const script = join(folder, "bare.mjs");
writeFileSync(
  script,
  `import { readFileSync } from "node:fs"; console.log(readFileSync(process.argv[2], "utf8").length, "no problems");`,
);
const check = (cwd, ...options) =>
  runTimed([node, program, "check", ...options, "a.soaphttp"], { cwd, expected: "no problems" });
const measured = await sideBySide(
  {
    check: () => check(small),
    "check, 20,000 files": () => check(large),
    "language server": () => timeServer(program.replace(/soaphttp\.js$/, "server.js")),
    "a bare script": () => runTimed([node, script, "a.soaphttp"], { cwd: small, expected: "no problems" }),
  },
  { before: 2, rounds, limit: 0 },
);
heading("a process");
const ratio = row("", measured, "check", "a bare script");
const { check: alone, "check, 20,000 files": among, "language server": server, "a bare script": bare } = measured;
checkTarget("check of 2 KB: at most 1.4 times a bare script", ratio <= 1.4, ratio);
const files = among.wall / alone.wall;
checkTarget("check in a folder of 20,000 files: at most 1.5 times alone", files <= 1.5, files);
const start = server.wall / bare.wall;
checkTarget("first diagnostics of a new language server: at most 4 times a bare script", start <= 4, start);

/** A folder with a request, which has no WSDL, and other files in 400 folders. */
function folderWith(files) {
  const parent = mkdtempSync(join(folder, "files-"));
  const body = envelope(2e3).trimEnd();
  const fields = ["Host: h", "Content-Type: application/soap+xml; charset=utf-8", `Content-Length: ${body.length}`];
  writeFileSync(join(parent, "a.soaphttp"), ["POST /s HTTP/1.1", ...fields, "", body].join("\n"));
  for (let index = 0; index < files; index++) {
    const inside = join(parent, "src", `part${index % 20}`, `module${index % 400}`);
    if (index < 400) mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, `file${index}.ts`), "x");
  }
  return parent;
}

/** From the start of the process to the diagnostics of a document. */
async function timeServer(program) {
  const start = performance.now();
  const server = spawn(node, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const send = (message) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const diagnosed = new Promise((resolve, reject) => {
    let received = "";
    server.stdout.on("data", (data) => {
      received += data;
      if (received.includes("publishDiagnostics")) resolve();
    });
    server.once("exit", () => reject(new Error(`the server ended: ${received}`)));
  });
  const textDocument = { uri: "file:///a.soaphttp", languageId: "soaphttp", version: 1, text: "GET / HTTP/1.1\n\n" };
  send({ id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
  send({ method: "initialized", params: {} });
  send({ method: "textDocument/didOpen", params: { textDocument } });
  await diagnosed;
  const wall = performance.now() - start;
  server.kill();
  // Its CPU time isn't known from here.
  return { wall, cpu: Number.NaN };
}
