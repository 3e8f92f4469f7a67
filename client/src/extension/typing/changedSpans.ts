import type { Span } from "../../../../server/src/text/span.ts";

/** A change of a document; offsets before all changes of its event. */
export interface SpanChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/**
 * The spans of one event's changes in the resulting text, in its order; spans of deletions are empty. `earlier` spans, of
 * the text before the event, are moved accordingly, without what the changes replaced.
 */
export function changedSpans(changes: readonly SpanChange[], earlier: readonly Span[] = []): readonly Span[] {
  const inOrder = changes.toSorted((a, b) => a.rangeOffset - b.rangeOffset);
  let moved = 0;
  const added = inOrder.map(({ rangeOffset, rangeLength, text }) => {
    const start = rangeOffset + moved;
    moved += text.length - rangeLength;
    return { start, end: start + text.length };
  });
  const kept = earlier.map(({ start, end }) => {
    const from = movedOffset(start, inOrder, 0);
    return { start: from, end: Math.max(from, movedOffset(end, inOrder, 1)) };
  });
  return [...added, ...kept].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** @param least minimum length of a change before an offset that moves it; 0: insertions at the offset move it, too */
function movedOffset(offset: number, inOrder: readonly SpanChange[], least: 0 | 1): number {
  let moved = 0;
  for (const { rangeOffset, rangeLength, text } of inOrder) {
    if (rangeOffset + Math.max(rangeLength, least) <= offset) moved += text.length - rangeLength;
    else if (rangeOffset < offset) return rangeOffset + moved + text.length;
  }
  return offset + moved;
}
