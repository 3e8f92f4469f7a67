import type { ExpectationResult, GivenValue, RunRequest } from "../../../../server/src/protocol/protocol.ts";

/** The variables of a row of a data file. */
export type DataRow = ReadonlyMap<string, GivenValue>;

/** The result of sending a request once. `Exchange`: what the host keeps of it for reports. */
export type RunAttempt<Exchange> =
  | {
      readonly kind: "complete";
      readonly exchange: Exchange;
      readonly results: readonly ExpectationResult[];
      /** By `# @set`. */
      readonly set: ReadonlyMap<string, GivenValue>;
      /** What explains a response that isn't expected: a sentence. */
      readonly note?: string | undefined;
    }
  /** There is no complete response. `why`: a sentence. */
  | { readonly kind: "noResponse"; readonly exchange: Exchange; readonly why: string }
  /** The request has errors, or a value is missing. `why`: sentences. */
  | { readonly kind: "unsent"; readonly why: string }
  | { readonly kind: "cancelled" };

export type TestOutcome = "passed" | "failed" | "noResponse" | "unsent" | "skipped";

/** The result of a test: of a request, or of a request with one row of its data. */
export interface TestResult<Exchange> {
  readonly request: RunRequest;
  /** The number of the row, from 1. */
  readonly row: number | undefined;
  readonly outcome: TestOutcome;
  readonly results: readonly ExpectationResult[];
  /** Why it was skipped, not sent, or has no response, or what explains a response that is not as expected. */
  readonly why: string | undefined;
  /** The last one, if something was sent. */
  readonly exchange: Exchange | undefined;
  /** Milliseconds, of all attempts and the pauses between them. */
  readonly duration: number;
  /** The number of times it was sent. */
  readonly attempts: number;
}

/** `login`, or `add [2]` for the second row. */
export function testName({ request, row }: Pick<TestResult<unknown>, "request" | "row">): string {
  return row === undefined ? request.name : `${request.name} [${row}]`;
}

/** Whether an outcome means that the run as a whole isn't successful. */
export function isBad(outcome: TestOutcome): boolean {
  return outcome !== "passed" && outcome !== "skipped";
}
