import type { Span } from "../text/span.ts";

/** Why a directive can't be understood. The span: UTF-16 offsets in the segment's text. */
export interface DirectiveProblem extends Span {
  /** A sentence. */
  readonly message: string;
  /** What the text at the span could be replaced with. */
  readonly instead?: string | undefined;
}

export function isProblem(value: object | string): value is DirectiveProblem {
  return typeof value === "object" && "message" in value && "start" in value;
}

/** What could be read. */
export function withoutProblems<T extends object>(values: readonly T[]): readonly Exclude<T, DirectiveProblem>[] {
  return values.filter((value): value is Exclude<T, DirectiveProblem> => !isProblem(value));
}
