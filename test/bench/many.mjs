// Measures `soaphttp check` of 2,000 files beside two processes with half of them each.
// usage: node test/bench/many.mjs [FILES]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare, given, target, temporaryFolder } from "./measure.mjs";
import { envelope, requestText } from "./messages.mjs";
import { commandLine, node, run } from "./processes.mjs";

const count = given(2000, 20);
const folder = temporaryFolder();
const program = await commandLine(folder);
const text = requestText(envelope(2e3), { type: "application/soap+xml" });
for (const half of ["a", "b"]) {
  mkdirSync(join(folder, "files", half), { recursive: true });
  for (let file = 0; file < count / 2; file++) writeFileSync(join(folder, "files", half, `${file}.soaphttp`), text);
}
// Each of the two processes has one core, and so no threads.
const alone = `"${node}" "${program}" check --no-wsdl`;
const check = (script) => run(join(folder, "files"), ["bash", "-c", script], { expected: "files" });
const candidates = {
  "one process": () => check(`${alone} .`),
  "two processes": () => check(`taskset -c 0 ${alone} a & taskset -c 1 ${alone} b & wait`),
};
const { times } = await compare(`check of ${count} files`, candidates, { before: 0, rounds: 3 });
target("one process, times two with half of the files each", times("one process"), { most: 1.2 });
