import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LastRun } from "../../../../client/src/cli/test/lastRun.ts";
import type { RunRequest } from "../../../../server/src/protocol/protocol.ts";
import { temporaryFolder } from "../../../support/folders.ts";

suite("the last run of a folder", () => {
  const cwd = join("/", "projects", "calc");
  let env: { XDG_CACHE_HOME: string };
  setup(() => {
    env = { XDG_CACHE_HOME: temporaryFolder() };
  });

  const open = (folder = cwd) => new LastRun({ cwd: folder, env });
  const result = (name: string, outcome: "passed" | "failed" | "skipped") => ({
    request: { id: 0, name, isTest: true, needs: [], imports: [] } as unknown as RunRequest,
    outcome,
  });
  async function ran(isPart: boolean, ...results: readonly ReturnType<typeof result>[]): Promise<void> {
    const run = open();
    for (const one of results) run.take("./a/calc.soaphttp", one);
    await run.write(isPart);
  }
  const failed = (...names: readonly string[]) => names.filter((name) => open().hasFailed("a/calc.soaphttp", name));
  function file(): string {
    const name = readdirSync(env.XDG_CACHE_HOME, { recursive: true, encoding: "utf8" }).find((one) =>
      one.endsWith("last.json"),
    );
    return join(env.XDG_CACHE_HOME, name ?? "");
  }

  test("a test that did not pass is remembered for its folder only, whatever the spelling of its file", async () => {
    await ran(false, result("add", "failed"), result("sum", "passed"), result("old", "skipped"));
    assert.deepEqual(failed("add", "sum", "old"), ["add"]);
    assert.ok(open().hasFailed(join(cwd, "a", "calc.soaphttp"), "add"));
    assert.ok(!open().hasFailed("calc.soaphttp", "add"));
    assert.ok(!open(join("/", "other")).hasFailed("a/calc.soaphttp", "add"));
  });

  test("a test with several rows has failed if one of them has failed", async () => {
    await ran(false, result("add", "passed"), result("add", "failed"), result("add", "passed"));
    assert.deepEqual(failed("add"), ["add"]);
    await ran(true, result("add", "failed"), result("add", "passed"));
    assert.deepEqual(failed("add"), ["add"]);
  });

  test("a run of some tests keeps the earlier results of the others, and a run of all tests doesn't", async () => {
    await ran(false, result("add", "failed"), result("sum", "failed"));
    await ran(true, result("add", "passed"), result("new", "failed"));
    assert.deepEqual(failed("add", "sum", "new"), ["sum", "new"]);
    await ran(false, result("add", "passed"));
    assert.deepEqual(failed("add", "sum", "new"), []);
  });

  test("a skipped test keeps its earlier result", async () => {
    await ran(false, result("add", "failed"), result("sum", "failed"), result("old", "passed"));
    await ran(false, result("add", "skipped"), result("sum", "passed"), result("old", "skipped"));
    assert.deepEqual(failed("add", "sum", "old"), ["add"]);
    await ran(true, result("add", "skipped"), result("old", "passed"));
    assert.deepEqual(failed("add", "sum", "old"), ["add"]);
    await ran(true, result("add", "skipped"), result("add", "passed"));
    assert.deepEqual(failed("add", "sum", "old"), []);
  });

  test("a run is remembered if at least one test had a result, also without failures", async () => {
    await ran(false, result("add", "skipped"));
    assert.equal(open().isKnown, false);
    await ran(false, result("add", "passed"));
    assert.deepEqual([open().isKnown, failed("add")], [true, []]);
    await ran(false, result("add", "failed"));
    await ran(false);
    assert.deepEqual(failed("add"), ["add"]);
  });

  test("only the user can read the stored file, which contains no names of tests", async () => {
    await ran(false, result("add-secret", "failed"));
    assert.doesNotMatch(`${file()} ${readFileSync(file(), "utf8")}`, /secret|calc/);
    if (process.platform !== "win32") assert.equal(statSync(file()).mode & 0o077, 0);
  });

  test("a stored file that another program wrote chooses no tests", async () => {
    await ran(false, result("add", "failed"));
    const deep = `{"failed":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const long = JSON.stringify({ failed: Array.from({ length: 200_000 }, (_, at) => `${at}`.padEnd(43, "x")) });
    for (const text of ["", "{", "null", "[]", '{"failed":7}', '{"failed":[null,{},7,"add"]}', deep, long]) {
      writeFileSync(file(), text);
      assert.deepEqual([open().isKnown, failed("add", "sum")], [false, []], text.slice(0, 50));
    }
  });

  test("a folder for caches that is relative, or can't be written, is not used", async () => {
    env = { XDG_CACHE_HOME: join(temporaryFolder(), "file") };
    writeFileSync(env.XDG_CACHE_HOME, "");
    await ran(false, result("add", "failed"));
    assert.deepEqual([open().isKnown, failed("add")], [false, []]);
  });
});
