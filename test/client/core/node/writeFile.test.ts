import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteFile, writeFile, writeNewFolder } from "../../../../client/src/core/node/writeFile.ts";
import { skip } from "../../../support/skip.mjs";

suite("writing files", () => {
  let root = "";
  let folder = "";
  let victim = "";

  setup(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "soaphttp-write-")));
    folder = join(root, "folder");
    victim = join(root, "elsewhere", "victim");
    mkdirSync(folder);
    mkdirSync(join(root, "elsewhere"));
    writeFileSync(victim, "mine");
  });
  teardown(() => rmSync(root, { recursive: true, force: true }));

  const inside = (path: string, elsewhere = false) => ({ path: join(folder, path), folders: [folder], elsewhere });

  test("the writer creates folders, replaces longer files, and sets the mode", async () => {
    assert.equal(await writeFile(inside("a/b/c"), "longer", { mode: 0o600 }), undefined);
    assert.equal(await writeFile(inside("a/b/c"), new Uint8Array([65]), { mode: 0o600 }), undefined);
    assert.equal(readFileSync(join(folder, "a/b/c"), "utf8"), "A");
    if (process.platform !== "win32") assert.equal(statSync(join(folder, "a/b/c")).mode & 0o777, 0o600);
  });

  test("the writer follows no link in its folders: to a file, to a folder, to nothing, even if places elsewhere are allowed", async () => {
    symlinkSync(victim, join(folder, "file"));
    symlinkSync(join(root, "elsewhere"), join(folder, "sub"));
    symlinkSync(join(root, "new"), join(folder, "dangling"));
    for (const elsewhere of [false, true]) {
      for (const [path, link] of [
        ["file", "file"],
        ["sub/victim", "sub"],
        ["sub/new/file", "sub"],
        ["dangling", "dangling"],
        ["dangling/file", "dangling"],
      ] as const) {
        const refused = { refused: "link", path: join(folder, link) };
        assert.deepEqual(await writeFile(inside(path, elsewhere), "x"), refused, path);
        assert.deepEqual(await deleteFile(inside(path, elsewhere)), refused, path);
      }
    }
    assert.equal(readFileSync(victim, "utf8"), "mine");
    assert.ok(!existsSync(join(root, "new")) && !existsSync(join(root, "elsewhere/new")));
  });

  test("the writer writes outside of its folders only where the user allows it", async () => {
    const outside = { path: join(folder, "..", "elsewhere", "victim"), folders: [folder], elsewhere: false };
    assert.deepEqual(await writeFile(outside, "x"), { refused: "outside", path: victim });
    assert.deepEqual(await writeFile({ ...outside, path: `${folder}-2/x` }, "x"), {
      refused: "outside",
      path: `${folder}-2/x`,
    });
    assert.equal(readFileSync(victim, "utf8"), "mine");
    assert.equal(await writeFile({ ...outside, elsewhere: true }, "x"), undefined);
    assert.equal(readFileSync(victim, "utf8"), "x");
  });

  test("a new folder gets all of its files, or isn't there: a file outside of it is refused", async () => {
    const refused = await writeNewFolder(inside("new"), [
      { path: "a/b", content: "1" },
      { path: "../victim", content: "2" },
    ]);
    assert.equal(refused?.refused, "outside");
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(await writeNewFolder(inside("new"), [{ path: "a/b", content: "1" }]), undefined);
    assert.equal(readFileSync(join(folder, "new/a/b"), "utf8"), "1");
  });

  test("a new folder isn't there if its signal ends while its files are written", async () => {
    const controller = new AbortController();
    function* files() {
      for (let index = 0; ; index++) {
        if (index === 10) setImmediate(() => controller.abort(new Error("canceled")));
        yield { path: `${index}`, content: "" };
      }
    }
    await assert.rejects(writeNewFolder(inside("new"), files(), controller.signal), /canceled/);
    assert.deepEqual(readdirSync(folder), []);
  });

  test("the writer follows links to its folders, and to other folders that the user has named", async () => {
    symlinkSync(folder, join(root, "link"));
    const linked = join(root, "link");
    assert.equal(await writeFile({ path: join(linked, "a"), folders: [linked], elsewhere: false }, "1"), undefined);
    assert.equal(await writeFile({ path: join(folder, "b"), folders: [linked], elsewhere: false }, "2"), undefined);
    assert.equal(await writeFile({ path: join(linked, "c"), folders: [], elsewhere: true }, "3"), undefined);
    assert.deepEqual(
      ["a", "b", "c"].map((name) => readFileSync(join(folder, name), "utf8")),
      ["1", "2", "3"],
    );
  });

  test("the writer replaces no existing file if it must be new, and nothing that isn't a file", async () => {
    writeFileSync(join(folder, "old"), "mine");
    mkdirSync(join(folder, "sub"));
    const at = (path: string) => join(folder, path);
    assert.deepEqual(await writeFile(inside("old"), "x", { isNew: true }), { refused: "exists", path: at("old") });
    assert.deepEqual(await writeFile(inside("sub"), "x"), { refused: "notFile", path: at("sub") });
    assert.deepEqual(await deleteFile(inside("sub")), { refused: "notFile", path: at("sub") });
    await assert.rejects(writeFile(inside("old/x"), "x"), { code: "ENOTDIR" });
    assert.equal(readFileSync(at("old"), "utf8"), "mine");
  });

  test("the writer writes to a device that the user has named, and to none in its folders", async function () {
    if (process.platform === "win32") skip(this, "Windows has no /dev/null");
    assert.equal(await writeFile({ path: "/dev/null", folders: [folder], elsewhere: true }, "x"), undefined);
    assert.deepEqual(await writeFile({ path: "/dev/null", folders: ["/dev"], elsewhere: false }, "x"), {
      refused: "notFile",
      path: "/dev/null",
    });
  });
});
