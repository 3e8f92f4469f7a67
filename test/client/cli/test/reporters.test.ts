import assert from "node:assert/strict";
import { reporters } from "../../../../client/src/cli/test/reporters.ts";
import type { BaselineChange, TestReport } from "../../../../client/src/core/testing/report.ts";

/** What a reporter writes about a test. */
function written(
  name: keyof typeof reporters,
  outcome: "passed" | "failed",
  seed?: string,
  change?: BaselineChange,
): string {
  const test: TestReport = {
    ...{ file: "a.soaphttp", line: 3, name: "add", title: undefined, outcome, why: undefined },
    results: [{ text: "status 200", held: outcome === "passed", line: 2 }],
    ...{ duration: 5, attempts: 1, seed, exchange: undefined, change },
  };
  const reporter = reporters[name].create({ paint: (_, text) => text, nameInRepository: (file) => file });
  const none = { passed: 0, failed: 0, noResponse: 0, unsent: 0, skipped: 0 };
  const { kind } = change ?? {};
  const changes = kind && { slower: 0, newlyFailing: 0, [kind]: 1 };
  const counts = { ...none, [outcome]: 1, files: 1, duration: 5, changes };
  return [reporter.begin(), reporter.file("a.soaphttp", [test]), reporter.end(counts)].join("");
}

/** How each reporter names a seed, and whether it does so for a test that passed. */
const seeds: readonly (readonly [keyof typeof reporters, RegExp, boolean])[] = [
  ["text", /add.*, seed 4711\b/, true],
  ["json", /"seed":"4711"/, true],
  ["junit", /<property name="seed" value="4711"\/>/, true],
  ["tap", /^ {4}seed 4711$/m, false],
  ["github", /^::error .*%0Aseed 4711$/m, false],
  ["html", /, seed 4711<\/p>/, false],
];

/** How each reporter shows a test that is slower than the baseline, and one that is newly failing. */
const changes: Readonly<Record<keyof typeof reporters, readonly [slower: RegExp, newlyFailing: RegExp]>> = {
  text: [
    /✓ add 5 ms, slower than the baseline \(2 ms\)[\s\S]*; 1 slower$/m,
    /✗ add 5 ms, newly failing[\s\S]*; 1 newly failing$/m,
  ],
  json: [/"change":\{"kind":"slower","before":2,[\s\S]*"changes":\{"slower":1,/, /"change":\{"kind":"newlyFailing",/],
  junit: [
    /<property name="baseline" value="slower than the baseline \(2 ms\)"\/>/,
    /<property name="baseline" value="newly failing"\/>/,
  ],
  tap: [/^ok .*\n# slower than the baseline \(2 ms\)$/m, /^not ok [\s\S]*^ {4}newly failing$/m],
  github: [
    /^::warning file=a.soaphttp,line=3,.*::slower than the baseline \(2 ms\)$/m,
    /^::error .*%0Anewly failing$/m,
  ],
  html: [
    /<td>add <span class="soft">slower than the baseline \(2 ms\)<\/span>/,
    /<span class="soft">newly failing<\/span>/,
  ],
};

suite("reporters", () => {
  for (const name of Object.keys(reporters) as (keyof typeof reporters)[])
    test(`The reporter ${name} shows how a test differs from the baseline`, () => {
      const [slower, newlyFailing] = changes[name];
      assert.match(
        written(name, "passed", undefined, { kind: "slower", before: 2, text: "slower than the baseline (2 ms)" }),
        slower,
      );
      assert.match(written(name, "failed", undefined, { kind: "newlyFailing", text: "newly failing" }), newlyFailing);
      for (const outcome of ["passed", "failed"] as const)
        assert.doesNotMatch(written(name, outcome), /slower|newly|changes?"|baseline/);
    });

  for (const [name, pattern, isInPassed] of seeds)
    test(`The reporter ${name} names the seed of a test`, () => {
      assert.match(written(name, "failed", "4711"), pattern);
      assert.equal(pattern.test(written(name, "passed", "4711")), isInPassed);
      for (const outcome of ["failed", "passed"] as const)
        assert.doesNotMatch(written(name, outcome, undefined), /seed/);
    });

  test("All reporters are in the table of seeds", () => {
    assert.deepEqual(
      seeds.map(([name]) => name),
      Object.keys(reporters),
    );
  });
});
