import assert from "node:assert/strict";
import { reporters } from "../../../../client/src/cli/test/reporters.ts";
import type { TestReport } from "../../../../client/src/core/testing/report.ts";

/** What a reporter writes about a test. */
function written(name: keyof typeof reporters, outcome: "passed" | "failed", seed: string | undefined): string {
  const test: TestReport = {
    ...{ file: "a.soaphttp", line: 3, name: "add", title: undefined, outcome, why: undefined },
    results: [{ text: "status 200", held: outcome === "passed", line: 2 }],
    ...{ duration: 5, attempts: 1, seed, exchange: undefined },
  };
  const reporter = reporters[name].create({ paint: (_, text) => text, nameInRepository: (file) => file });
  const none = { passed: 0, failed: 0, noResponse: 0, unsent: 0, skipped: 0 };
  const counts = { ...none, [outcome]: 1, files: 1, duration: 5 };
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

suite("reporters", () => {
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
