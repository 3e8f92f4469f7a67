import * as l10n from "@vscode/l10n";
import { SymbolKind } from "vscode-languageserver-types";
import type { Span } from "../../text/span.ts";
import { shift } from "../../text/span.ts";
import { oneLine, requestLabel } from "../support/label.ts";
import type { Section } from "../support/section.ts";
import { elementSymbols } from "./elements.ts";

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
