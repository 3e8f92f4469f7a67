import { DocumentHighlightKind } from "vscode-languageserver-types";
import { type Span, shift } from "../text/span.ts";
import { occurrencesAt } from "./support/occurrences/occurrences.ts";
import { type Section, sectionAt } from "./support/section.ts";
import { endName, startName, tagNameAt } from "./support/tagName.ts";

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
  const names = [startName(tag.element), ...(end ? [end] : [])];
  return names.map((name) => ({ ...shift(name, section.start), kind: DocumentHighlightKind.Text }));
}
