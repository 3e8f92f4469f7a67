import assert from "node:assert/strict";
import { reporters } from "../../../../client/src/cli/test/reporters.ts";
import type { BaselineChange, TestReport } from "../../../../client/src/core/testing/report.ts";

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

/** What each reporter writes about a test that is slower than the baseline, about a newly failing one, and about a seed. */
interface Written {
  readonly slower: RegExp;
  readonly newlyFailing: RegExp;
  readonly seed: RegExp;
  /** Whether the reporter also writes the seed of a test that passed. */
  readonly isInPassed?: true;
}

const patterns: Readonly<Record<keyof typeof reporters, Written>> = {
  text: {
    slower: /✓ add 5 ms, slower than the baseline \(2 ms\)[\s\S]*; 1 slower$/m,
    newlyFailing: /✗ add 5 ms, newly failing[\s\S]*; 1 newly failing$/m,
    seed: /add.*, seed 4711\b/,
    isInPassed: true,
  },
  json: {
    slower: /"change":\{"kind":"slower","before":2,[\s\S]*"changes":\{"slower":1,/,
    newlyFailing: /"change":\{"kind":"newlyFailing",/,
    seed: /"seed":"4711"/,
    isInPassed: true,
  },
  junit: {
    slower: /<property name="baseline" value="slower than the baseline \(2 ms\)"\/>/,
    newlyFailing: /<property name="baseline" value="newly failing"\/>/,
    seed: /<property name="seed" value="4711"\/>/,
    isInPassed: true,
  },
  tap: {
    slower: /^ok .*\n# slower than the baseline \(2 ms\)$/m,
    newlyFailing: /^not ok [\s\S]*^ {4}newly failing$/m,
    seed: /^ {4}seed 4711$/m,
  },
  github: {
    slower: /^::warning file=a.soaphttp,line=3,.*::slower than the baseline \(2 ms\)$/m,
    newlyFailing: /^::error .*%0Anewly failing$/m,
    seed: /^::error .*%0Aseed 4711$/m,
  },
  html: {
    slower: /<td>add <span class="soft">slower than the baseline \(2 ms\)<\/span>/,
    newlyFailing: /<span class="soft">newly failing<\/span>/,
    seed: /, seed 4711<\/p>/,
  },
};

suite("reporters", () => {
  for (const name of Object.keys(reporters) as (keyof typeof reporters)[]) {
    const { slower, newlyFailing, seed, isInPassed = false } = patterns[name];

    test(`The reporter ${name} shows how a test differs from the baseline`, () => {
      assert.match(
        written(name, "passed", undefined, { kind: "slower", before: 2, text: "slower than the baseline (2 ms)" }),
        slower,
      );
      assert.match(written(name, "failed", undefined, { kind: "newlyFailing", text: "newly failing" }), newlyFailing);
      for (const outcome of ["passed", "failed"] as const)
        assert.doesNotMatch(written(name, outcome), /slower|newly|changes?"|baseline/);
    });

    test(`The reporter ${name} names the seed of a test`, () => {
      assert.match(written(name, "failed", "4711"), seed);
      assert.equal(seed.test(written(name, "passed", "4711")), isInPassed);
      for (const outcome of ["failed", "passed"] as const)
        assert.doesNotMatch(written(name, outcome, undefined), /seed/);
    });
  }
});
