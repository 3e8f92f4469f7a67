import { readEnvelope } from "../../soap/envelope.ts";
import { parseXml } from "../../xml/parser.ts";
import { elements } from "../../xml/query.ts";
import type { XmlAttribute, XmlElement } from "../../xml/tree.ts";
import type { Text } from "../collection.ts";
import type { Item } from "../ledger.ts";
import { expanded, type PropertyScope } from "./scope.ts";

/** A replacement for a part of a body. Offsets are UTF-16 offsets in the body as typed. */
export interface EnvelopeEdit {
  readonly start: number;
  readonly end: number;
  readonly text: Text;
}

/** A body with edits applied and expansions replaced. An edit inside of another edit is ignored. */
export function editedBody(body: string, edits: readonly EnvelopeEdit[], scope: PropertyScope, item: Item): Text {
  const parts: Text[number][] = [];
  let from = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    parts.push(...expanded(body.slice(from, start), scope, item), ...text);
    from = end;
  }
  parts.push(...expanded(body.slice(from), scope, item));
  return parts;
}

/** The edit that adds blocks at the end of the Header of an envelope. The Header is created if it is missing. */
export function headerEdit(body: string, blocks: Text): EnvelopeEdit | undefined {
  const envelope = readEnvelope(parseXml(body));
  if (!envelope) return undefined;
  const { element, header } = envelope;
  if (header?.endTag) return { start: header.endTag.start, end: header.endTag.start, text: blocks };
  const name = header?.name ?? (element.prefix === "" ? "Header" : `${element.prefix}:Header`);
  if (header) {
    const tag = startTag(body.slice(header.start, header.startTagEnd));
    return { start: header.start, end: header.startTagEnd, text: [tag, ...blocks, `</${name}>`] };
  }
  const at = element.startTagEnd;
  return { start: at, end: at, text: [`<${name}>`, ...blocks, `</${name}>`] };
}

/** The edit that inserts a text before the content of an element. */
export function insertionIn(element: XmlElement, body: string, text: Text): EnvelopeEdit {
  const { start, before, end, after } = placeOf(element, body);
  return before === "" ? { start, end: start, text } : { start, end, text: [before, ...text, after] };
}

const step = /(\/{0,2})(?:(\*|[\w.-]+):)?(\*|@?[\w.-]+(?:\(\))?)(?:\[(?:(?:position\(\)\s*=\s*)?(\d{1,6}))\])?/y;

/** The span of the content of a node. `before` and `after`: the tags that an empty element needs around its new content. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

export function contentEdit({ start, end, before, after }: Place, value: Text): EnvelopeEdit {
  return { start, end, text: [before, ...value, after] };
}

/** Maximum nodes at each step of a search. */
const mostNodes = 1_000;

/** Spans of content that a simple XPath (names, positions, `*`, `@name`, `text()`) finds; undefined for other paths. */
export function placesOf(body: string, path: string): readonly Place[] | undefined {
  const namespaces = new Map(
    [...path.matchAll(/declare\s+namespace\s+([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*;?/g)].map(
      ([, prefix = "", double, single]) => [prefix, double ?? single ?? ""],
    ),
  );
  const own = path.slice(path.lastIndexOf(";") + 1).trim();
  const document = parseXml(body);
  let nodes: readonly (XmlElement | XmlAttribute)[] | undefined;
  step.lastIndex = 0;
  while (step.lastIndex < own.length) {
    const [whole, axis = "", prefix, name = "", position] = step.exec(own) ?? [];
    if (whole === undefined || (nodes !== undefined && (axis === "" || nodes.length > mostNodes))) return undefined;
    if (name === "text()") {
      if (step.lastIndex < own.length) return undefined;
      continue;
    }
    const namespace = prefix === undefined || prefix === "*" ? undefined : namespaces.get(prefix);
    const matches = (local: string, uri: string | undefined) =>
      (name === "*" || name.replace("@", "") === local) && (namespace === undefined || namespace === uri);
    const from = nodes?.filter((one) => "children" in one) ?? [];
    const candidates = name.startsWith("@")
      ? from.flatMap((one) => one.attributes)
      : axis === "//"
        ? nodes
          ? [...new Set(from.flatMap(descendantsOf))]
          : [...elements(document)]
        : nodes
          ? from.flatMap(childrenOf)
          : document.root
            ? [document.root]
            : [];
    const named = candidates.filter((one) => matches(one.local, one.namespace));
    nodes = position === undefined ? named : atPosition(named, Number(position));
  }
  return nodes?.map((node) => placeOf(node, body));
}

function childrenOf({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((one) => one.kind === "element");
}

function descendantsOf(element: XmlElement): readonly XmlElement[] {
  const all: XmlElement[] = [];
  const pending = childrenOf(element).toReversed();
  for (let current = pending.pop(); current; current = pending.pop()) {
    all.push(current);
    pending.push(...childrenOf(current).toReversed());
  }
  return all;
}

/** The nodes at a position among the nodes with the same parent. */
function atPosition(nodes: readonly (XmlElement | XmlAttribute)[], position: number) {
  const counts = new Map<XmlElement | undefined, number>();
  return nodes.filter((node) => {
    const parent = "children" in node ? node.parent : undefined;
    const count = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, count);
    return count === position;
  });
}

function placeOf(node: XmlElement | XmlAttribute, body: string): Place {
  if (!("children" in node)) return { start: node.valueStart, end: node.valueEnd, before: "", after: "" };
  if (!node.selfClosing) {
    return { start: node.startTagEnd, end: node.endTag?.start ?? node.startTagEnd, before: "", after: "" };
  }
  const tag = startTag(body.slice(node.start, node.startTagEnd));
  return { start: node.start, end: node.startTagEnd, before: tag, after: `</${node.name}>` };
}

function startTag(emptyTag: string): string {
  return `${emptyTag.slice(0, -"/>".length).trimEnd()}>`;
}
