/** A part of a text: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text that a span covers. */
export function slice(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

export function shift({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** Whether two spans share a character, or one that is empty lies inside or at an edge of the other. */
export function touches(a: Span, b: Span): boolean {
  return a.start === a.end || b.start === b.end
    ? a.start <= b.end && b.start <= a.end
    : a.start < b.end && b.start < a.end;
}

/** Without the white space at either end. */
export function trimmed(text: string, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from < to && text.charCodeAt(from) <= 0x20) from++;
  while (to > from && text.charCodeAt(to - 1) <= 0x20) to--;
  return { start: from, end: to };
}
