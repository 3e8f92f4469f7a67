import assert from "node:assert/strict";
import { ComparedResults } from "../../../../client/src/core/run/compared.ts";
import type { TestResult } from "../../../../client/src/core/run/results.ts";

type Result = TestResult<string>;

suite("the results of a comparison", () => {
  const result = (id: number, more: Partial<Result> = {}): Result =>
    ({ request: { id, name: `r${id}` }, outcome: "passed", results: [], duration: 1, attempts: 1, ...more }) as Result;
  const response = (id: number, exchange: string): Result => result(id, { exchange });
  const compare = (stop = new AbortController().signal, compared = () => {}) =>
    new ComparedResults<string>(
      ["old", "new"],
      {
        statusOf: (exchange) => (exchange === undefined ? undefined : 200),
        async differences(first, other) {
          compared();
          return first === other ? [] : [{ text: "body", at: undefined, held: false, why: `${first} ${other}` }];
        },
      },
      stop,
    );
  const outcomes = async (pairs: ComparedResults<string>) =>
    (await pairs.finish()).map(({ request, outcome }) => `${request.name} ${outcome}`);

  test("only the exchange of a request whose responses differ is kept", async () => {
    const pairs = compare();
    for (const side of [0, 1]) {
      pairs.take(side, response(1, "a"));
      pairs.take(side, response(2, `a${side}`));
    }
    const results = await pairs.finish();
    assert.deepEqual(
      results.map(({ outcome, exchange }) => [outcome, exchange === undefined]),
      [
        ["passed", true],
        ["failed", false],
      ],
    );
  });

  test("two results are compared before the end of the run", async () => {
    await new Promise<void>((done) => {
      const pairs = compare(undefined, done);
      pairs.take(1, response(1, "a"));
      pairs.take(0, response(1, "b"));
    });
  });

  test("a request that is sent several times has one result, the first bad one", async () => {
    const pairs = compare();
    for (const [old, another] of [
      ["a", "a"],
      ["a", "b"],
      ["c", "c"],
    ] as const) {
      pairs.take(0, response(1, old));
      pairs.take(1, response(1, another));
    }
    pairs.take(0, response(1, "d"));
    assert.deepEqual(await outcomes(pairs), ["r1 failed"]);
  });

  test("a request with a result in only one environment has failed, unless the run was stopped", async () => {
    const stop = new AbortController();
    for (const expected of ["failed", "skipped"]) {
      const pairs = compare(stop.signal);
      pairs.take(0, response(1, "a"));
      pairs.take(1, result(1, { outcome: "skipped" }));
      pairs.take(1, response(2, "a"));
      assert.deepEqual(await outcomes(pairs), [`r1 ${expected}`, `r2 ${expected}`]);
      stop.abort();
    }
  });
});
