import { posix } from "node:path";
import type { BaselineChange, TestReport } from "../../core/testing/report.ts";
import { formatDuration, medianOf } from "../../core/text/quantities.ts";
import { readBytes } from "../files.ts";

interface BeforeTest {
  /** Durations of the test's runs that passed, in milliseconds. */
  readonly durations: number[];
  passed: boolean;
}

/** The durations and outcomes of tests in JSON reports of earlier runs. */
export class Baseline {
  readonly #tests: ReadonlyMap<string, BeforeTest>;

  private constructor(tests: ReadonlyMap<string, BeforeTest>) {
    this.#tests = tests;
  }

  /** Reads reports; the last one that has a test decides whether it passed. Returns a sentence if one can't be used. */
  static read(files: readonly string[], cwd: string): Baseline | string {
    const tests = new Map<string, BeforeTest>();
    for (const file of files) {
      const bytes = readBytes(file, cwd);
      if (typeof bytes === "string") return bytes;
      const reported = bytes.length > mostBytes ? undefined : testsIn(bytes);
      if (!reported) return `${file} isn't a JSON report of soaphttp test (--reporter json=FILE).`;
      const seen = new Set<string>();
      for (const test of reported) {
        const key = keyOf(test);
        const before = tests.get(key) ?? { durations: [], passed: true };
        const isPassed = test.outcome === "passed";
        if (isPassed) before.durations.push(test.duration);
        // Requests without a name may have the same one.
        before.passed = isPassed && (before.passed || !seen.has(key));
        tests.set(key, before);
        seen.add(key);
      }
    }
    return new Baseline(tests);
  }

  /** Undefined if the baseline lacks the test, or if the difference is small. */
  changeOf(test: TestReport): BaselineChange | undefined {
    const before = this.#tests.get(keyOf(test));
    if (!before || test.outcome === "skipped") return undefined;
    if (test.outcome !== "passed") return before.passed ? newlyFailing : undefined;
    if (before.durations.length === 0) return undefined;
    const median = medianOf(before.durations);
    const isSlower = test.duration > 2 * median && test.duration - median > leastDifference;
    if (!isSlower) return undefined;
    return { kind: "slower", before: median, text: `slower than the baseline (${formatDuration(median)})` };
  }
}

const newlyFailing = { kind: "newlyFailing", text: "newly failing" } as const;

/** Minimum difference in milliseconds; smaller ones may be chance. */
const leastDifference = 50;

const mostBytes = 256 * 1024 * 1024;

type ReportedTest = Pick<TestReport, "file" | "name" | "duration"> & { readonly outcome: string };

/** Returns the key of a test, which is the same however the user wrote the name of the file. */
function keyOf({ file, name }: Pick<TestReport, "file" | "name">): string {
  return JSON.stringify([posix.normalize(file.replaceAll("\\", "/")), name]);
}

function testsIn(bytes: Uint8Array): readonly ReportedTest[] | undefined {
  try {
    const tests: unknown = Object(JSON.parse(new TextDecoder().decode(bytes))).tests;
    return Array.isArray(tests) && tests.every(isTest) ? tests : undefined;
  } catch {
    return undefined;
  }
}

function isTest(test: unknown): test is ReportedTest {
  const { file, name, outcome, duration } = Object(test);
  const areTexts = [file, name, outcome].every((one) => typeof one === "string");
  return areTexts && Number.isFinite(duration) && duration >= 0;
}
