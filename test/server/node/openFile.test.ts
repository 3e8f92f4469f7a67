import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ReadPlace, readFileAt, readFileAtSync } from "../../../server/src/node/openFile.ts";
import { readFile } from "../../../server/src/node/readFile.ts";
import { skip } from "../../support/skip.mjs";

const readers: Readonly<Record<string, (place: ReadPlace) => Promise<ReturnType<typeof readFileAtSync>>>> = {
  readFileAtSync: async (place) => readFileAtSync(place),
  readFileAt,
};

for (const [name, read] of Object.entries(readers)) {
  suite(name, () => {
    let base = "";
    let root = "";
    setup(() => {
      base = realpathSync(mkdtempSync(join(tmpdir(), "soaphttp-read-")));
      root = join(base, "root");
      mkdirSync(join(root, "sub"), { recursive: true });
      mkdirSync(join(base, "other"));
      writeFileSync(join(base, "other", "secret"), "secret");
      writeFileSync(join(root, "own"), "own");
    });
    teardown(() => rmSync(base, { recursive: true }));

    const read1 = (path: string, given: Partial<ReadPlace> = {}) =>
      read({ path: join(root, path), folders: [root], elsewhere: false, limit: 1_000, ...given });
    const textOf = async (path: string, given: Partial<ReadPlace> = {}) => {
      const file = await read1(path, given);
      return file.kind === "bytes" ? file.bytes.toString() : file.kind;
    };

    test("the bytes of a file in the folder are read", async () => {
      writeFileSync(join(root, "a b#1.bin"), Uint8Array.of(0, 255, 13, 10));
      const file = await read1("a b#1.bin");
      assert.deepEqual(file.kind === "bytes" && [[...file.bytes], file.outside], [[0, 255, 13, 10], undefined]);
    });

    test("a link is followed inside of the folder, and not out of it", async function () {
      if (process.platform === "win32") skip(this, "only administrators may create symbolic links on Windows");
      symlinkSync("../own", join(root, "sub", "inside"));
      symlinkSync("../../other/secret", join(root, "sub", "link"));
      symlinkSync("../../other", join(root, "sub", "folder"));
      assert.equal(await textOf("sub/inside"), "own");
      const secret = join(base, "other", "secret");
      for (const path of ["sub/link", "sub/folder/secret", "../other/secret"]) {
        assert.deepEqual(await read1(path), { kind: "outside", path: secret }, path);
        const marked = await read1(path, { elsewhere: true });
        assert.deepEqual(marked.kind === "bytes" && [`${marked.bytes}`, marked.outside], ["secret", secret], path);
      }
    });

    test("a folder whose own path has a link is the folder that it leads to", async function () {
      if (process.platform === "win32") skip(this, "only administrators may create symbolic links on Windows");
      symlinkSync(root, join(base, "link"));
      assert.equal(await textOf("own", { folders: [join(base, "link")] }), "own");
      const file = await read({
        path: join(base, "link", "own"),
        folders: [join(base, "link")],
        elsewhere: false,
        limit: 9,
      });
      assert.equal(file.kind, "bytes");
    });

    test("a missing file or folder is missing, but outside of the folders nothing is said about it", async () => {
      for (const path of ["none", "none/a", "own/b"]) assert.deepEqual(await read1(path), { kind: "missing" }, path);
      assert.equal((await read1("../other/none")).kind, "outside");
    });

    test("folders and devices aren't read", async () => {
      assert.deepEqual(await read1("."), { kind: "notFile" });
      assert.deepEqual(await read1("own\0"), { kind: "notFile" });
      if (process.platform === "win32") return;
      assert.deepEqual(await read1("", { path: "/dev/zero", elsewhere: true }), { kind: "notFile" });
    });

    test("a file is read up to the limit", async () => {
      writeFileSync(join(root, "body"), "x".repeat(600_000));
      assert.equal((await textOf("body", { limit: 600_000 })).length, 600_000);
      assert.deepEqual(await read1("body", { limit: 599_999 }), { kind: "tooLarge" });
    });

    test("a file that has more bytes than its size says isn't read beyond the limit", async function () {
      // This file has as many bytes as the address space, but says that its size is 0.
      const path = "/proc/self/pagemap";
      if (!existsSync(path)) skip(this, `there is no ${path}`);
      assert.deepEqual(await read1("", { path, elsewhere: true }), { kind: "tooLarge" });
    });
  });
}

suite("reading a file that a document refers to", () => {
  const within = { folders: [], others: "read" } as const;

  test("the reader refuses a file larger than 100 MB", () => {
    const folder = mkdtempSync(join(tmpdir(), "soaphttp-read-"));
    const path = join(folder, "large");
    writeFileSync(path, "");
    truncateSync(path, 100_000_001);
    const read = readFile(pathToFileURL(path).href, within);
    rmSync(folder, { recursive: true });
    assert.deepEqual(read, { kind: "refused", why: "The file is larger than 100 MB." });
  });

  test("the reader refuses URIs that aren't files of this machine", () => {
    for (const other of ["vscode-vfs://github/a", "http://example.org/a", "no uri", "file:///a%00b"])
      assert.equal(readFile(other, within).kind, "refused");
  });
});
