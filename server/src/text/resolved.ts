import { longestResolved } from "./limits.ts";
import { references } from "./references.ts";
import { firstIndex } from "./search.ts";
import type { Slot, SlottedText } from "./slots.ts";
import { type Span, shift } from "./span.ts";

/** A text in which references to variables are replaced, with the spans of the typed text. */
export interface Resolved {
  readonly text: string;
  readonly typed: Span;
  /** False if a value is unknown; `text` then contains the reference. */
  readonly known: boolean;
  /** Placeholders, with offsets in `text`. */
  readonly slots: readonly Slot[];
  /** Converts a span of `text` to a span of the typed text. A span inside of a value becomes the span of the whole reference. */
  at(span: Span): Span;
}

/** Replaces the references in a span of typed text. `find` returns `undefined` for an unknown value. */
export function resolve(
  source: string,
  typed: Span,
  find: (name: string, at: number) => string | SlottedText | undefined,
): Resolved {
  const typedReferences = references(source, typed.start, typed.end);
  if (typedReferences.length === 0) {
    const text = source.slice(typed.start, typed.end);
    return { text, typed, known: true, slots: [], at: (part) => shift(part, typed.start) };
  }
  let text = "";
  let from = typed.start;
  let isComplete = true;
  const pieces: Piece[] = [];
  const slots: Slot[] = [];
  for (const reference of typedReferences) {
    text += source.slice(from, reference.start);
    const replacement = text.length < longestResolved ? find(reference.name, reference.start) : undefined;
    if (replacement === undefined) isComplete = false;
    const value = typeof replacement === "string" ? { text: replacement } : replacement;
    const start = text.length;
    for (const slot of value?.slots ?? []) slots.push({ ...slot, ...shift(slot, start) });
    text += value?.text ?? source.slice(reference.start, reference.end);
    pieces.push({ start, end: text.length, typed: reference });
    from = reference.end;
  }
  text += source.slice(from, typed.end);
  return { text, typed, known: isComplete, slots, at: (part) => typedSpan(pieces, typed.start, part) };
}

interface Piece extends Span {
  readonly typed: Span;
}

function typedSpan(pieces: readonly Piece[], origin: number, part: Span): Span {
  const start = typedOffset(pieces, origin, part.start, "start");
  const end = part.end === part.start ? start : typedOffset(pieces, origin, part.end, "end");
  return { start, end: Math.max(start, end) };
}

/** Converts an offset. `edge`: whether it starts or ends a span, which decides at the start and the end of a value. */
function typedOffset(pieces: readonly Piece[], origin: number, offset: number, edge: "start" | "end"): number {
  // The number of pieces that begin before the offset (for a start: at or before it).
  const before = firstIndex(0, pieces.length, (index) => {
    const start = pieces[index]?.start ?? 0;
    return edge === "start" ? start > offset : start >= offset;
  });
  const piece = pieces[before - 1];
  if (!piece) return offset + origin;
  const inside = edge === "start" ? offset < piece.end : offset <= piece.end;
  return inside ? piece.typed[edge] : offset + piece.typed.end - piece.end;
}
