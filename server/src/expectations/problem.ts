import type { Span } from "../text/span.ts";

/** A problem of a directive. The span contains UTF-16 offsets in the segment's text. */
export interface DirectiveProblem extends Span {
  readonly message: string;
  /** A suggested replacement for the text at the span. */
  readonly instead?: string | undefined;
}

export function isProblem(value: object | string): value is DirectiveProblem {
  return typeof value === "object" && "message" in value && "start" in value;
}

export function withoutProblems<T extends object>(values: readonly T[]): readonly Exclude<T, DirectiveProblem>[] {
  return values.filter((value): value is Exclude<T, DirectiveProblem> => !isProblem(value));
}
