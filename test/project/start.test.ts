import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

suite("npm start", () => {
  const start = (...args: readonly string[]) =>
    spawnSync(process.execPath, ["scripts/start.mjs", ...args], { encoding: "utf8" });

  test("--help shows the options and starts nothing", () => {
    const { status, stdout, stderr } = start("--help");
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, /^Usage: npm start .*--node[\s\S]*--port N[\s\S]*--no-open/);
  });

  test("an unknown option and an invalid port print an error and the usage, exit code 2", () => {
    for (const [arg, problem] of [
      ["--wrong", /^Unknown option '--wrong'/],
      ["--port=x", /^--port must be a number from 0 to 65535, but it is x\.\n\nUsage: /],
    ] as const) {
      const { status, stdout, stderr } = start(arg);
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, problem);
      assert.doesNotMatch(stderr, /^ {4}at /m);
    }
  });
});
