import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readFile } from "../../../server/src/node/readFile.ts";

suite("a file that a document refers to, read by the host", () => {
  let folder = "";
  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), "soaphttp-read-"));
  });
  teardown(() => rmSync(folder, { recursive: true }));

  test("is its bytes", () => {
    writeFileSync(join(folder, "a b#1.bin"), Uint8Array.of(0, 255, 13, 10));
    const file = readFile(uri("a b#1.bin"));
    assert.deepEqual(file.kind === "bytes" && [...file.bytes], [0, 255, 13, 10]);
  });

  test("is missing, also where a folder of its path is a file or is none", () => {
    writeFileSync(join(folder, "a"), "");
    for (const name of ["none", "none/a", "a/b"]) assert.deepEqual(readFile(uri(name)), { kind: "missing" });
  });

  test("is refused where it is a folder, or may never end", () => {
    assert.deepEqual(readFile(uri(".")), { kind: "refused", why: "Not a file." });
    if (process.platform !== "win32")
      assert.deepEqual(readFile("file:///dev/zero"), { kind: "refused", why: "Not a file." });
  });

  test("is refused where it is larger than any message", () => {
    writeFileSync(join(folder, "large"), "");
    truncateSync(join(folder, "large"), 100_000_001);
    assert.deepEqual(readFile(uri("large")), { kind: "refused", why: "The file is larger than 100 MB." });
  });

  test("is refused where more can be read than its size says", function () {
    // As large as the address space, and said to be empty.
    const path = "/proc/self/pagemap";
    if (!existsSync(path)) this.skip();
    assert.deepEqual(readFile(pathToFileURL(path).href), { kind: "refused", why: "The file is larger than 100 MB." });
  });

  test("is refused where it is not of this machine", () => {
    for (const other of ["vscode-vfs://github/a", "http://example.org/a", "no uri"])
      assert.equal(readFile(other).kind, "refused");
  });
});
