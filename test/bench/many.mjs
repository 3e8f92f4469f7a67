// Measures `soaphttp check` of 8,000 files beside two processes with half of them each.
// usage: node test/bench/many.mjs [FILES]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { envelope } from "./envelope.mjs";
import { buildCommandLine, checkTarget, heading, row, runTimed, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const count = Number(process.argv[2] ?? 8000);
const folder = temporaryFolder();
const program = await buildCommandLine(folder);
const body = envelope(2e3);
const head = ["POST / HTTP/1.1", "Host: localhost", "Content-Type: application/soap+xml; charset=utf-8"];
const text = [...head, `Content-Length: ${Buffer.byteLength(body)}`, "", body].join("\n");
for (const half of ["a", "b"]) {
  mkdirSync(join(folder, "files", half), { recursive: true });
  for (let file = 0; file < count / 2; file++) writeFileSync(join(folder, "files", half, `${file}.soaphttp`), text);
}
// With one core each, the two have no threads.
const alone = `"${process.execPath}" "${program}" check --no-wsdl`;
const cwd = join(folder, "files");
const run = (script) => runTimed(["bash", "-c", script], { cwd, expected: "files", timeout: 300_000 });
heading(`check of ${count} files`);
const candidates = {
  "one process": () => run(`${alone} .`),
  "two processes": () => run(`taskset -c 0 ${alone} a & taskset -c 1 ${alone} b & wait`),
};
const measured = await sideBySide(candidates, { before: 0, rounds: 3, limit: 0 });
const ratio = row("", measured, "one process", "two processes");
checkTarget("one process within 1.2 times of two", ratio <= 1.2, ratio);
