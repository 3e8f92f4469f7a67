import type { ExpectationResult } from "../../../../server/src/protocol/protocol.ts";
import { expectationText, type TestOutcome } from "../run/results.ts";

/** A test in reports. All texts are redacted. */
export interface TestReport {
  readonly file: string;
  /** The line of the request line, from 1. */
  readonly line: number;
  readonly name: string;
  readonly title: string | undefined;
  readonly outcome: TestOutcome;
  readonly why: string | undefined;
  readonly results: readonly ReportedResult[];
  /** Duration in milliseconds. */
  readonly duration: number;
  readonly attempts: number;
  /** The seed of the test's random values. */
  readonly seed?: string | undefined;
  /** The sent request and the received response, unless the test passed. */
  readonly exchange: { readonly request: string; readonly response: string } | undefined;
  readonly change?: BaselineChange | undefined;
}

/** How a test differs from earlier runs, also in words. `before`: the median of their durations, in milliseconds. */
export type BaselineChange =
  | { readonly kind: "slower"; readonly before: number; readonly text: string }
  | { readonly kind: "newlyFailing"; readonly text: string };

/** `line`: the line of the directive, or of the request line. */
export type ReportedResult = Omit<ExpectationResult, "at"> & { readonly line: number };

export function redactedResult<Result extends Omit<ReportedResult, "line">>(
  result: Result,
  redact: (text: string) => string,
): Result {
  const maybe = (text: string | undefined) => (text === undefined ? undefined : redact(text));
  return {
    ...result,
    text: redact(result.text),
    expected: maybe(result.expected),
    actual: maybe(result.actual),
    why: maybe(result.why),
    diff: result.diff?.map(redact),
  };
}

export type Counts = Readonly<Record<TestOutcome, number>> & {
  readonly files: number;
  readonly duration: number;
  /** The numbers of tests that differ from earlier runs. */
  readonly changes?: Readonly<Record<BaselineChange["kind"], number>> | undefined;
};

export interface Reporter {
  /** True if the lines are commands for a build server. The console would escape other such lines. */
  readonly writesCommands?: true;
  begin(): string;
  file(file: string, tests: readonly TestReport[]): string;
  end(counts: Counts): string;
}

/** The line of the first expectation that doesn't hold, or of the request line. */
export function failedLine({ results, line }: TestReport): number {
  return results.find(({ held }) => !held)?.line ?? line;
}

export function failureLines({ title, why, results, seed, change }: TestReport): readonly string[] {
  const failed = results.filter(({ held }) => !held);
  return [
    ...(title === undefined ? [] : [title]),
    ...(why?.split("\n") ?? []),
    ...failed.flatMap((one) => [one.text, ...expectationLines(one).map((line) => `  ${line}`)]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...(change ? [change.text] : []),
  ];
}

export function expectationLines(result: ReportedResult): readonly string[] {
  return expectationText(result)
    .split("\n")
    .filter((line) => line !== "");
}
