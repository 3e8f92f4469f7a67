import type { Span } from "../../../../server/src/text/span.ts";

/** A change of a document; offsets as they were before all changes of its event. */
export interface Change {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/**
 * Where the changes of one event are in the text that they made: empty spans where they only deleted something. In the
 * order of the text. `earlier` spans, of the text before, are moved along; what the changes replaced of them is gone.
 */
export function changedSpans(changes: readonly Change[], earlier: readonly Span[] = []): readonly Span[] {
  const inOrder = changes.toSorted((a, b) => a.rangeOffset - b.rangeOffset);
  const own: Span[] = [];
  let moved = 0;
  for (const { rangeOffset, rangeLength, text } of inOrder) {
    const start = rangeOffset + moved;
    own.push({ start, end: start + text.length });
    moved += text.length - rangeLength;
  }
  const kept = earlier.map(({ start, end }) => {
    const from = movedOffset(start, inOrder, 0);
    return { start: from, end: Math.max(from, movedOffset(end, inOrder, 1)) };
  });
  return [...own, ...kept].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** @param least how much of a change has to lie before an offset to move it: what is put in right at it, or not */
function movedOffset(offset: number, inOrder: readonly Change[], least: 0 | 1): number {
  let moved = 0;
  for (const { rangeOffset, rangeLength, text } of inOrder) {
    if (rangeOffset + Math.max(rangeLength, least) <= offset) moved += text.length - rangeLength;
    else if (rangeOffset < offset) return rangeOffset + moved + text.length;
  }
  return offset + moved;
}
