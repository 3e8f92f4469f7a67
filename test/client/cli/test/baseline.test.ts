import assert from "node:assert/strict";
import { Baseline } from "../../../../client/src/cli/test/baseline.ts";
import type { TestReport } from "../../../../client/src/core/testing/report.ts";
import { folderOf } from "../../../support/folders.ts";

function reported(outcome: TestReport["outcome"], duration: number, name = "add"): TestReport {
  return {
    ...{ file: "./a/../calc.soaphttp", line: 1, name, title: undefined, outcome, why: undefined, results: [] },
    ...{ duration, attempts: 1, exchange: undefined },
  };
}

function baselineOf(...reports: readonly (readonly TestReport[])[]): Baseline {
  const files = Object.fromEntries(reports.map((tests, at) => [`${at}.json`, JSON.stringify({ tests, counts: {} })]));
  const baseline = Baseline.read(Object.keys(files), folderOf(files));
  assert.ok(typeof baseline === "object", String(baseline));
  return baseline;
}

const slower = (before: number) => ({ kind: "slower", before, text: `slower than the baseline (${before} ms)` });

suite("the baseline of soaphttp test", () => {
  const cases: readonly (readonly [title: string, before: number, now: number, isSlower: boolean])[] = [
    ["more than twice and 50 ms longer", 100, 201, true],
    ["twice as long", 100, 200, false],
    ["more than twice, but only 50 ms longer", 10, 60, false],
    ["more than twice and 51 ms longer", 10, 61, true],
  ];
  for (const [title, before, now, isSlower] of cases)
    test(`a test that is ${title} is ${isSlower ? "" : "not "}slower`, () => {
      const change = baselineOf([reported("passed", before)]).changeOf(reported("passed", now));
      assert.deepEqual(change, isSlower ? slower(before) : undefined);
    });

  test("the durations of several reports have a median, without the tests that did not pass", () => {
    const before = [100, 5000, 120].map((duration) => [reported("passed", duration)]);
    const baseline = baselineOf(...before, [reported("failed", 9000)]);
    assert.deepEqual(baseline.changeOf(reported("passed", 241)), slower(120));
    assert.equal(baseline.changeOf(reported("passed", 240)), undefined);
  });

  test("a test is newly failing if it passed in the last report that has it", () => {
    const [passed, failed] = [reported("passed", 1), reported("failed", 1)];
    const newly = { kind: "newlyFailing", text: "newly failing" };
    for (const outcome of ["failed", "noResponse", "unsent"] as const)
      assert.deepEqual(baselineOf([failed], [passed], []).changeOf(reported(outcome, 1)), newly);
    assert.equal(baselineOf([passed], [failed]).changeOf(failed), undefined);
    assert.equal(baselineOf([passed]).changeOf(reported("skipped", 1)), undefined);
    assert.equal(baselineOf([passed]).changeOf(reported("failed", 1, "other")), undefined);
  });

  test("tests with the same name passed if all of them did", () => {
    const [passed, failed] = [reported("passed", 1), reported("failed", 1)];
    for (const both of [
      [passed, failed],
      [failed, passed],
    ])
      assert.equal(baselineOf(both).changeOf(failed), undefined);
    assert.ok(baselineOf([passed, passed]).changeOf(failed));
  });

  const wrong = ["", "null", "7", "[]", '{"tests":7}', '{"tests":[null]}', '{"tests":[{"file":"a","name":"b"}]}'];
  for (const text of [...wrong, '{"tests":[{"file":"a","name":"b","outcome":"passed","duration":-1}]}'])
    test(`a file is no report if it contains ${text || "nothing"}`, () => {
      const cwd = folderOf({ "a.json": text });
      const why = "a.json isn't a JSON report of soaphttp test (--reporter json=FILE).";
      assert.equal(Baseline.read(["a.json"], cwd), why);
    });

  test("a test in a report can be named as a property of objects", () => {
    const tests = [reported("passed", 1, "__proto__"), reported("passed", 1, "constructor")];
    assert.equal(baselineOf(tests).changeOf(reported("failed", 1, "__proto__"))?.kind, "newlyFailing");
  });
});
