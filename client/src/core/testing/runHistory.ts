import type { Memory } from "../memory.ts";
import { isBad } from "../run/results.ts";
import { medianOf } from "../text/quantities.ts";
import type { TestReport } from "./report.ts";

/** Stored figures of a run of tests, without names and texts. */
export interface RunFigures {
  /** Time at which the run ended, in milliseconds. */
  readonly at: number;
  readonly passed: number;
  /** Number of failed tests, including tests without a response and tests that weren't sent. */
  readonly failed: number;
  /** Median of the durations of sent tests, in milliseconds. */
  readonly median: number;
}

const runsKey = "soaphttp.testRuns";

const mostRuns = 20;

/** The last runs, the oldest first. */
export function keptRuns(memory: Memory): readonly RunFigures[] {
  const stored = memory.get(runsKey);
  return Array.isArray(stored) ? stored.filter(isFigures) : [];
}

export function keepRun(memory: Memory, tests: readonly TestReport[], at: Date): readonly RunFigures[] {
  const durations = tests.flatMap(({ attempts, duration }) => (attempts > 0 ? duration : []));
  const figures = {
    at: at.getTime(),
    passed: tests.filter(({ outcome }) => outcome === "passed").length,
    failed: tests.filter(({ outcome }) => isBad(outcome)).length,
    median: medianOf(durations),
  };
  const runs = [...keptRuns(memory), figures].slice(-mostRuns);
  void memory.update(runsKey, runs);
  return runs;
}

function isFigures(stored: unknown): stored is RunFigures {
  const names = ["at", "passed", "failed", "median"];
  return typeof stored === "object" && stored !== null && names.every((name) => Number.isFinite(Object(stored)[name]));
}
