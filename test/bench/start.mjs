// Measures what a user waits for before anything happens: `soaphttp check` of 2 KB in an empty folder and in one with 20,000
// files, and the start of the language server, each as a process beside a script that reads the same file. Then `soaphttp check`
// of 10 MB beside a script that parses it with libxml2-wasm, and of 2,000 files beside two processes with half of them each.
// usage: node test/bench/start.mjs [ROUNDS]
import { join } from "node:path";
import { compare, given, sized } from "./measure.mjs";
import { envelope, range, requestText } from "./messages.mjs";
import { folder, node, program, run, soaphttp, startLanguageServer, write } from "./processes.mjs";

const expected = "no problems";
const body = envelope(sized(1e7, 2e3));
const small = requestOf(envelope(2e3));
const others = range(sized(20_000, 800)).map((index) => `src/part${index % 20}/module${index % 400}/file${index}.ts`);
write({
  "small/a.soaphttp": small,
  "many/a.soaphttp": small,
  ...Object.fromEntries(others.map((path) => [`many/${path}`, "x"])),
  "huge/a.soaphttp": requestOf(body),
  "huge/body.xml": body,
  "bare.mjs": `import { readFileSync } from "node:fs";
  console.log(readFileSync(process.argv[2], "utf8").length, "no problems");`,
  "parser.mjs": `import { readFileSync } from "node:fs";
  import { XmlDocument } from ${JSON.stringify(import.meta.resolve("libxml2-wasm"))};
  const document = XmlDocument.fromBuffer(readFileSync("huge/body.xml"));
  console.log(document.root.name, "no problems");
  document.dispose();`,
});
const check = (name) => soaphttp(["check", "a.soaphttp"], { cwd: join(folder, name), expected });
const candidates = {
  check: () => check("small"),
  "check, 20,000 files": () => check("many"),
  "language server": timeServer,
  "a bare script": () => run([node, "bare.mjs", "small/a.soaphttp"], { expected }),
};
const targets = [
  ["check", "wall", 1.4],
  ["check, 20,000 files", "wall", 1.5, "check"],
  ["language server", "wall", 4],
];
await compare("a process", candidates, { before: 2, rounds: given(15), targets });

const ofHuge = {
  check: () => check("huge"),
  "a script with libxml2-wasm": () => run([node, "parser.mjs"], { expected }),
};
await compare("a process for 10 MB", ofHuge, { rounds: 6, targets: [["check", "cpu", 2]] });

const text = requestText(envelope(2e3), { type: "application/soap+xml" });
const half = range(sized(1000, 10));
write(Object.fromEntries(["a", "b"].flatMap((name) => half.map((file) => [`files/${name}/${file}.soaphttp`, text]))));
// Each of the two processes has one core, and so no threads.
const alone = `"${node}" "${program}" check --no-wsdl`;
const checkFiles = (script) => run(["bash", "-c", script], { cwd: join(folder, "files"), expected: "files" });
const ofFiles = {
  "one process": () => checkFiles(`${alone} .`),
  "two processes": () => checkFiles(`taskset -c 0 ${alone} a & taskset -c 1 ${alone} b & wait`),
};
await compare("check of 2,000 files", ofFiles, { before: 0, rounds: 3, targets: [["one process", "wall", 1.2]] });

/** The text of a file with a request, which has no problems. */
function requestOf(body) {
  const text = requestText(body.trimEnd(), { path: "/s", type: "application/soap+xml" });
  return text.replace(/^SOAPAction.*\n/m, "");
}

/** Milliseconds from the start of the process to the diagnostics of a document. Its CPU time isn't known from here. */
async function timeServer() {
  const start = performance.now();
  const server = await startLanguageServer();
  await server.openDiagnosed("GET / HTTP/1.1\n\n", "file:///a.soaphttp");
  server.process.kill();
  return { wall: performance.now() - start, cpu: Number.NaN };
}
