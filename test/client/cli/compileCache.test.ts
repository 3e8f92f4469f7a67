import assert from "node:assert/strict";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { skip } from "../../support/skip.mjs";
import { soaphttp, temporaryFolder } from "./built.ts";

suite("the compile cache", () => {
  suiteSetup(function () {
    if (process.platform === "win32") skip(this, "Windows, where only newer versions of Node cache");
  });

  const input = "POST / HTTP/1.1\n";

  test("the compile cache is stored in the user's cache folder", async () => {
    const home = temporaryFolder();
    for (const [env, folder] of [
      [{ HOME: home }, join(home, ".cache", "soaphttp")],
      [{ HOME: home, XDG_CACHE_HOME: join(home, "xdg") }, join(home, "xdg", "soaphttp")],
      [{ HOME: home, NODE_COMPILE_CACHE: join(home, "own") }, join(home, "own")],
    ] as const) {
      if (process.platform !== "linux" && !("NODE_COMPILE_CACHE" in env)) continue;
      const ran = await soaphttp(["check", "-"], { env, input });
      assert.equal(ran.code, 1, ran.error);
      assert.ok(readdirSync(folder).length > 0);
    }
  });

  suite("the compile cache of Node 20", () => {
    suiteSetup(function () {
      if (Number(process.versions.node.split(".")[0]) >= 22) skip(this, "a Node with a cache of its own");
    });

    const cached = async () => {
      const folder = join(temporaryFolder(), "cache");
      const env = { NODE_COMPILE_CACHE: folder };
      const check = () => soaphttp(["check", "-"], { env, input });
      const first = await check();
      const [name = "", ...others] = readdirSync(folder).sort();
      assert.match(name, /^check\.js-[0-9a-f]+\.v8$/);
      assert.match(others.join(), /^program\.js-[0-9a-f]+\.v8$/);
      return { folder, file: join(folder, name), check, first };
    };

    test("the compile cache of Node 20 is written once, and only the user can write it", async () => {
      const { folder, file, check, first } = await cached();
      assert.deepEqual([statSync(folder).mode & 0o022, statSync(file).mode & 0o777], [0, 0o600]);
      const before = statSync(file).mtimeMs;
      assert.deepEqual(await check(), first);
      assert.equal(statSync(file).mtimeMs, before);
    });

    test("the compile cache that is written after a large message is used by the next process", async () => {
      const folder = join(temporaryFolder(), "cache");
      const check = (input: string) => soaphttp(["check", "-"], { env: { NODE_COMPILE_CACHE: folder }, input });
      const times = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
      await check(`POST / HTTP/1.1\n\n${" ".repeat(1_000_000)}`);
      const before = times();
      assert.equal(before.length, 2);
      await check(input);
      assert.deepEqual(times(), before);
    });

    test("each command with other flags of V8 has cache files of its own, which replace no others", async () => {
      const { folder, check } = await cached();
      const times = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
      const ofCheck = times();
      for (let round = 0; round < 2; round++) {
        await soaphttp(["test", "-"], { env: { NODE_COMPILE_CACHE: folder }, input });
        await check();
        assert.deepEqual(
          times().filter(([name]) => ofCheck.some(([one]) => one === name)),
          ofCheck,
        );
      }
      assert.equal(times().filter(([name]) => String(name).startsWith("program.js")).length, 2);
    });

    test("the compile cache is written again if it is damaged or from another build", async () => {
      const { file, check, first } = await cached();
      const content = readFileSync(file);
      const key = content.subarray(0, content.indexOf("\n") + 1);
      for (const wrong of [Buffer.from("nonsense"), Buffer.concat([key, Buffer.from("no code")])]) {
        writeFileSync(file, wrong);
        assert.deepEqual(await check(), first);
        assert.ok(readFileSync(file).length > wrong.length);
      }
    });

    test("the compile cache isn't used if others may write to it", async () => {
      const { file, check, first } = await cached();
      chmodSync(file, 0o622);
      assert.deepEqual(await check(), first);
      assert.equal(statSync(file).mode & 0o777, 0o600);
    });
  });

  test("the compile cache is optional", async () => {
    const env = { HOME: "/dev/null/none", TMPDIR: "/dev/null/none" };
    const ran = await soaphttp(["check", "-"], { env, input });
    assert.equal(ran.code, 1);
    assert.equal(ran.error, "");
  });
});
