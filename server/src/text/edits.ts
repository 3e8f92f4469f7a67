import { firstIndex } from "./search.ts";
import { compareSpans, type Span } from "./span.ts";

/** A replacement of a span of a text, in UTF-16 offsets. An insertion has an empty span. */
export interface TextEdit extends Span {
  readonly newText: string;
}

/** Returns the text after the edits, which must not overlap. Insertions at the same offset keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let from = 0;
  for (const edit of edits.toSorted(compareSpans)) {
    result += text.slice(from, edit.start) + edit.newText;
    from = Math.max(from, edit.end);
  }
  return result + text.slice(from);
}

/**
 * Returns where a span of a text is after the edits, which must be in order and not overlap: a span that begins or ends where a
 * text is inserted doesn't contain it.
 */
export function spansAfter(edits: readonly TextEdit[]): (span: Span) => Span {
  let by = 0;
  const moved = edits.map(({ start, end, newText }) => (by += newText.length - (end - start)));
  const before = (isMet: (edit: TextEdit) => boolean) => {
    return moved[firstIndex(0, edits.length, (at) => !isMet(edits[at] as TextEdit)) - 1] ?? 0;
  };
  return (span) => {
    const start = span.start + before(({ end }) => end <= span.start);
    return { start, end: Math.max(start, span.end + before(({ start }) => start < span.end)) };
  };
}

/** A part of a text that another text replaces. The texts before and after it are the same in both. */
export interface Difference extends Span {
  /** End of the replacement, as a UTF-16 offset in the other text. Its start is the same offset as here. */
  readonly newEnd: number;
}

/** The smallest part in which two texts differ, in UTF-16 offsets. Empty in both if they are the same. */
export function differenceOf(before: string, after: string): Difference {
  const most = Math.min(before.length, after.length);
  const start = mostEqual(most, (from, to) => before.slice(from, to) === after.slice(from, to));
  const tail = mostEqual(most - start, (from, to) => {
    return (
      before.slice(before.length - to, before.length - from) === after.slice(after.length - to, after.length - from)
    );
  });
  return { start, end: before.length - tail, newEnd: after.length - tail };
}

/** The number of equal UTF-16 units. Compares slices of halved lengths, because comparing slices is fast. */
function mostEqual(most: number, isEqual: (from: number, to: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isEqual(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
