import type { Span } from "../../../server/src/service/languageService.ts";
import { type Cell, cellsOf } from "./terminalText.ts";

/** A source line, or a part of it, and the line with marks under it. */
export interface Excerpt {
  readonly line: string;
  /** `^~~~` under the marked part, after spaces. */
  readonly marks: string;
  readonly marked: Span;
}

/** Maximum columns shown before and after the marked part. */
const context = 16;

/**
 * Shows the part of a line around a range, at most `columns` wide, with `…` where it is cut.
 * `line` and `range` are UTF-16 offsets in `text`; the range may end after the line.
 */
export function excerpt(text: string, line: Span, range: Span, columns: number): Excerpt {
  const from = Math.min(Math.max(range.start, line.start), line.end);
  const to = Math.min(Math.max(range.end, from), line.end);
  // In a very long line, only the columns that may be shown are measured.
  const before = cellsOf(withoutHalf(text, Math.max(line.start, from - columns), from));
  const marked = cellsOf(withoutHalf(text, from, Math.min(to, from + columns)));
  const after = cellsOf(withoutHalf(text, to, Math.min(line.end, to + columns)));

  const edges = Math.min(context, width(before)) + Math.min(context, width(after));
  const middle = fitted(marked, Math.max(1, columns - 2 - edges));
  const cutInside = middle.length < marked.length || to - from > columns;
  const rest = columns - 2 - width(middle);
  const mostLeft = Math.max(Math.floor(rest / 2), rest - (cutInside ? 0 : width(after)));
  const left = fitted(before.toReversed(), mostLeft).toReversed();
  const right = cutInside ? [] : fitted(after, rest - width(left));
  const cutLeft = left.length < before.length || from - columns > line.start;
  const cutRight = cutInside || right.length < after.length || to + columns < line.end;

  const head = `${cutLeft ? "…" : ""}${joined(left)}`;
  const marks = "~".repeat(Math.max(0, width(middle) - 1));
  return {
    line: `${head}${joined(middle)}${joined(right)}${cutRight ? "…" : ""}`,
    marks: `${" ".repeat(width(left) + (cutLeft ? 1 : 0))}^${marks}`,
    marked: { start: head.length, end: head.length + joined(middle).length },
  };
}

function fitted(cells: readonly Cell[], columns: number): readonly Cell[] {
  let used = 0;
  const end = cells.findIndex((cell) => {
    used += cell.width;
    return used > columns;
  });
  return end < 0 ? cells : cells.slice(0, end);
}

function width(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

function joined(cells: readonly Cell[]): string {
  return cells.map(({ text }) => text).join("");
}

/** Returns a part of a text, without half of a surrogate pair at either end. */
function withoutHalf(text: string, start: number, end: number): string {
  return text.slice(cutsPair(text, start) ? start + 1 : start, cutsPair(text, end) ? end - 1 : end);
}

function cutsPair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
}
