/** A part of a text: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text that a span covers. */
export function slice(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** The same further on in a text. */
export function shift<S extends Span>(span: S, by: number): S {
  return { ...span, start: span.start + by, end: span.end + by };
}

/** Whether an offset is in a span or at one of its ends. */
export function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** Whether the character at an offset is in a span. */
export function covers({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}

/** Whether a span is inside another one. */
export function contains(outer: Span, { start, end }: Span): boolean {
  return outer.start <= start && end <= outer.end;
}

/** Whether two spans share a character, or one that is empty lies inside or at an edge of the other. */
export function touches(a: Span, b: Span): boolean {
  return a.start === a.end || b.start === b.end
    ? a.start <= b.end && b.start <= a.end
    : a.start < b.end && b.start < a.end;
}

/** Whether a span touches one of these, which don't overlap each other. */
export function touchesSome(spans: readonly Span[]): (span: Span) => boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.end - b.end);
  return (span) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.end ?? 0) < span.start) low = middle + 1;
      else high = middle;
    }
    for (let one = sorted[low]; one && one.start <= span.end; one = sorted[++low]) if (touches(one, span)) return true;
    return false;
  };
}

/** Without the white space at either end. */
export function trimmed(text: string, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from < to && text.charCodeAt(from) <= 0x20) from++;
  while (to > from && text.charCodeAt(to - 1) <= 0x20) to--;
  return { start: from, end: to };
}
