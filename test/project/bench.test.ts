import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { programs } from "../client/cli/built.ts";
import { skip } from "../support/skip.mjs";

suite("the measurements of npm run bench", () => {
  suiteSetup(function () {
    if (process.platform !== "linux") skip(this, "the measurements run on Linux only");
  });

  const scripts = readdirSync("test/bench").filter((name) =>
    readFileSync(join("test/bench", name), "utf8").includes("\n// usage: node "),
  );
  // VS Code isn't installed for this.
  for (const name of scripts.filter((name) => name !== "vsCode.mjs")) {
    test(`test/bench/${name} runs with a small input`, async () => {
      const program = join(await programs(), "dist", "cli", "soaphttp.js");
      const env = { ...process.env, BENCH_TRIAL: "1", BENCH_PROGRAM: program };
      const { status, stdout, stderr } = spawnSync(process.execPath, [join("test/bench", name)], {
        env,
        encoding: "utf8",
      });
      assert.equal(status, 0, stdout + stderr);
    });
  }
});
