import * as l10n from "@vscode/l10n";
import { SymbolKind } from "vscode-languageserver-types";
import type { Part } from "../../http/multipart.ts";
import type { Span } from "../../text/span.ts";
import { elements } from "../../xml/query.ts";
import { decodeText } from "../../xml/references.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { oneLine } from "../support/label.ts";
import type { Section } from "../support/section.ts";

/** An entry that is being made. */
interface Entry {
  readonly name: string;
  readonly detail: string;
  readonly kind: SymbolKind;
  readonly range: Span;
  readonly selection: Span;
  readonly children: Entry[];
}

/**
 * How deep the outline follows elements. An outline is sent as a tree, and neither the protocol's reader nor an editor
 * is made for one that is as deep as a text is long.
 */
const deepest = 100;

/** The elements of a section's body, below the parts of a multipart one; takes as many as are left. Spans: in its text. */
export function elementSymbols(section: Section, budget: { left: number }): readonly Entry[] {
  const { multipart } = section;
  if (!multipart) return ofXml(section, budget);
  return multipart.parts.slice(0, Math.max(0, budget.left)).map((part, index) => {
    budget.left--;
    return { ...ofPart(part, index + 1), children: part === multipart.root ? ofXml(section, budget) : [] };
  });
}

function ofPart({ delimiter, end, body, contentId, contentType }: Part, number: number): Entry {
  return {
    name: contentId?.id || l10n.t("Part {0}", number),
    detail: contentType?.mediaType.essence ?? "",
    kind: SymbolKind.Package,
    range: { start: delimiter.start, end: body?.end ?? end },
    selection: delimiter,
    children: [],
  };
}

function ofXml({ xml, text }: Section, budget: { left: number }): Entry[] {
  const top: Entry[] = [];
  if (!xml) return top;
  const open: { readonly element: XmlElement; readonly entry: Entry | undefined }[] = [];
  for (const element of elements(xml)) {
    if (budget.left <= 0) break;
    for (let last = open.at(-1); last && last.element !== element.parent; last = open.at(-1)) open.pop();
    const entry = open.length < deepest ? ofElement(element, text) : undefined;
    if (entry) {
      budget.left--;
      (open.at(-1)?.entry?.children ?? top).push(entry);
    }
    open.push({ element, entry });
  }
  return top;
}

function ofElement(element: XmlElement, text: string): Entry {
  const { start, end, nameStart, nameEnd, name, children } = element;
  const holdsElements = children.some(({ kind }) => kind === "element");
  return {
    name,
    detail: holdsElements ? "" : contentOf(element, text),
    kind: holdsElements ? SymbolKind.Struct : SymbolKind.Field,
    range: { start, end },
    selection: { start: nameStart, end: nameEnd },
    children: [],
  };
}

/** The first words of a text; a content may be megabytes of base64. */
function contentOf({ children: [first] }: XmlElement, text: string): string {
  if (first?.kind === "text") return oneLine(decodeText(text, first.start, Math.min(first.end, first.start + 500)), 60);
  if (first?.kind !== "cdata") return "";
  const content = text.slice(first.start + "<![CDATA[".length, Math.min(first.end, first.start + 500));
  return oneLine(content.replace(/\]\]>$/, ""), 60);
}
