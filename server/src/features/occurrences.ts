import { DocumentHighlightKind } from "vscode-languageserver-types";
import { type Span, shift } from "../text/span.ts";
import type { DefinitionPlace } from "../variables/value.ts";
import { alone, placesElsewhere, type Surroundings } from "./support/knownFiles.ts";
import { occurrencesAt } from "./support/nameOccurrences.ts";
import { type NameOccurrence, namePlaceAt } from "./support/namePlaces.ts";
import { type Section, sectionAt } from "./support/section.ts";
import { tagNameAt, tagNames } from "./support/xmlNames.ts";

/** A definition of a name. Spans are in the document. */
export interface NameDefinition {
  /** The name at the cursor. */
  readonly from: Span;
  /** The span of the whole definition, such as an attribute, a line, an element or a part. */
  readonly whole: Span;
  readonly name: Span;
}

/** The definitions of the name at an offset. The last definition of a variable is effective and comes first. */
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

/** Definitions in environments, data files or imported files. `from` is in the document. */
export function externalDefinitions(
  sections: readonly Section[],
  offset: number,
  surroundings: Surroundings = alone,
): readonly { readonly from: Span; readonly place: DefinitionPlace }[] {
  const here = namePlaceAt(sections, offset);
  if (!here) return [];
  const { kind, name, owner, at } = here;
  const section = sectionAt(sections, offset);
  const from = { start: at.start, end: at.end };
  if (kind === "file") return [{ from, place: { uri: owner ?? "", text: "", name: { start: 0, end: 0 } } }];
  const inEnvironment =
    kind === "variable" && section?.kind === "message" ? section.analysis.scope.externalPlace(name) : undefined;
  if (owner === undefined) return inEnvironment ? [{ from, place: inEnvironment }] : [];
  return placesElsewhere(sections, here, surroundings).flatMap(({ uri, text, places }) =>
    places
      .filter((one) => one.at.role === "definition")
      .toReversed()
      .map((one) => ({
        from,
        place: { uri, text, name: one.at, ...(one.at.whole ? { whole: one.at.whole } : {}) },
      })),
  );
}

/** The occurrences in the order of the text, followed by those in other files. Spans are in their files. */
export function referencesAt(
  sections: readonly Section[],
  offset: number,
  { withDefinitions }: { readonly withDefinitions: boolean },
  surroundings: Surroundings = alone,
): { readonly own: readonly Span[]; readonly elsewhere: readonly SpansElsewhere[] } {
  const shown = (all: readonly NameOccurrence[]) =>
    all.filter(({ role }) => withDefinitions || role === "use").map(({ start, end }) => ({ start, end }));
  const here = namePlaceAt(sections, offset);
  const elsewhere = here ? placesElsewhere(sections, here, surroundings) : [];
  return {
    own: shown(occurrencesAt(sections, offset, true)?.all ?? []),
    elsewhere: elsewhere.map(({ uri, text, places }) => ({ uri, text, spans: shown(places.map(({ at }) => at)) })),
  };
}

export interface SpansElsewhere {
  readonly uri: string;
  readonly text: string;
  readonly spans: readonly Span[];
}

export interface Highlight extends Span {
  /** `Write` for a definition. */
  readonly kind: DocumentHighlightKind;
}

/** The occurrences of the name at an offset; for the local part of an element's name, the names in its two tags. */
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
