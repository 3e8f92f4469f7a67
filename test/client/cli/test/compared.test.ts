import assert from "node:assert/strict";
import { ComparedResults } from "../../../../client/src/cli/test/compared.ts";
import type { Shown } from "../../../../client/src/cli/test/fileHost.ts";
import type { TestResult } from "../../../../client/src/core/run/results.ts";
import { analyze } from "../../../../server/src/service/languageService.ts";
import { request } from "../../../support/findings.ts";

type Result = TestResult<Shown>;

suite("the results of a comparison", () => {
  const result = (id: number, more: Partial<Result> = {}): Result =>
    ({ request: { id, name: `r${id}` }, outcome: "passed", results: [], duration: 1, attempts: 1, ...more }) as Result;
  const analysis = analyze(request());
  /** A result with this response. */
  const response = (id: number, body: string): Result => {
    const fields = [{ name: "Content-Type", value: "text/plain" }];
    const received = { kind: "response", status: 200, fields, body: new TextEncoder().encode(body), total: 1 };
    const sent = { analysis, outgoing: { fields, body: new Uint8Array() } };
    return result(id, { exchange: { sent, received } as unknown as Shown });
  };
  const compare = (stop = new AbortController().signal, headers = () => [] as readonly string[]) =>
    new ComparedResults(
      ["old", "new"],
      {
        get headers() {
          return headers();
        },
        ignored: [],
      },
      stop,
    );
  const outcomes = async (pairs: ComparedResults) =>
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
      const pairs = compare(undefined, () => {
        done();
        return [];
      });
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

  test("a request with a result on one side failed, unless the run was stopped", async () => {
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
