// Measures what a user waits for before anything happens: `soaphttp check` of 2 KB in an empty folder and in one with 20,000
// files, and the start of the language server, each as a process beside a script that reads the same file. Then `soaphttp check`
// of 10 MB beside a script that parses it with libxml2-wasm.
// usage: node test/bench/start.mjs [ROUNDS]
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare, given, sized, target, temporaryFolder } from "./measure.mjs";
import { envelope, requestText } from "./messages.mjs";
import { commandLine, node, run, startLanguageServer } from "./processes.mjs";

const folder = temporaryFolder();
const program = await commandLine(folder);
const [small, large] = [folderWith(0, 2e3), folderWith(sized(20_000, 800), 2e3)];
const script = join(folder, "bare.mjs");
writeFileSync(
  script,
  `import { readFileSync } from "node:fs"; console.log(readFileSync(process.argv[2], "utf8").length, "no problems");`,
);
const check = (cwd) => run(cwd, [node, program, "check", "a.soaphttp"], { expected: "no problems" });
const candidates = {
  check: () => check(small),
  "check, 20,000 files": () => check(large),
  "language server": timeServer,
  "a bare script": () => run(small, [node, script, "a.soaphttp"], { expected: "no problems" }),
};
const { times } = await compare("a process", candidates, { before: 2, rounds: given(15) });
target("check of 2 KB, times a bare script", times("check"), { most: 1.4 });
target("check in a folder of 20,000 files, times alone", times("check, 20,000 files", "check"), { most: 1.5 });
target("first diagnostics of the language server, times a bare script", times("language server"), { most: 4 });

const body = envelope(sized(1e7, 2e3));
const huge = folderWith(0, body.length);
const parser = join(folder, "parser.mjs");
writeFileSync(join(huge, "body.xml"), body);
writeFileSync(
  parser,
  `import { readFileSync } from "node:fs";
  import { XmlDocument } from ${JSON.stringify(import.meta.resolve("libxml2-wasm"))};
  const document = XmlDocument.fromBuffer(readFileSync("body.xml"));
  console.log(document.root.name, "no problems");
  document.dispose();`,
);
const ofHuge = {
  check: () => check(huge),
  "a script with libxml2-wasm": () => run(huge, [node, parser], { expected: "no problems" }),
};
const { times: timesOfHuge } = await compare("a process for 10 MB", ofHuge, { rounds: 6 });
target("check of 10 MB, times libxml2-wasm, CPU", timesOfHuge("check", undefined, "cpu"), { most: 2 });

/** A folder with a request of a size, which has no WSDL, and other files in 400 folders. */
function folderWith(files, size) {
  const parent = mkdtempSync(join(folder, "files-"));
  const text = requestText(envelope(size).trimEnd(), { path: "/s", type: "application/soap+xml" });
  writeFileSync(join(parent, "a.soaphttp"), text.replace(/^SOAPAction.*\n/m, ""));
  for (let index = 0; index < files; index++) {
    const inside = join(parent, "src", `part${index % 20}`, `module${index % 400}`);
    if (index < 400) mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, `file${index}.ts`), "x");
  }
  return parent;
}

/** Milliseconds from the start of the process to the diagnostics of a document. Its CPU time isn't known from here. */
async function timeServer() {
  const start = performance.now();
  const { server, until, open } = await startLanguageServer(program, folder);
  const diagnosed = until("publishDiagnostics");
  open("file:///a.soaphttp", "GET / HTTP/1.1\n\n");
  await diagnosed;
  server.kill();
  return { wall: performance.now() - start, cpu: Number.NaN };
}
