// Measures `soaphttp test -j 8` of 200 independent requests to a service that takes 50 ms for each: in one file, and in 8 files.
// usage: node test/bench/jobs.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEchoService } from "./echoService.mjs";
import { envelope } from "./envelope.mjs";
import { buildCommandLine, checkTarget, heading, row, runTimed, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const [count, files] = [200, 8];
const folder = temporaryFolder();
const service = await startEchoService(folder, 50);
try {
  const program = await buildCommandLine(folder);
  const body = envelope(2e3);
  const head = ["POST / HTTP/1.1", `Host: 127.0.0.1:${service.port}`, "Content-Type: text/xml; charset=utf-8"];
  const fields = ['SOAPAction: ""', `Content-Length: ${Buffer.byteLength(body)}`];
  const requests = Array.from({ length: count }, (_, index) =>
    [`# @name r${index}`, "# @expect status 200", ...head, ...fields, "", body].join("\n"),
  );
  const write = (name, all) => {
    const path = join(folder, name);
    writeFileSync(path, all.join("\n###\n"));
    return path;
  };
  mkdirSync(join(folder, "several"));
  const one = write("one.soaphttp", requests);
  const several = Array.from({ length: files }, (_, file) =>
    write(`several/${file}.soaphttp`, requests.slice((file * count) / files, ((file + 1) * count) / files)),
  );
  const run = (...paths) =>
    runTimed([process.execPath, program, "test", "-j", "8", ...paths], { cwd: folder, expected: `${count} passed` });
  heading(`${count} independent requests with -j 8`);
  const candidates = { "one file": () => run(one), [`${files} files`]: () => run(...several) };
  const measured = await sideBySide(candidates, { before: 1, rounds: 8, limit: 0 });
  const ratio = row("", measured, "one file", `${files} files`);
  checkTarget(`one file within 1.5 times of ${files}`, ratio <= 1.5, ratio);
} finally {
  service.stop();
}
