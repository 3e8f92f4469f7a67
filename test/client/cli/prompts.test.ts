import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureProgram } from "../../support/debian.mjs";
import { skip } from "../../support/skip.mjs";
import { folderOf, programs } from "./built.ts";

/** Runs a program in a terminal, and types Ctrl-C or sends SIGTERM when it asks. */
const inTerminal = `
import os, pty, signal, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
seen, stopped = b"", False
while True:
    try:
        data = os.read(terminal, 4096)
    except OSError:
        break
    if not data:
        break
    seen += data
    if not stopped and b"Colour: " in seen:
        stopped = True
        if sys.argv[1] == "SIGINT":
            os.write(terminal, b"\\x03")
        else:
            os.kill(pid, signal.SIGTERM)
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

suite("prompts of the command line", () => {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    test(`soaphttp test stops at ${signal} while it asks, and asks nothing more`, async function () {
      const noPython = ensureProgram("python3", "python3");
      if (process.platform === "win32" || noPython) skip(this, noPython ?? "Windows has no terminals like these");
      const text = '# @name a\n# @expect status 200\nGET /{{$ask "Colour"}} HTTP/1.1\nHost: 127.0.0.1:9\n';
      const cwd = folderOf({ "a.soaphttp": text, "b.soaphttp": text.replace("Colour", "Other") });
      const program = join(await programs(), "dist", "cli", "soaphttp.js");
      const args = [process.execPath, program, "test", "-j", "1", "a.soaphttp", "b.soaphttp"];
      const { status, stdout } = spawnSync("python3", ["-c", inTerminal, signal, ...args], {
        cwd,
        encoding: "utf8",
        timeout: 30_000,
      });
      assert.match(stdout, new RegExp(`Stopped by ${signal}\\.`));
      assert.doesNotMatch(stdout, /Other: /);
      assert.equal(status, 130, stdout);
    });
  }
});
