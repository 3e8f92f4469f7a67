import { DocumentHighlightKind } from "vscode-languageserver-types";
import { type Span, shift } from "../text/span.ts";
import type { DefinitionPlace } from "../variables/value.ts";
import { nameOccurrences, occurrencesAt } from "./support/nameOccurrences.ts";
import { type Section, sectionAt } from "./support/section.ts";
import { tagNameAt, tagNames } from "./support/xmlNames.ts";

/** Spans: in the document. */
export interface NameDefinition {
  /** The name that was followed. */
  readonly from: Span;
  /** The whole definition: an attribute, a line, an element, a part. */
  readonly whole: Span;
  /** The name in the definition. */
  readonly name: Span;
}

/**
 * The definitions of the name at an offset: the declaration of a namespace, the lines of a variable, the name of a
 * request, the part that a `cid:` URI refers to, the element that has an id. The last definition of a variable is effective and comes first.
 */
export function definitions(sections: readonly Section[], offset: number): readonly NameDefinition[] {
  const uses = occurrencesAt(sections, offset, true);
  if (!uses) return [];
  const all = uses.all.filter(({ role }) => role === "definition");
  return all.toReversed().map(({ start, end, whole = { start, end } }) => ({
    from: uses.at,
    whole,
    name: { start, end },
  }));
}

/** The definition of the variable at an offset in the file of an environment. `from` is in the document. */
export function externalDefinition(
  sections: readonly Section[],
  offset: number,
): { readonly from: Span; readonly place: DefinitionPlace } | undefined {
  const uses = nameOccurrences(sections, offset, "variable");
  const section = sectionAt(sections, offset);
  const name = section?.text.slice((uses?.at.start ?? 0) - section.start, (uses?.at.end ?? 0) - section.start);
  const scope = section?.kind === "message" ? section.analysis.scope : undefined;
  const place = uses && name !== undefined ? scope?.externalPlace(name) : undefined;
  return uses && place && { from: uses.at, place };
}

/** The occurrences of the name at an offset, in the order of the text. Spans: in the document. */
export function referencesAt(
  sections: readonly Section[],
  offset: number,
  { withDefinitions }: { readonly withDefinitions: boolean },
): readonly Span[] {
  const uses = occurrencesAt(sections, offset, true);
  return (uses?.all ?? [])
    .filter(({ role }) => withDefinitions || role === "use")
    .map(({ start, end }) => ({ start, end }));
}

export interface Highlight extends Span {
  /** `Write`: a definition. */
  readonly kind: DocumentHighlightKind;
}

/**
 * The spans to highlight while the cursor is at an offset: the occurrences of a variable, a request, an id or a prefix; for the local
 * part of an element's name, the names of its two tags. Spans: in the document.
 */
export function highlights(sections: readonly Section[], offset: number): readonly Highlight[] {
  const uses = occurrencesAt(sections, offset, false);
  if (!uses) return tagPair(sectionAt(sections, offset), offset);
  return uses.all.map(({ start, end, role }) => ({
    start,
    end,
    kind: role === "definition" ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

function tagPair(section: Section | undefined, offset: number): Highlight[] {
  const tag = section?.xml && tagNameAt(section.xml, offset - section.start);
  if (!tag) return [];
  return tagNames(tag.element).map((name) => ({ ...shift(name, section.start), kind: DocumentHighlightKind.Text }));
}
