import assert from "node:assert/strict";
import { type RowsOfFile, runFile } from "../../../../client/src/core/run/fileRows.ts";
import type { DataRow, RunAttempt, TestResult } from "../../../../client/src/core/run/results.ts";
import { nameFilter, testName } from "../../../../client/src/core/run/results.ts";
import type { FlowState, GivenValue, RunRequest, SendingTurn } from "../../../../server/src/protocol/protocol.ts";
import { runRequest as request } from "../../support.ts";

const file = { kind: "file", path: "r.csv" } as const;

const complete = (held: boolean, set: Readonly<Record<string, string>> = {}): RunAttempt<string> => ({
  kind: "complete",
  exchange: "",
  results: [{ text: "status 200", at: undefined, held }],
  set: new Map(Object.entries(set).map(([name, text]) => [name, { text, secret: false }])),
});

interface Ran {
  readonly sent: readonly string[];
  readonly results: readonly TestResult<string>[];
  /** Each result as `name outcome`. */
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
    skipped = [],
  }: {
    skipped?: readonly (boolean | string)[];
    rows?: readonly DataRow[] | string;
    selected?: readonly number[];
    stopAfter?: number;
  } = {},
): Promise<Ran & { readonly values: readonly ReadonlyMap<string, GivenValue>[] }> {
  const sent: string[] = [];
  let skips = 0;
  const values: ReadonlyMap<string, GivenValue>[] = [];
  const results: TestResult<string>[] = [];
  const stop = new AbortController();
  if (stopAfter === 0) stop.abort();
  const host = {
    rows: async () => rows,
    skipped: async () => skipped[skips++] ?? false,
    attempt: async ({ name }: RunRequest, given: ReadonlyMap<string, GivenValue>) => {
      const before = sent.filter((one) => one === name).length;
      sent.push(name);
      values.push(given);
      if (sent.length === stopAfter) stop.abort();
      return answers[name]?.[before] ?? complete(true);
    },
    wait: async (milliseconds: number) => {
      sent.push(`wait ${milliseconds}`);
      if (sent.length === stopAfter) stop.abort();
    },
    imported: async () => "There are no imports.",
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

  test("A run numbers the sendings of each row, whatever was sent for other rows", async () => {
    const turns: string[] = [];
    const rows = ["1", "2"].map((text) => new Map([["a", { text, secret: false }]]));
    const host = {
      rows: async () => rows,
      skipped: async () => false,
      attempt: async (
        { name }: RunRequest,
        given: ReadonlyMap<string, GivenValue>,
        _signal: AbortSignal,
        _state: FlowState,
        { row, number }: SendingTurn,
      ) => {
        turns.push(`${name} ${row ?? "-"} ${number}`);
        return complete(given.get("a")?.text !== "1" || number > 1);
      },
      wait: async () => {},
      imported: async () => "There are no imports.",
      now: () => 0,
    };
    const all = [
      request(0, "open", { hook: { when: "before", how: "each" } }),
      request(1, "item", { data: file, retry: { times: 2, every: 0 } }),
      request(2, "end"),
    ];
    const options = { selected: new Set([1, 2]), signal: new AbortController().signal, onResult: () => {} };
    await runFile(all, host, options);
    assert.deepEqual(turns, ["open - 1", "item 1 1", "item 1 2", "item 2 1", "open - 2", "end - 1"]);
  });

  test("a run passes variables that a response sets to later requests", async () => {
    const { values } = await run([request(0, "login"), request(1, "add")], { login: [complete(true, { token: "t" })] });
    assert.equal(values[1]?.get("token")?.text, "t");
  });

  test("a run sends a request once for each row, with the columns as variables", async () => {
    const rows = ["1", "2"].map((text) => new Map([["a", { text, secret: false }]]));
    const { outcomes, values } = await run(
      [request(0, "add", { data: file })],
      { add: [complete(true), complete(false)] },
      { rows },
    );
    assert.deepEqual(outcomes, ["add [1] passed", "add [2] failed"]);
    assert.equal(values[1]?.get("a")?.text, "2");
  });

  test("a run skips a request that is sent for the values of a response, if there are none", async () => {
    const data = { kind: "values", name: "id", of: "list.response.body.//m:Id" } as const;
    const { results, sent } = await run([request(0, "add", { data }), request(1, "b", { needs: [0] })]);
    assert.deepEqual(sent, []);
    assert.deepEqual(
      results.map(({ outcome, why }) => [outcome, why]),
      [
        ["skipped", "list.response.body.//m:Id finds nothing, so there is nothing to send."],
        ["skipped", "It needs add, which was skipped."],
      ],
    );
    const many = await run([request(0, "add", { data })], {}, { rows: [new Map(), new Map()] });
    assert.deepEqual(many.outcomes, ["add [1] passed", "add [2] passed"]);
    const unread = await run([request(0, "add", { data })], {}, { rows: "The body isn't XML." });
    assert.deepEqual(unread.outcomes, ["add unsent"]);
  });

  test("a run reports a data file that can't be read, or has no rows", async () => {
    for (const rows of ["no such file", []]) {
      const { outcomes } = await run([request(0, "add", { data: file }), request(1, "b")], {}, { rows });
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

  test("a run waits before it sends a request, for each row, and sends nothing if it is stopped then", async () => {
    const all = [request(0, "a", { wait: 2000, data: file, repeat: 2 }), request(1, "b")];
    const rows = [new Map(), new Map()];
    const { sent } = await run(all, {}, { rows });
    assert.deepEqual(sent, ["wait 2000", "a", "a", "wait 2000", "a", "a", "b"]);
    const stopped = await run(all, {}, { rows, stopAfter: 1 });
    assert.deepEqual([stopped.sent, stopped.outcomes], [["wait 2000"], ["a [1] skipped", "b skipped"]]);
  });

  test("a run skips rows whose condition holds, and doesn't send one whose condition is unknown", async () => {
    const all = [request(0, "a", { skipWhen: "if {{x}} = 1", data: file }), request(1, "b", { needs: [0] })];
    const rows = [new Map(), new Map(), new Map()];
    const { sent, results, outcomes } = await run(all, {}, { rows, skipped: [true, false, "No value."] });
    assert.deepEqual([sent, outcomes], [["a"], ["a [1] skipped", "a [2] passed", "a [3] unsent", "b failed"]]);
    assert.deepEqual([results[0]?.why, results[2]?.why], ["if {{x}} = 1", "No value."]);
  });

  test("a run for each row of its file ends each row, and begins and ends once, also when it is stopped", async () => {
    const hook = (when: "before" | "after", how: "row" | "once") => ({ when, how }) as const;
    const all = [
      request(0, "seed", { hook: hook("before", "once") }),
      request(1, "open", { hook: hook("before", "row"), needs: [0] }),
      request(2, "a", { needs: [0, 1] }),
      request(3, "close", { hook: hook("after", "row"), needs: [1] }),
      request(4, "end", { hook: hook("after", "once") }),
    ];
    const rows = ["1", "2", "3"].map((text, index) => {
      return { number: index + 1, label: `row ${text}`, values: new Map([["n", { text, secret: false }]]) };
    });
    const sent: string[] = [];
    const outcomes: string[] = [];
    const stop = new AbortController();
    const host = (of: string) => ({
      rows: async () => [],
      skipped: async () => false,
      imported: async () => "There are no imports.",
      attempt: async ({ name }: RunRequest, values: ReadonlyMap<string, GivenValue>) => {
        sent.push(`${of}${name}${values.get("n")?.text ?? ""}${values.get("id")?.text ?? ""}`);
        if (sent.includes("2:open2s")) stop.abort();
        return complete(true, name === "seed" ? { id: "s" } : {});
      },
      wait: async () => {},
      now: () => 0,
    });
    const options = {
      selected: new Set([2]),
      signal: stop.signal,
      onResult: (result: TestResult<string>) => outcomes.push(`${testName(result)} ${result.outcome}`),
    };
    const run: RowsOfFile<string>["run"] = ({ number }, send) => send(host(`${number}:`));
    await runFile(all, host(""), options, { rows, atOnce: 1, run });
    assert.deepEqual(sent, ["seed", "1:open1s", "1:a1s", "1:close1s", "2:open2s", "2:close2s", "ends"]);
    assert.equal(outcomes[5], "row 2 › a skipped");
  });

  suite("requests before and after the others", () => {
    const before = { when: "before", how: "row" } as const;
    const after = { when: "after", how: "row" } as const;

    test("a run sends the requests of @before first and the requests of @after last, if any other is chosen", async () => {
      const all = [
        request(0, "clean", { hook: after, isTest: false }),
        request(1, "a", { needs: [3] }),
        request(2, "b", { needs: [3] }),
        request(3, "seed", { hook: before }),
      ];
      assert.deepEqual((await run(all, {}, { selected: [2] })).sent, ["seed", "b", "clean"]);
      assert.deepEqual((await run(all, {}, { selected: [] })).sent, []);
      const failed = await run(all, { seed: [complete(false)] });
      assert.deepEqual(failed.sent, ["seed", "clean"]);
      assert.deepEqual(failed.outcomes, ["seed failed", "a failed", "b failed"]);
    });

    test("a run that is stopped sends the requests of @after, with the responses that exist", async () => {
      const all = [
        request(0, "a"),
        request(1, "b"),
        request(2, "drop a", { hook: after, needs: [0] }),
        request(3, "drop b", { hook: after, needs: [1] }),
      ];
      const { sent, results } = await run(all, { a: [complete(false)] }, { stopAfter: 1 });
      assert.deepEqual(sent, ["a", "drop a"]);
      assert.deepEqual(
        results.map(({ request, outcome, why }) => `${request.name} ${outcome} ${why ?? ""}`.trim()),
        [
          "a failed",
          "b skipped The run was stopped.",
          "drop a passed",
          "drop b skipped It needs b, which was not sent.",
        ],
      );
    });

    test("A run that is stopped before it begins sends nothing of the file", async () => {
      const all = [request(0, "seed", { hook: before }), request(1, "a"), request(2, "drop", { hook: after })];
      assert.deepEqual((await run(all, {}, { stopAfter: 0 })).sent, []);
    });

    test("a run skips a request of @after whose value is missing because a needed request did not succeed", async () => {
      const all = [request(0, "a"), request(1, "drop", { hook: after, needs: [0] })];
      const { results } = await run(all, { a: [complete(false)], drop: [{ kind: "unsent", why: "No value." }] });
      assert.deepEqual([results[1]?.outcome, results[1]?.why], ["skipped", "It needs a, which did not succeed."]);
      const good = await run(all, { drop: [{ kind: "unsent", why: "No value." }] });
      assert.equal(good.results[1]?.outcome, "unsent");
    });

    test("a run sends @before each and @after each around each request, but not around the requests that it needs", async () => {
      const all = [
        request(0, "reset", { hook: { when: "before", how: "each" }, needs: [4] }),
        request(1, "log", { hook: { when: "after", how: "each" } }),
        request(2, "a"),
        request(3, "b", { skip: "" }),
        request(4, "login", { isTest: false }),
        request(5, "c"),
      ];
      const { sent } = await run(all, { a: [complete(false)] });
      assert.deepEqual(sent, ["login", "reset", "a", "log", "reset", "c", "log"]);
      const failed = await run(all, { reset: [complete(false), complete(true)] });
      assert.deepEqual(failed.sent, ["login", "reset", "log", "reset", "c", "log"]);
      assert.ok(failed.outcomes.includes("a failed"));
    });

    test("a test that a request of @before each needs is sent once", async () => {
      const all = [
        request(0, "login"),
        request(1, "reset", { hook: { when: "before", how: "each" }, needs: [0] }),
        request(2, "log", { hook: { when: "after", how: "each" } }),
        request(3, "a"),
      ];
      const { sent, outcomes } = await run(all);
      assert.deepEqual(sent, ["login", "reset", "log", "reset", "a", "log"]);
      assert.equal(outcomes.filter((one) => one === "login passed").length, 1);
      const failed = await run(all, { login: [complete(false)] });
      assert.deepEqual(failed.sent, ["login", "log", "log"]);
      assert.deepEqual(
        failed.outcomes.filter((one) => /^(?:login|a) /.test(one)),
        ["login failed", "a failed"],
      );
    });

    test("a request that one of @after each renews is sent without @before each and @after each, and all its rows are sent in a stopped run", async () => {
      const all = [
        request(0, "log", { hook: { when: "after", how: "each" }, data: file }),
        request(1, "login", { isTest: false }),
        request(2, "a"),
      ];
      const renewal = { ...complete(false), next: { kind: "renew", id: 1, name: "login" } } as const;
      const log = Array.from({ length: 9 }, () => renewal);
      const rows = [new Map(), new Map()];
      const { sent } = await run(all, { log }, { rows, selected: [2], stopAfter: 1 });
      assert.deepEqual(sent, ["a", "log", "login", "log", "log", "login", "log"]);
    });
  });

  test("a run repeats a request until it fails", async () => {
    const { sent, outcomes } = await run([request(0, "a", { repeat: 5 })], { a: [complete(true), complete(false)] });
    assert.deepEqual([sent.length, outcomes], [2, ["a failed"]]);
  });

  test("a run sends a request again to renew its value, with the values that it sets, and reports it once", async () => {
    const renewal = { ...complete(true), next: { kind: "renew", id: 0, name: "login" } } as const;
    const login = [complete(true, { token: "old" }), complete(true, { token: "new" })];
    const all = [request(0, "login"), request(1, "list", { needs: [0] })];
    const { sent, outcomes, values, results } = await run(all, { login, list: [renewal] });
    assert.deepEqual(sent, ["login", "list", "login", "list"]);
    assert.deepEqual(outcomes, ["login passed", "list passed"]);
    assert.deepEqual([values[1]?.get("token")?.text, values[3]?.get("token")?.text], ["old", "new"]);
    assert.equal(results[1]?.attempts, 2);
  });

  test("a run reports a request that is first sent as a renewal, and doesn't send it again in its turn", async () => {
    const renewal = { ...complete(true), next: { kind: "renew", id: 1, name: "login" } } as const;
    const { sent, outcomes } = await run([request(0, "list"), request(1, "login")], { list: [renewal] });
    assert.deepEqual(
      [sent, outcomes],
      [
        ["list", "login", "list"],
        ["login passed", "list passed"],
      ],
    );
  });

  test("a run fails a request whose renewal did not succeed", async () => {
    const renewal = { ...complete(true), next: { kind: "renew", id: 0, name: "login" } } as const;
    const all = [request(0, "login"), request(1, "list")];
    const { sent, outcomes, results } = await run(all, { login: [complete(true), complete(false)], list: [renewal] });
    assert.deepEqual(
      [sent, outcomes],
      [
        ["login", "list", "login"],
        ["login passed", "list failed"],
      ],
    );
    assert.equal(results[1]?.why, "It needs login, which did not succeed.");
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
