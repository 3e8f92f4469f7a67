import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemErrorText } from "../../../client/src/cli/systemError.ts";
import { envelope12, request } from "../../support/findings.ts";
import { skip } from "../../support/skip.mjs";
import { programs, type Ran, temporaryFolder } from "./built.ts";

suite("soaphttp with an error of the operating system", function () {
  if (process.platform === "win32") this.pending = true;
  let folder: string;
  suiteSetup(async () => {
    folder = temporaryFolder();
    writeFileSync(join(folder, "a.soaphttp"), request({ Host: "localhost" }, envelope12));
    writeFileSync(join(folder, "wrong.soaphttp"), "POST / HTTP/1.1\n\n");
    mkdirSync(join(folder, "folder.soaphttp"));
  });

  async function shell(command: string): Promise<Ran> {
    const program = join(await programs(), "dist", "cli", "soaphttp.js");
    const script = `soaphttp() { "${process.execPath}" "${program}" "$@"; }\n${command}`;
    const { PATH = "" } = process.env;
    const child = spawn("sh", ["-c", script], { cwd: folder, env: { PATH } });
    const out: Buffer[] = [];
    const error: Buffer[] = [];
    child.stdout.on("data", (piece: Buffer) => out.push(piece));
    child.stderr.on("data", (piece: Buffer) => error.push(piece));
    child.stdin.end();
    const code = await new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
    const bytes = Buffer.concat(out);
    return { code, bytes, out: bytes.toString(), error: Buffer.concat(error).toString() };
  }

  for (const [name, command, expected] of [
    [
      "a full disk",
      "soaphttp check wrong.soaphttp > /dev/full",
      /^soaphttp: The output can't be written: no space left on device \(ENOSPC\)\.\n$/,
    ],
    [
      "a full disk, JSON",
      "soaphttp check -f json wrong.soaphttp > /dev/full",
      /^soaphttp: The output can't be written: .* \(ENOSPC\)\.\n$/,
    ],
    [
      "a full disk, help",
      "soaphttp send --help > /dev/full",
      /^soaphttp: The output can't be written: .* \(ENOSPC\)\.\n$/,
    ],
    [
      "a closed pipe",
      "{ until [ -e closed ]; do sleep 0.1; done; soaphttp check wrong.soaphttp; echo $? > code; } | { exec <&-; touch closed; }; exit $(cat code)",
      /^soaphttp: The output can't be written: .* \(EPIPE\)\.\n$/,
    ],
    ["a folder as standard input", "soaphttp check - < .", /^soaphttp: <stdin> is a folder\.\n$/],
    [
      "a folder instead of a file",
      "soaphttp send folder.soaphttp",
      /^soaphttp: folder\.soaphttp is a folder\. Specify files\.\n$/,
    ],
    [
      "a file instead of a folder",
      "soaphttp check a.soaphttp/b.soaphttp",
      /^soaphttp: a\.soaphttp\/b\.soaphttp: .*\n$/,
    ],
    ["a missing file", "soaphttp check none.soaphttp", /^soaphttp: none\.soaphttp: .*\n$/],
    [
      "a deleted folder",
      "mkdir gone; cd gone; rmdir ../gone; soaphttp check a.soaphttp",
      /^soaphttp: .* \(ENOENT\)\.\n$/,
    ],
  ] as const) {
    test(`${name} prints one line, and ends with exit code 2`, async () => {
      const ran = await shell(command);
      assert.match(ran.error, expected);
      assert.equal(ran.code, 2, ran.error);
    });
  }

  test("standard error that can't be written ends the command with exit code 2, without standard output", async () => {
    const ran = await shell("soaphttp check none.soaphttp 2> /dev/full");
    assert.deepEqual([ran.code, ran.out, ran.error], [2, "", ""]);
  });

  test("a file without read permission ends the command with one line and exit code 2", async function () {
    if (process.getuid?.() === 0) skip(this, "root may read every file");
    writeFileSync(join(folder, "secret.soaphttp"), "");
    chmodSync(join(folder, "secret.soaphttp"), 0);
    const ran = await shell("soaphttp check secret.soaphttp");
    assert.match(ran.error, /^soaphttp: secret\.soaphttp: .*\n$/);
    assert.equal(ran.code, 2);
  });

  test("other errors are reported with the name of their file", () => {
    const error = (code: string, message: string, path?: string) =>
      Object.assign(new Error(message), { code, syscall: "open", path });
    const wrong = error("EMFILE", "EMFILE: too many open files, open '/a/b'", "/a/b");
    assert.equal(systemErrorText(wrong), "/a/b: too many open files (EMFILE).");
    assert.equal(systemErrorText(error("EIO", "EIO: i/o error, read")), "i/o error (EIO).");
    assert.equal(systemErrorText(new Error("wrong")), undefined);
    assert.equal(systemErrorText(Object.assign(new Error("x"), { code: "ERR_INVALID_ARG_TYPE" })), undefined);
    // Values that aren't errors may also be thrown.
    for (const thrown of ["ENOENT", undefined, { code: "EIO", syscall: "read", message: "EIO: i/o error, read" }])
      assert.equal(systemErrorText(thrown), undefined);
  });
});
