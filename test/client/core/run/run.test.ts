import assert from "node:assert/strict";
import type { DataRow, RunAttempt, TestResult } from "../../../../client/src/core/run/results.ts";
import { testName } from "../../../../client/src/core/run/results.ts";
import { nameFilter, runFile } from "../../../../client/src/core/run/run.ts";
import type { GivenValue, RunRequest } from "../../../../server/src/protocol/protocol.ts";

function request(id: number, name: string, changes: Partial<RunRequest> = {}): RunRequest {
  const usual = { needs: [], isTest: true, problem: undefined, skip: undefined, repeat: 1, data: undefined };
  return { id, name, ...usual, retry: { times: 0, every: 0 }, ...changes };
}

const complete = (held: boolean, set: Readonly<Record<string, string>> = {}): RunAttempt<string> => ({
  kind: "complete",
  exchange: "",
  results: [{ text: "status 200", at: undefined, held }],
  set: new Map(Object.entries(set).map(([name, text]) => [name, { text, secret: false }])),
});

interface Ran {
  /** The names of the requests in the order in which they were sent. */
  readonly sent: readonly string[];
  readonly results: readonly TestResult<string>[];
  /** `name outcome` */
  readonly outcomes: readonly string[];
}

/** Runs requests against a host that returns `answers` by name, one after the other, or else success. */
async function run(
  requests: readonly RunRequest[],
  answers: Readonly<Record<string, readonly RunAttempt<string>[]>> = {},
  {
    rows = [],
    selected,
    stopAfter,
  }: { rows?: readonly DataRow[] | string; selected?: readonly number[]; stopAfter?: number } = {},
): Promise<Ran & { readonly values: readonly ReadonlyMap<string, GivenValue>[] }> {
  const sent: string[] = [];
  const values: ReadonlyMap<string, GivenValue>[] = [];
  const results: TestResult<string>[] = [];
  const stop = new AbortController();
  const host = {
    rows: async () => rows,
    attempt: async ({ name }: RunRequest, given: ReadonlyMap<string, GivenValue>) => {
      const before = sent.filter((one) => one === name).length;
      sent.push(name);
      values.push(given);
      if (sent.length === stopAfter) stop.abort();
      return answers[name]?.[before] ?? complete(true);
    },
    wait: async () => {},
    now: () => 0,
  };
  await runFile(requests, host, {
    selected: new Set(selected ?? requests.map(({ id }) => id)),
    signal: stop.signal,
    onResult: (result) => results.push(result),
  });
  return { sent, values, results, outcomes: results.map((one) => `${testName(one)} ${one.outcome}`) };
}

suite("a run of a file", () => {
  test("a run sends requests in order, each after the requests that it needs", async () => {
    const { sent } = await run([request(0, "b", { needs: [2] }), request(1, "c"), request(2, "a")]);
    assert.deepEqual(sent, ["a", "b", "c"]);
  });

  test("a run sends what a selected request needs, and nothing else", async () => {
    const all = [request(0, "login", { isTest: false }), request(1, "other"), request(2, "add", { needs: [0] })];
    const { sent, outcomes } = await run(all, {}, { selected: [2] });
    assert.deepEqual([sent, outcomes], [["login", "add"], ["add passed"]]);
  });

  test("a run doesn't send a request if a needed request didn't succeed or was skipped", async () => {
    const all = [
      request(0, "login"),
      request(1, "add", { needs: [0] }),
      request(2, "off", { skip: "later" }),
      request(3, "x", { needs: [2] }),
    ];
    const { sent, outcomes, results } = await run(all, { login: [complete(false)] });
    assert.deepEqual(sent, ["login"]);
    assert.deepEqual(outcomes, ["login failed", "add failed", "off skipped", "x skipped"]);
    assert.equal(results[2]?.why, "later");
  });

  test("a run passes variables that a response sets to later requests", async () => {
    const { values } = await run([request(0, "login"), request(1, "add")], { login: [complete(true, { token: "t" })] });
    assert.equal(values[1]?.get("token")?.text, "t");
  });

  test("a run sends a request once for each row, with the columns as variables", async () => {
    const rows = ["1", "2"].map((text) => new Map([["a", { text, secret: false }]]));
    const { outcomes, values } = await run(
      [request(0, "add", { data: "r.csv" })],
      { add: [complete(true), complete(false)] },
      { rows },
    );
    assert.deepEqual(outcomes, ["add [1] passed", "add [2] failed"]);
    assert.equal(values[1]?.get("a")?.text, "2");
  });

  test("a run reports a data file that can't be read, or has no rows", async () => {
    for (const rows of ["no such file", []]) {
      const { outcomes } = await run([request(0, "add", { data: "r.csv" }), request(1, "b")], {}, { rows });
      assert.deepEqual(outcomes, ["add unsent", "b passed"]);
    }
  });

  test("a run sends a request again until its expectations hold, or the retries are used up", async () => {
    const retry = { times: 2, every: 5 };
    const good = await run([request(0, "a", { retry })], { a: [complete(false), complete(true)] });
    assert.deepEqual([good.outcomes, good.results[0]?.attempts], [["a passed"], 2]);
    const bad = await run([request(0, "a", { retry })], { a: [complete(false), complete(false), complete(false)] });
    assert.deepEqual([bad.outcomes, bad.results[0]?.attempts], [["a failed"], 3]);
  });

  test("a run repeats a request until it fails", async () => {
    const { sent, outcomes } = await run([request(0, "a", { repeat: 5 })], { a: [complete(true), complete(false)] });
    assert.deepEqual([sent.length, outcomes], [2, ["a failed"]]);
  });

  test("a run skips the rest after it was stopped", async () => {
    const { sent, outcomes } = await run([request(0, "a"), request(1, "b")], {}, { stopAfter: 1 });
    assert.deepEqual([sent, outcomes], [["a"], ["a passed", "b skipped"]]);
  });

  test("a run reports requests that need each other, and goes on", async () => {
    const problem = "It needs requests that need it.";
    const all = [request(0, "a", { needs: [1], problem }), request(1, "b", { needs: [0], problem }), request(2, "c")];
    const { outcomes } = await run(all);
    assert.deepEqual(outcomes, ["a unsent", "b unsent", "c passed"]);
  });
});

suite("patterns of names", () => {
  test("patterns match names with * and ?", () => {
    const matches = (pattern: string, name: string) => nameFilter([pattern])(name);
    assert.ok(matches("log*", "login") && matches("*in", "login") && matches("l?gin", "login") && matches("*", ""));
    assert.ok(!matches("log", "login") && !matches("*out", "login") && !matches("?", ""));
    assert.ok(!matches(`${"*a".repeat(50)}b`, "a".repeat(5000)));
  });
});
