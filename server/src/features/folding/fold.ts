import type { Span } from "../../text/span.ts";
import type { LineIndex } from "../support/lineIndex.ts";

/** Folded, the line that `start` is in is seen, and those after it, up to and with the one that `end` is in, are not. */
export interface Fold extends Span {
  readonly kind?: "region" | "comment";
  /** 0: a message; 1: what it is made of; elements from 2 on. */
  readonly depth: number;
}

/** A fold of `span` whose last hidden line is `lastLine`; none where no line would be hidden. */
export function foldLines(
  lines: LineIndex,
  { start }: Span,
  lastLine: number,
  depth: number,
  kind?: "region" | "comment",
): Fold[] {
  if (lines.lineAt(start) >= lastLine) return [];
  return [{ start, end: lines.endOf(lastLine), depth, ...(kind ? { kind } : {}) }];
}
