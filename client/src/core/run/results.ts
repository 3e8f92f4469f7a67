import * as l10n from "@vscode/l10n";
import type {
  ExpectationResult,
  GivenValue,
  NextSending,
  RunRequest,
  Saved,
} from "../../../../server/src/protocol/protocol.ts";
import { matchesName } from "../../../../server/src/text/paths.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";

export type DataRow = ReadonlyMap<string, GivenValue>;

/** The result of sending a request once. `Exchange`: what the host keeps of it for reports. */
export type RunAttempt<Exchange> =
  | {
      readonly kind: "complete";
      readonly exchange: Exchange;
      readonly results: readonly ExpectationResult[];
      readonly set: ReadonlyMap<string, GivenValue>;
      /** The next sending of the request; undefined if these are its results. */
      readonly next?: NextSending | undefined;
      readonly saves?: readonly Saved[] | undefined;
      /** A sentence that explains an unexpected response. */
      readonly note?: string | undefined;
    }
  /** There is no complete response. `why`: a sentence. */
  | { readonly kind: "noResponse"; readonly exchange: Exchange; readonly why: string }
  /** The request has errors, or a value is missing. `why`: sentences. */
  | { readonly kind: "unsent"; readonly why: string }
  | { readonly kind: "cancelled" };

export type TestOutcome = "passed" | "failed" | "noResponse" | "unsent" | "skipped";

export function outcomeOf(attempt: RunAttempt<unknown>): TestOutcome {
  switch (attempt.kind) {
    case "complete":
      return attempt.results.every(({ held }) => held) ? "passed" : "failed";
    case "cancelled":
      return "skipped";
    default:
      return attempt.kind;
  }
}

/** The result of a test: of a request, or of a request with one row of its data. */
export interface TestResult<Exchange> {
  readonly request: RunRequest;
  /** The number of the row, from 1. */
  readonly row: number | undefined;
  /** The row that the whole file is run for. */
  readonly fileRow: FileRow | undefined;
  readonly outcome: TestOutcome;
  readonly results: readonly ExpectationResult[];
  /** Why it was skipped, not sent, or has no response, or what explains a response that is not as expected. */
  readonly why: string | undefined;
  /** The last exchange, if something was sent. */
  readonly exchange: Exchange | undefined;
  /** Duration in milliseconds, of all attempts and the pauses between them. */
  readonly duration: number;
  readonly attempts: number;
}

export interface FileRow {
  /** Number of the row among all rows of the data file, counted from 1. */
  readonly number: number;
  /** Label with the first column, such as `row 2 (sku=B-7)`. */
  readonly label: string;
  readonly values: DataRow;
}

/** Returns `login`, or `add [2]` for the second row; in a row of the file `row 2 (sku=B-7) › login`. */
export function testName({ request, row, fileRow }: Pick<TestResult<unknown>, "request" | "row" | "fileRow">): string {
  const name = row === undefined ? request.name : `${request.name} [${row}]`;
  return fileRow ? `${fileRow.label} › ${name}` : name;
}

/** Whether an outcome means that the run as a whole isn't successful. */
export function isBad(outcome: TestOutcome): boolean {
  return outcome !== "passed" && outcome !== "skipped";
}

export type Ending<Exchange> = Pick<TestResult<Exchange>, "outcome" | "results" | "why" | "exchange">;

export function endingOf<Exchange>(attempt: RunAttempt<Exchange>): Ending<Exchange> {
  const outcome = outcomeOf(attempt);
  switch (attempt.kind) {
    case "complete": {
      const { results, exchange, note } = attempt;
      return { outcome, results, why: outcome === "failed" ? note : undefined, exchange };
    }
    case "noResponse":
      return { outcome, results: [], why: attempt.why, exchange: attempt.exchange };
    case "unsent":
      return { outcome, results: [], why: attempt.why, exchange: undefined };
    case "cancelled":
      return { outcome, results: [], why: l10n.t("The run was stopped."), exchange: undefined };
  }
}

/** The outcome of a request with all its rows. */
export interface Ended {
  readonly outcome: TestOutcome;
  /** Whether a sending of the request got a response. */
  readonly answered: boolean;
  /** Error message, one sentence. */
  readonly why: string | undefined;
}

export const notSent: Ended = { outcome: "unsent", answered: false, why: undefined };

export type Refusal = Pick<TestResult<unknown>, "outcome"> & { readonly why: string };

/** A request of `# @after` is sent if the needed request got a response. */
export function refusalFor({ hook }: RunRequest, name: string, { outcome, answered }: Ended): Refusal | undefined {
  const isAfter = hook?.when === "after";
  if (outcome === "passed" || (isAfter && answered)) return undefined;
  if (isAfter) return { outcome: "skipped", why: l10n.t("It needs {0}, which was not sent.", name) };
  if (outcome === "skipped") return { outcome, why: l10n.t("It needs {0}, which was skipped.", name) };
  return { outcome: "failed", why: l10n.t("It needs {0}, which did not succeed.", name) };
}

/** The first expectation that doesn't hold, and why, in one line without a full stop; undefined if all hold. */
export function firstFailure(results: readonly Omit<ExpectationResult, "at">[]): string | undefined {
  const first = results.find(({ held }) => !held);
  return first && trimTrailing(`${first.text}: ${expectationText(first).split("\n", 1)[0]}`, ".");
}

/** Returns the same text as `firstFailure`, as a sentence. */
export function failureSentence(results: readonly Omit<ExpectationResult, "at">[]): string | undefined {
  const failure = firstFailure(results);
  return failure === undefined ? undefined : `${failure}.`;
}

/** Why an expectation doesn't hold, in lines: the reason, the actual and the expected value, the difference. */
export function expectationText({
  why,
  actual,
  expected,
  diff,
}: Pick<ExpectationResult, "why" | "actual" | "expected" | "diff">): string {
  const comparison =
    actual === undefined
      ? []
      : [
          expected === undefined
            ? l10n.t("Found {0}.", visible(actual))
            : l10n.t("Found {0}, expected {1}.", visible(actual), visible(expected)),
        ];
  const difference = diff === undefined ? [] : [l10n.t("- expected, + found:"), ...diff];
  return [...(why === undefined ? [] : [why]), ...comparison, ...difference].join("\n");
}

function visible(value: string): string {
  return value === "" ? '""' : value;
}

/** Returns whether a test's name matches one of the patterns, in which `*` is any text and `?` any character. */
export function nameFilter(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) return () => true;
  return (name) => patterns.some((pattern) => matchesName(pattern, name));
}

/** Each word must be a tag of the test; a word after `!` must not be one. */
export function tagFilter(words: readonly string[]): (tags: readonly string[]) => boolean {
  return (tags) => words.every((word) => (word.startsWith("!") ? !tags.includes(word.slice(1)) : tags.includes(word)));
}
