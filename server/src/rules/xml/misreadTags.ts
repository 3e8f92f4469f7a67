import { faultParts12, versionOfNamespace } from "../../soap/facts.ts";
import { type Span, trimmed } from "../../text/span.ts";
import { elementAt, namespaceOf } from "../../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../xml/tree.ts";

/*
 * What was meant where an end tag fits no start tag: which of two names is right, and where a tag stands as text.
 */

/** Whether `name` is likelier to be meant than `other`: an element of SOAP, or one with its prefix. */
export function isLikelier(xml: XmlDocument, offset: number, name: string, other: string): boolean {
  const parent = elementAt(xml, offset)?.parent;
  const rank = (one: string) => {
    const colon = one.indexOf(":");
    const namespace = parent && namespaceOf(xml, parent, one.slice(0, Math.max(0, colon)));
    const local = one.slice(colon + 1);
    const ofSoap = versionOfNamespace(namespace) !== undefined && soapNames.has(local);
    return (ofSoap ? 2 : 0) + (colon > 0 && namespace !== undefined ? 1 : 0);
  };
  return rank(name) > rank(other);
}

const soapNames: ReadonlySet<string> = new Set([
  ...["Envelope", "Header", "Body", "Fault"],
  ...[...faultParts12, "Value", "Subcode", "Text"],
]);

/** How many of the nodes before an end tag are looked at for what it closes. */
const nearby = 20;

/** What stands before an offset inside the element that is open there, the nearest last. */
export function siblingsBefore(xml: XmlDocument, { start }: Span): readonly XmlNode[] {
  const children = elementAt(xml, start)?.children ?? [];
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((children[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return children.slice(Math.max(0, low - nearby), low);
}

/** Where the nearest start tag of that name begins that is only text, for want of its `<`. */
export function startTagWithoutLess(text: string, nodes: readonly XmlNode[], name: string): number | undefined {
  for (const { kind, start, end } of nodes.toReversed()) {
    if (kind !== "text") continue;
    const typed = text.slice(Math.max(start, end - 1000), end);
    const at = typed.lastIndexOf(name);
    const isWhole = at >= 0 && (at === 0 || /[\s>]/.test(typed.charAt(at - 1)));
    if (isWhole && /^(?:\s[^>]*)?>/.test(typed.slice(at + name.length))) return end - typed.length + at;
  }
  return undefined;
}

/** Where the missing start tag of an end tag belongs: before the text that it ends, or before the elements. */
export function startTagPlace(text: string, nodes: readonly XmlNode[], name: string): number | undefined {
  const last = nodes.findLast((node) => node.kind !== "text" || text.slice(node.start, node.end).trim() !== "");
  if (last?.kind === "text") return trimmed(text, last).start;
  const elements = nodes.filter((node) => node.kind === "element");
  if (nodes.length === nearby || elements.some((element) => element.name === name)) return undefined;
  return elements[0]?.start;
}

/** Where the element's end tag stands in its text, without its `<`. */
export function endTagWithoutLess(text: string, { name, children }: XmlElement): number | undefined {
  for (const { kind, start, end } of children.slice(0, nearby)) {
    if (kind !== "text") continue;
    const at = text.slice(start, Math.min(end, start + 10_000)).indexOf(`/${name}>`);
    if (at >= 0) return start + at;
  }
  return undefined;
}
