import { DocumentHighlightKind } from "vscode-languageserver-types";
import { type Span, shift } from "../text/span.ts";
import type { DefinitionPlace } from "../variables/value.ts";
import { nameSpan } from "../xml/query.ts";
import { occurrencesAt, variableOccurrences } from "./support/occurrences.ts";
import { type Section, sectionAt } from "./support/section.ts";
import { endName, tagNameAt } from "./support/xmlNames.ts";

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

export interface Highlight extends Span {
  /** `Write`: a definition. */
  readonly kind: DocumentHighlightKind;
}

/**
 * What is marked while the cursor is at an offset: the places of a variable, an id or a prefix; in the local part of an
 * element's name, the names of its two tags. Spans: in the document.
 */
export function highlights(sections: readonly Section[], offset: number): readonly Highlight[] {
  const found = occurrencesAt(sections, offset, { wholeNames: false });
  if (!found) return tagPair(sectionAt(sections, offset), offset);
  return found.all.map(({ start, end, role }) => ({
    start,
    end,
    kind: role === "definition" ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

function tagPair(section: Section | undefined, offset: number): Highlight[] {
  const tag = section?.xml && tagNameAt(section.xml, offset - section.start);
  if (!tag) return [];
  const end = endName(tag.element);
  const names = [nameSpan(tag.element), ...(end ? [end] : [])];
  return names.map((name) => ({ ...shift(name, section.start), kind: DocumentHighlightKind.Text }));
}
