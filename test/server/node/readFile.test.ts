import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readFile } from "../../../server/src/node/readFile.ts";
import { skip } from "../../support/skip.mjs";

suite("reading a file that a document refers to", () => {
  let folder = "";
  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), "soaphttp-read-"));
  });
  teardown(() => rmSync(folder, { recursive: true }));

  test("returns its bytes", () => {
    writeFileSync(join(folder, "a b#1.bin"), Uint8Array.of(0, 255, 13, 10));
    const file = readFile(uri("a b#1.bin"));
    assert.deepEqual(file.kind === "bytes" && [...file.bytes], [0, 255, 13, 10]);
  });

  test('returns "missing" for a missing file or folder', () => {
    writeFileSync(join(folder, "a"), "");
    for (const name of ["none", "none/a", "a/b"]) assert.deepEqual(readFile(uri(name)), { kind: "missing" });
  });

  test("refuses folders and devices", () => {
    assert.deepEqual(readFile(uri(".")), { kind: "refused", why: "Not a file." });
    if (process.platform !== "win32")
      assert.deepEqual(readFile("file:///dev/zero"), { kind: "refused", why: "Not a file." });
  });

  test("refuses a file larger than 100 MB", () => {
    writeFileSync(join(folder, "large"), "");
    truncateSync(join(folder, "large"), 100_000_001);
    assert.deepEqual(readFile(uri("large")), { kind: "refused", why: "The file is larger than 100 MB." });
  });

  test("refuses a file that has more bytes than its size says", function () {
    // As large as the address space, with size 0.
    const path = "/proc/self/pagemap";
    if (!existsSync(path)) skip(this, `there is no ${path}`);
    assert.deepEqual(readFile(pathToFileURL(path).href), { kind: "refused", why: "The file is larger than 100 MB." });
  });

  test("refuses URIs that aren't files of this machine", () => {
    for (const other of ["vscode-vfs://github/a", "http://example.org/a", "no uri"])
      assert.equal(readFile(other).kind, "refused");
  });
});
