import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import nodeModule from "node:module";
import { join } from "node:path";
import { soaphttp, temporaryFolder } from "./built.ts";

suite("the compile cache", () => {
  const input = "POST / HTTP/1.1\n";

  test("is stored in the user's cache folder, from Node 22.1 on", async () => {
    const home = temporaryFolder();
    for (const [env, folder] of [
      [{ HOME: home }, join(home, ".cache", "soaphttp")],
      [{ HOME: home, XDG_CACHE_HOME: join(home, "xdg") }, join(home, "xdg", "soaphttp")],
      [{ HOME: home, NODE_COMPILE_CACHE: join(home, "own") }, join(home, "own")],
    ] as const) {
      if (process.platform !== "linux" && !("NODE_COMPILE_CACHE" in env)) continue;
      const ran = await soaphttp(["check", "-"], { env, input });
      assert.equal(ran.code, 1, ran.error);
      assert.equal(existsSync(folder) && readdirSync(folder).length > 0, "enableCompileCache" in nodeModule);
    }
  });

  test("is optional", async () => {
    const env = { HOME: "/dev/null/none", TMPDIR: "/dev/null/none" };
    const ran = await soaphttp(["check", "-"], { env, input });
    assert.equal(ran.code, 1);
    assert.equal(ran.error, "");
  });
});
