import { firstIndex } from "./search.ts";

/** A part of a text: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function slice(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** The same span moved by a number of UTF-16 units. */
export function shift<S extends Span>(span: S, by: number): S {
  return { ...span, start: span.start + by, end: span.end + by };
}

/** Sorts spans by start, then by end. */
export function compareSpans(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end;
}

/** Whether an offset is in a span or at its ends. */
export function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

export function covers({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}

export function contains(outer: Span, { start, end }: Span): boolean {
  return outer.start <= start && end <= outer.end;
}

/** Whether two spans overlap. An empty span also touches a span at its ends. */
export function touches(a: Span, b: Span): boolean {
  return a.start === a.end || b.start === b.end
    ? a.start <= b.end && b.start <= a.end
    : a.start < b.end && b.start < a.end;
}

/** Returns a function that tests whether a span touches one of `spans`, which don't overlap. */
export function touchesSome(spans: readonly Span[]): (span: Span) => boolean {
  const sorted = spans.toSorted(compareSpans);
  return (span) => {
    let index = firstIndex(0, sorted.length, (one) => (sorted[one]?.end ?? 0) >= span.start);
    for (let covered = sorted[index]; covered && covered.start <= span.end; covered = sorted[++index])
      if (touches(covered, span)) return true;
    return false;
  };
}

/** The span without whitespace at both ends. `isSpace`: whether a code unit is whitespace. */
export function trimmed(
  text: string,
  { start, end }: Span,
  isSpace: (code: number) => boolean = (code) => code <= 0x20,
): Span {
  let from = start;
  let to = end;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}
