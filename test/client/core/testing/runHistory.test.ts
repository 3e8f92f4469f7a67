import { deepEqual } from "node:assert/strict";
import type { TestReport } from "../../../../client/src/core/testing/report.ts";
import { keepRun, keptRuns } from "../../../../client/src/core/testing/runHistory.ts";

const test1: TestReport = {
  ...{ file: "a.soaphttp", line: 1, name: "secret name", title: undefined, why: undefined, results: [], attempts: 1 },
  ...{ outcome: "passed", duration: 10, exchange: undefined },
};

function memoryWith(stored?: unknown) {
  const values = new Map<string, unknown>([["soaphttp.testRuns", stored]]);
  return {
    values,
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => {
      values.set(key, value);
    },
  };
}

suite("the figures of test runs", () => {
  test("the figures count what passed and failed, and have the median of what was sent", () => {
    const memory = memoryWith();
    const tests: readonly TestReport[] = [
      test1,
      { ...test1, outcome: "failed", duration: 40 },
      { ...test1, outcome: "noResponse", duration: 20 },
      { ...test1, outcome: "skipped", attempts: 0, duration: 0 },
    ];
    const figures = { at: 5, passed: 1, failed: 2, median: 20 };
    deepEqual(keepRun(memory, tests, new Date(5)), [figures]);
    deepEqual(keptRuns(memory), [figures]);
    const even = keepRun(memory, tests.slice(0, 2), new Date(6));
    deepEqual(even.at(-1), { at: 6, passed: 1, failed: 1, median: 25 });
    deepEqual(keepRun(memory, [], new Date(7)).at(-1), { at: 7, passed: 0, failed: 0, median: 0 });
  });

  test("the figures contain no names and no texts of tests", () => {
    const memory = memoryWith();
    keepRun(memory, [test1], new Date(5));
    deepEqual(/secret|soaphttp"/.test(JSON.stringify(memory.values.get("soaphttp.testRuns"))), false);
  });

  test("the figures are of the last 20 runs", () => {
    const memory = memoryWith();
    for (let at = 0; at < 25; at++) keepRun(memory, [test1], new Date(at));
    deepEqual(
      keptRuns(memory).map(({ at }) => at),
      Array.from({ length: 20 }, (_, at) => at + 5),
    );
  });

  test("there are no figures if the stored value isn't valid", () => {
    for (const stored of [undefined, null, "x", { at: 1 }, [1, null, { at: "1", passed: 1, failed: 0, median: 1 }]]) {
      deepEqual(keptRuns(memoryWith(stored)), [], JSON.stringify(stored));
    }
  });
});
