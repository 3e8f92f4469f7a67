import type { Span } from "../text/span.ts";
import { occurrencesAt } from "./support/occurrences/occurrences.ts";
import type { Section } from "./support/section.ts";

/** Every place of what is at an offset: a variable, a prefix, an id; in the order of the text. Spans: in the document. */
export function references(
  sections: readonly Section[],
  offset: number,
  { withDefinitions }: { readonly withDefinitions: boolean },
): readonly Span[] {
  const found = occurrencesAt(sections, offset, { wholeNames: true });
  return (found?.all ?? [])
    .filter(({ role }) => withDefinitions || role === "use")
    .map(({ start, end }) => ({ start, end }));
}
