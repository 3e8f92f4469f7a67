import * as l10n from "@vscode/l10n";
import { TextDocument } from "vscode-languageserver-textdocument";
import { SymbolKind } from "vscode-languageserver-types";
import { analyze } from "../analysis.ts";
import type { Part } from "../http/multipart.ts";
import { oneLine } from "../text/lines.ts";
import { type Span, shift } from "../text/span.ts";
import { elements } from "../xml/query.ts";
import { decodeText } from "../xml/references.ts";
import type { XmlElement } from "../xml/tree.ts";
import { requestLabel } from "./support/label.ts";
import { type Section, sectionsOfRequests } from "./support/section.ts";

/** An entry of an outline. Spans: UTF-16 offsets in the document; `selection` lies in `range`, and that in its parent's. */
export interface OutlineSymbol {
  /** Not empty. */
  readonly name: string;
  readonly detail: string;
  readonly kind: SymbolKind;
  readonly range: Span;
  readonly selection: Span;
  readonly children: readonly OutlineSymbol[];
}

/** How many symbols an editor is given: as many as VS Code's own languages give. */
const maxSymbols = 5000;

/**
 * The outline of a document: its requests with their headers and elements, and the variables that it defines. Where
 * there are too many, all requests come before any header, and all headers before any element.
 */
export function outline(sections: readonly Section[], limit: number = maxSymbols): readonly OutlineSymbol[] {
  const budget = { left: limit };
  const parts = sections.slice(0, limit).map((section) => ({ section, own: ownSymbol(section) }));
  budget.left -= parts.length;
  const withHeads = parts.map(({ section, own }) => {
    const children = [...variables(section), ...fields(section)].slice(0, Math.max(0, budget.left));
    budget.left -= children.length;
    return { section, own, children };
  });
  return withHeads.flatMap(({ section, own, children }) => {
    const was = budget.left;
    const all = [...children, ...elementSymbols(section, budget)];
    if (was > 0 && budget.left <= 0) all.push(more(section, limit));
    const end = own?.range.end ?? section.start + section.text.length;
    const placed = all.map((symbol) => inDocument(symbol, section.start, end));
    return own ? [{ ...own, children: placed }] : placed;
  });
}

/** The request or the response itself; `undefined` where a section is no more than what stands in it. */
function ownSymbol(section: Section): OutlineSymbol | undefined {
  const { start, text, separator, line, message } = section;
  const range = shift(rangeOf(section), start);
  if (section.kind === "response") {
    if (!line) return undefined;
    const [version = "", ...rest] = text.slice(line.start, line.end).split(" ");
    const name = oneLine(rest.join(" ")) || version;
    return { name, detail: version, kind: SymbolKind.Event, range, selection: shift(line, start), children: [] };
  }
  const label = requestLabel(section);
  if (label && message) {
    const selection = shift(message.request.line ?? message.request.first, start);
    return { ...label, kind: SymbolKind.Method, range, selection, children: [] };
  }
  if (!separator?.title) return undefined;
  const name = oneLine(text.slice(separator.title.start, separator.title.end));
  const selection = shift(separator.title, start);
  return { name, detail: "", kind: SymbolKind.Namespace, range, selection, children: [] };
}

/** All of a section but the line break that the next separator needs before it. */
function rangeOf({ text, separator, preamble, message }: Section): Span {
  const first = preamble[0] ?? message?.request.first;
  const end = text.replace(/(?:\r\n?|\n)$/, "").length;
  return { start: separator || !first ? 0 : first.start, end };
}

function variables({ text, preamble }: Section): OutlineSymbol[] {
  return preamble.flatMap((item) => {
    if (item.kind !== "variable") return [];
    const { start, end, name, value } = item;
    return {
      name: `@${text.slice(name.start, name.end)}`,
      detail: oneLine(text.slice(value.start, value.end)),
      kind: SymbolKind.Variable,
      range: { start, end },
      selection: name,
      children: [],
    };
  });
}

function fields({ text, fields }: Section): OutlineSymbol[] {
  return fields.flatMap(({ start, end, name, value }) => {
    const typed = text.slice(name.start, name.end);
    if (typed === "") return [];
    const detail = oneLine(text.slice(value.start, value.end));
    return { name: typed, detail, kind: SymbolKind.Property, range: { start, end }, selection: name, children: [] };
  });
}

function more({ text }: Section, limit: number): OutlineSymbol {
  const range = { start: text.length, end: text.length };
  const name = l10n.t("… and more: the outline is limited to {0} entries", limit);
  return { name, detail: "", kind: SymbolKind.Null, range, selection: range, children: [] };
}

/**
 * An element that isn't closed takes the line break too that the next separator needs: `end` is where it may reach to.
 * Nothing here calls itself as deep as elements are nested: `elementSymbols` limits that.
 */
function inDocument(symbol: OutlineSymbol, by: number, end: number): OutlineSymbol {
  const place = (span: Span) => ({ start: Math.min(span.start + by, end), end: Math.min(span.end + by, end) });
  return {
    ...symbol,
    range: place(symbol.range),
    selection: place(symbol.selection),
    children: symbol.children.map((child) => inDocument(child, by, end)),
  };
}

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
function elementSymbols(section: Section, budget: { left: number }): readonly Entry[] {
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

/** A request of a file as a list over many files shows it. */
export interface RequestName {
  readonly name: string;
  readonly detail: string;
  /** Of the request line, or of what stands in its place. Zero-based. */
  readonly line: number;
}

/** The requests of a file's text, in their order. Only their heads are looked at. */
export function requestNames(text: string): readonly RequestName[] {
  const lines = TextDocument.create("", "", 0, text);
  return sectionsOfRequests(analyze(text)).flatMap((section) => {
    const label = requestLabel(section);
    const first = section.line ?? section.message?.request.first;
    return label && first ? [{ ...label, line: lines.positionAt(section.start + first.start).line }] : [];
  });
}
