import type { Span } from "../text/span.ts";
import { occurrencesAt } from "./support/occurrences/occurrences.ts";
import type { Section } from "./support/section.ts";

/** Where something is defined. Spans: in the document. */
export interface Definition {
  /** What asks for it. */
  readonly from: Span;
  /** All of it: an attribute, a line, an element, a part. */
  readonly whole: Span;
  /** Its name, in `whole`. */
  readonly name: Span;
}

/**
 * The definitions of what is at an offset: the declaration of a prefix (or of the namespace of a name without one), the
 * line of a variable (the one that wins first), the part that a `cid:` URI names, the element that has an id.
 */
export function definitions(sections: readonly Section[], offset: number): readonly Definition[] {
  const found = occurrencesAt(sections, offset, { wholeNames: true });
  if (!found) return [];
  const all = found.all.filter(({ role }) => role === "definition");
  // Of several definitions of a variable the last one wins; where it isn't one, the first is as good as any.
  return all.toReversed().map(({ start, end, whole = { start, end } }) => ({
    from: found.at,
    whole,
    name: { start, end },
  }));
}
