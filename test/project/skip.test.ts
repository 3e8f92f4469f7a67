import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Context } from "mocha";
import { skip } from "../support/skip.mjs";

/** What `this` is in a test, or in a hook of a suite with three tests. */
function contextOf(type: "test" | "hook") {
  const context = {
    skipped: false,
    runnable: () => ({ type, parent: { total: () => 3 } }),
    skip: () => {
      context.skipped = true;
    },
  };
  return context;
}

function skipIn(type: "test" | "hook", reason: string, place: Parameters<typeof skip>[2]) {
  const context = contextOf(type);
  const { log } = console;
  const printed: unknown[] = [];
  console.log = (text) => printed.push(text);
  try {
    skip(context as unknown as Context, reason, place);
  } finally {
    console.log = log;
  }
  return { ...context, printed };
}

const root = { ci: "true", platform: "linux", user: 0 };

suite("skipping a test", () => {
  test("the run prints how many tests are skipped, and why", () => {
    const place = { platform: "linux", user: 1000 };
    const [one, all] = [skipIn("test", "no curl", place), skipIn("hook", "no curl", place)];
    assert.deepEqual([one.skipped, one.printed], [true, ["skipped 1: no curl"]]);
    assert.deepEqual([all.skipped, all.printed], [true, ["skipped 3: no curl"]]);
  });

  test("a skipped test fails in continuous integration on Linux as root, which can install what is missing", () => {
    assert.throws(
      () => skipIn("test", "no curl", root),
      /^Error: This could run here, but it would be skipped: no curl$/,
    );
    for (const other of [{ ci: undefined }, { platform: "win32" }, { user: 1000 }]) {
      assert.ok(skipIn("test", "no curl", { ...root, ...other }).skipped);
    }
  });

  test("skipping is allowed in continuous integration for what root can't do", () => {
    assert.ok(skipIn("test", "root may read every file", root).skipped);
  });

  test("all tests skip in one way", () => {
    const files = execFileSync("git", ["ls-files", "-z", "test"], { encoding: "utf8" }).split("\0");
    const others = files.filter(
      (file) =>
        /\.m?[jt]s$/.test(file) &&
        !/\/skip\.(?:mjs|d\.mts|test\.ts)$/.test(file) &&
        /\b(?:this|suite|test|it|describe)\.skip\b/.test(readFileSync(file, "utf8")),
    );
    assert.deepEqual(others, []);
  });
});
