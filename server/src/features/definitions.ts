import type { Span } from "../text/span.ts";
import type { DefinitionPlace } from "../variables/value.ts";
import { occurrencesAt } from "./support/occurrences/occurrences.ts";
import { variableOccurrences } from "./support/occurrences/variables.ts";
import { type Section, sectionAt } from "./support/section.ts";

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

/**
 * The variable at an offset, and where it is defined in another file: an environment's. `from`: in the document; the
 * definition's name: in that file.
 */
export function externalDefinition(
  sections: readonly Section[],
  offset: number,
): { readonly from: Span; readonly place: DefinitionPlace } | undefined {
  const found = variableOccurrences(sections, offset);
  const section = sectionAt(sections, offset);
  const name = section?.text.slice((found?.at.start ?? 0) - section.start, (found?.at.end ?? 0) - section.start);
  const scope = section?.kind === "request" ? section.analysis.scope : undefined;
  const place = found && name !== undefined ? scope?.externalPlace(name) : undefined;
  return found && place && { from: found.at, place };
}
