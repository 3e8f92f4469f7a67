import { matchesOf } from "../../expectations/replacement.ts";
import type { ReadingLimit } from "../../expectations/xpathLibrary.ts";
import { escapeXml } from "../../text/escapes.ts";
import { elementMarkup } from "../../xml/elementMarkup.ts";
import { parseXml } from "../../xml/parser.ts";
import { type AnyNode, type DocumentNode, nodesOf } from "../domNodes.ts";
import { FunctionFault } from "./fault.ts";

/* The functions of XPath 3.1 that read or write XML and JSON. */

const functionsNamespace = "http://www.w3.org/2005/xpath-functions";
/** Maximum nesting depth, as for responses. The time of the library is proportional to the square of the depth. */
const maxDepth = 2000;

export function parsedXml(text: string, limit: ReadingLimit, isFragment = false): DocumentNode {
  limit.left -= text.length;
  if (limit.left < 0) throw new FunctionFault("SOAP0001");
  const content = isFragment ? `<x>${text.replace(/^\uFEFF?<\?xml\s[^?]*\?>/, "")}</x>` : text.replace(/^\uFEFF/, "");
  const source = parseXml(content);
  if (source.doctype) throw new FunctionFault("SOAP0002");
  const { root } = source;
  const roots = source.children.filter(({ kind }) => kind === "element");
  if (!root || roots.length !== 1 || source.problems.length > 0 || (isFragment && root.end < content.length))
    throw new FunctionFault("FODC0006");
  const document = nodesOf(source, isFragment ? root.children : undefined);
  if (document.depth > maxDepth) throw new FunctionFault("SOAP0003");
  return document;
}

/** The markup of a node as written. Elements get the outer namespace declarations that they need. */
export function markupOf(node: AnyNode): string {
  if (node.nodeType === 2) throw new FunctionFault("SENR0001");
  if (node.nodeType === 3) return escaped(node.data);
  let top: AnyNode = node;
  while (top.parentNode) top = top.parentNode;
  if (top.nodeType !== 9) return "";
  const { source } = top;
  const nodes = node.nodeType === 9 ? node.childNodes : [node];
  return nodes
    .map((each) => {
      if (each.nodeType === 1) return elementMarkup(source, each.source);
      return each.nodeType === 3 ? escaped(each.data) : source.text.slice(each.source.start, each.source.end);
    })
    .join("");
}

function pushAll<Item>(open: Item[], items: readonly Item[]): void {
  for (const item of items.toReversed()) open.push(item);
}

/** The result of `analyze-string`: matches with their groups, and the texts between them. */
export function analyzed(input: string, pattern: string, flags: string): string {
  if (!/^[smixq]*$/.test(flags) || flags.includes("m")) throw new FunctionFault("FORX0001", flags);
  const literal = flags.includes("q") ? pattern.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&") : pattern;
  const written = flags.includes("x") && !flags.includes("q") ? withoutBlanks(literal) : literal;
  const letters = [...new Set(flags.replace(/[xq]/g, ""))].join("");
  const search = matchesOf(`${letters === "" ? "" : `(?${letters})`}${written}`);
  if ("why" in search) throw new FunctionFault("FORX0002", pattern);
  const matches = search.all(input);
  if (!matches) throw new FunctionFault("SOAP0004");
  const pieces: string[] = [];
  let end = 0;
  const between = (to: number) => {
    if (to > end) pieces.push(`<non-match>${escaped(input.slice(end, to))}</non-match>`);
  };
  for (const slots of matches) {
    const [from = 0, to = 0] = slots;
    if (from === to) throw new FunctionFault("FORX0003", pattern);
    between(from);
    pieces.push(`<match>${grouped(input, slots)}</match>`);
    end = to;
  }
  between(input.length);
  return `<analyze-string-result xmlns="${functionsNamespace}">${pieces.join("")}</analyze-string-result>`;
}

/** Removes the whitespace outside of the character classes of a pattern. Classes may be nested: `[a-z-[aeiou]]`. */
function withoutBlanks(pattern: string): string {
  let depth = 0;
  return pattern.replace(/\\.|[[\]\s]/gsu, (sign) => {
    if (sign === "[") depth++;
    if (sign === "]") depth--;
    return depth > 0 || !/^\s$/.test(sign) ? sign : "";
  });
}

function grouped(input: string, slots: readonly (number | undefined)[]): string {
  const [from = 0, to = 0] = slots;
  const pieces: string[] = [];
  const ends: number[] = [];
  let at = from;
  const copy = (until: number) => {
    pieces.push(escaped(input.slice(at, until)));
    at = until;
  };
  const close = (before: number) => {
    for (let end = ends.at(-1); end !== undefined && end <= before; end = ends.at(-1)) {
      copy(end);
      pieces.push("</group>");
      ends.pop();
    }
  };
  for (let number = 1; 2 * number < slots.length; number++) {
    const [start, end] = [slots[2 * number], slots[2 * number + 1]];
    if (start === undefined || end === undefined) continue;
    close(start);
    copy(start);
    pieces.push(`<group nr="${number}">`);
    ends.push(end);
  }
  close(to);
  copy(to);
  return pieces.join("");
}

function escaped(text: string): string {
  return escapeXml(text, /[&<>\r]/g);
}

export function xmlOfJson(text: string): string {
  const value = jsonOf(text);
  const pieces: string[] = [];
  const open: { readonly value?: unknown; readonly key?: string; readonly end?: string }[] = [{ value }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.end !== undefined) {
      pieces.push(next.end);
      continue;
    }
    const { value: item, key } = next;
    const isFirst = pieces.length === 0;
    const attributes = `${isFirst ? ` xmlns="${functionsNamespace}"` : ""}${key === undefined ? "" : ` key="${escapeXml(checked(key), /[&<"\t\n\r]/g)}"`}`;
    if (Array.isArray(item)) {
      pieces.push(`<array${attributes}>`);
      open.push({ end: "</array>" });
      pushAll(
        open,
        item.map((value: unknown) => ({ value })),
      );
    } else if (typeof item === "object" && item !== null) {
      pieces.push(`<map${attributes}>`);
      open.push({ end: "</map>" });
      pushAll(
        open,
        Object.entries(item).map(([key, value]: readonly [string, unknown]) => ({ value, key })),
      );
    } else if (item === null) pieces.push(`<null${attributes}/>`);
    else {
      const shown = typeof item === "string" ? escaped(checked(item)) : String(item);
      pieces.push(`<${typeof item}${attributes}>${shown}</${typeof item}>`);
    }
  }
  return pieces.join("");
}

/** Replaces characters that XML doesn't allow by U+FFFD. */
function checked(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FunctionFault("FOJS0001");
  }
}
