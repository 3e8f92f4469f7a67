import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { saveFile } from "../../../../client/src/cli/send/saveFile.ts";
import { temporaryFolder } from "../built.ts";

const content = new Uint8Array([0xff, 0x00, 0x31]);
const usual = { saveTo: undefined, overwrite: false };

suite("files of # @save on the command line", () => {
  /** Saves a file for requests in `tests/a.soaphttp`. Returns why it wasn't written. */
  async function save(cwd: string, path: string, options: Partial<Parameters<typeof saveFile>[2]> = {}) {
    const said: string[] = [];
    const console = { cwd, error: (text: string) => said.push(text) };
    const why = await saveFile("tests/a.soaphttp", { path, content }, { ...usual, ...options }, console);
    return { why, said: said.join("") };
  }

  test("a file is written below the folder of the requests, with new subfolders, and the output names it", async () => {
    const cwd = temporaryFolder();
    assert.deepEqual(await save(cwd, "out/b.bin"), { why: undefined, said: "Saved tests/out/b.bin.\n" });
    assert.deepEqual(new Uint8Array(readFileSync(join(cwd, "tests/out/b.bin"))), content);
  });

  test("--save-to is another folder", async () => {
    const cwd = temporaryFolder();
    assert.equal((await save(cwd, "b.bin", { saveTo: "elsewhere" })).why, undefined);
    assert.ok(existsSync(join(cwd, "elsewhere/b.bin")) && !existsSync(join(cwd, "tests")));
  });

  test("an existing file is replaced only with --overwrite", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "tests"));
    writeFileSync(join(cwd, "tests/b.bin"), "mine");
    const refused = await save(cwd, "b.bin");
    assert.deepEqual(refused, { why: "tests/b.bin already exists. Use --overwrite to replace it.", said: "" });
    assert.equal(readFileSync(join(cwd, "tests/b.bin"), "utf8"), "mine");
    assert.equal((await save(cwd, "b.bin", { overwrite: true })).why, undefined);
    assert.deepEqual(new Uint8Array(readFileSync(join(cwd, "tests/b.bin"))), content);
  });

  test("no link is followed, neither on the way nor at the end, even with --overwrite", async () => {
    const cwd = temporaryFolder();
    const outside = temporaryFolder();
    mkdirSync(join(cwd, "tests"));
    writeFileSync(join(outside, "target"), "theirs");
    symlinkSync(outside, join(cwd, "tests/link"));
    symlinkSync(join(outside, "target"), join(cwd, "tests/end"));
    symlinkSync(join(outside, "new"), join(cwd, "tests/dangling"));
    for (const path of ["link/new", "end", "dangling"]) {
      const { why } = await save(cwd, path, { overwrite: true });
      assert.match(why ?? "", /is a symbolic link, which is not followed/, path);
    }
    assert.equal(readFileSync(join(outside, "target"), "utf8"), "theirs");
    assert.ok(!existsSync(join(outside, "new")));
  });

  test("a path out of the folder isn't written, even if it was not checked before", async () => {
    const cwd = temporaryFolder();
    assert.match((await save(cwd, "../b.bin")).why ?? "", /is outside/);
    assert.ok(!existsSync(join(cwd, "b.bin")));
  });
});
