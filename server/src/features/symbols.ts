import * as l10n from "@vscode/l10n";
import { SymbolKind } from "vscode-languageserver-types";
import { analyze } from "../analysis/analysis.ts";
import { oneLine } from "../text/lines.ts";
import { type Span, slice } from "../text/span.ts";
import { elements, nameSpan } from "../xml/query.ts";
import { resolveReferences } from "../xml/references.ts";
import type { XmlElement } from "../xml/tree.ts";
import { type Section, sectionsOfSegments } from "./support/section.ts";

/** An entry of an outline. Spans are UTF-16 offsets. `range` contains `selection`; the range of the parent contains `range`. */
export interface OutlineSymbol {
  /** Not empty. */
  readonly name: string;
  readonly detail: string;
  readonly kind: SymbolKind;
  readonly range: Span;
  readonly selection: Span;
  readonly children: readonly OutlineSymbol[];
}

/** Maximum symbols. The languages of VS Code have the same limit. */
const maxSymbols = 5000;

/** If there are too many, headers are kept before elements, and requests before both. Spans are in the document. */
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
    const { start, text } = section;
    const before = budget.left;
    const all = [...children, ...bodySymbols(section, budget)];
    if (before > 0 && budget.left <= 0) {
      const name = l10n.t("… and more: the outline is limited to {0} entries", limit);
      all.push(symbol(SymbolKind.Null, name, "", { start: text.length, end: text.length }));
    }
    const placed = all.map((one) => inDocument(one, start, start + (own?.range.end ?? text.length)));
    return own ? [{ ...inDocument(own, start, start + text.length), children: placed }] : placed;
  });
}

function symbol(kind: SymbolKind, name: string, detail: string, range: Span, selection = range): OutlineSymbol {
  const { start, end } = range;
  return { name, detail, kind, range: { start, end }, selection, children: [] };
}

/** The entry of the request or the response itself; `undefined` if it has no label. Spans are in the section's text. */
function ownSymbol(section: Section): OutlineSymbol | undefined {
  const { text, separator, line, message, preamble } = section;
  const first = preamble[0] ?? message?.syntax.first;
  // The last line break belongs to the next separator.
  const end = text.replace(/(?:\r\n?|\n)$/, "").length;
  const range = { start: separator || !first ? 0 : first.start, end };
  if (section.kind === "received") {
    if (!line) return undefined;
    const [version = "", ...rest] = slice(text, line).split(" ");
    return symbol(SymbolKind.Event, oneLine(rest.join(" ")) || version, version, range, line);
  }
  const label = requestLabel(section);
  if (label && message) {
    const ofMessage = message.kind === "response" ? SymbolKind.Event : SymbolKind.Method;
    const kind = message.segment.document ? SymbolKind.Object : ofMessage;
    return symbol(kind, label.name, label.detail, range, line ?? message.syntax.first);
  }
  const title = separator?.title;
  return title && symbol(SymbolKind.Namespace, oneLine(slice(text, title)), "", range, title);
}

/** The label of a request is the first of `# @name`, title, and method with target. The detail has the others. */
function requestLabel(section: Section): Pick<OutlineSymbol, "name" | "detail"> | undefined {
  const { message, text, separator, line } = section;
  if (!message) return undefined;
  const { document } = message.segment;
  if (document) return { name: oneLine(slice(text, document.directive.value)) || "@document", detail: "" };
  const title = message.directive("title") || (separator?.title && slice(text, separator.title));
  const target = message.target?.typed.typed;
  const { status, end = 0 } = message.syntax.statusLine ?? {};
  const typed = status
    ? slice(text, { start: status.start, end }).trim()
    : `${message.method} ${target ? slice(text, target) : ""}`.trim();
  const texts = [message.directive("name"), title, typed || slice(text, message.syntax.first)];
  const [name = "", ...others] = texts.map((one) => oneLine(one ?? "")).filter((one) => one !== "");
  return { name, detail: line ? others.join(" · ") : "" };
}

function variables({ text, preamble }: Section): OutlineSymbol[] {
  return preamble.flatMap((item) => {
    if (item.kind !== "variable") return [];
    const { name, value } = item;
    return symbol(SymbolKind.Variable, `@${slice(text, name)}`, oneLine(slice(text, value)), item, name);
  });
}

function fields({ text, fields }: Section): OutlineSymbol[] {
  return fields
    .filter(({ name }) => name.start < name.end)
    .map((field) => {
      const { name, value } = field;
      return symbol(SymbolKind.Property, slice(text, name), oneLine(slice(text, value)), field, name);
    });
}

/** @param end limits the range of unclosed elements, which would include the last line break */
function inDocument(symbol: OutlineSymbol, by: number, end: number): OutlineSymbol {
  const place = (span: Span) => ({ start: Math.min(span.start + by, end), end: Math.min(span.end + by, end) });
  const children = symbol.children.map((child) => inDocument(child, by, end));
  return { ...symbol, range: place(symbol.range), selection: place(symbol.selection), children };
}

/** The entries of the elements in the body, or in the parts of a multipart body. Their number is subtracted from the budget. */
function bodySymbols(section: Section, budget: { left: number }): readonly OutlineSymbol[] {
  const { multipart } = section;
  if (!multipart) return xmlSymbols(section, budget);
  return multipart.parts.slice(0, Math.max(0, budget.left)).map((part, index) => {
    budget.left--;
    const { delimiter, end, body, contentId, contentType } = part;
    const name = contentId?.id || l10n.t("Part {0}", index + 1);
    const range = { start: delimiter.start, end: body?.end ?? end };
    const own = symbol(SymbolKind.Package, name, contentType?.mediaType.essence ?? "", range, delimiter);
    return { ...own, children: part === multipart.root ? xmlSymbols(section, budget) : [] };
  });
}

interface ElementSymbol extends OutlineSymbol {
  readonly children: ElementSymbol[];
}

/** Maximum nesting depth of elements, because clients and the protocol's parser can't handle very deep trees. */
const maxDepth = 100;

function xmlSymbols({ xml, text }: Section, budget: { left: number }): ElementSymbol[] {
  const top: ElementSymbol[] = [];
  const open: { readonly element: XmlElement; readonly symbol: ElementSymbol | undefined }[] = [];
  for (const element of xml ? elements(xml) : []) {
    if (budget.left <= 0) break;
    for (let last = open.at(-1); last && last.element !== element.parent; last = open.at(-1)) open.pop();
    const own = open.length < maxDepth ? elementSymbol(element, text) : undefined;
    if (own) {
      budget.left--;
      (open.at(-1)?.symbol?.children ?? top).push(own);
    }
    open.push({ element, symbol: own });
  }
  return top;
}

function elementSymbol(element: XmlElement, text: string): ElementSymbol {
  const holdsElements = element.markup.some(({ kind }) => kind === "element");
  const kind = holdsElements ? SymbolKind.Struct : SymbolKind.Field;
  const detail = holdsElements ? "" : contentOf(element, text);
  return { ...symbol(kind, element.name, detail, element, nameSpan(element)), children: [] };
}

/** The beginning of an element's text, which may contain megabytes of Base64. */
function contentOf({ children: [first] }: XmlElement, text: string): string {
  if (first?.kind === "text")
    return oneLine(resolveReferences(text, first.start, Math.min(first.end, first.start + 500)), 60);
  if (first?.kind !== "cdata") return "";
  const content = text.slice(first.start + "<![CDATA[".length, Math.min(first.end, first.start + 500));
  return oneLine(content.replace(/\]\]>$/, ""), 60);
}

export interface RequestName {
  readonly name: string;
  readonly detail: string;
  readonly at: number;
}

/** The requests in the text of a file, in their order. Only their header sections are parsed. */
export function requestNamesInText(text: string): readonly RequestName[] {
  return sectionsOfSegments(analyze(text)).flatMap((section) => {
    if (section.placed.segment.document) return [];
    const label = requestLabel(section);
    const first = section.line ?? section.message?.syntax.first;
    return label && first ? [{ ...label, at: section.start + first.start }] : [];
  });
}
