import type { ContentType } from "../../message.ts";
import type { Envelope } from "../../soap/envelope.ts";
import { type Span, touches } from "../../text/span.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { namespaceOf, prefixesIn } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { insert, remove, replace } from "../edits.ts";
import type { Edit, Report, Rule } from "../rule.ts";

/** What the rules of an envelope look at: a request's message has it, and so has a response. */
export interface XmlMessage {
  readonly text: string;
  readonly xml: XmlDocument | undefined;
  readonly envelope: Envelope | undefined;
  readonly contentType?: ContentType | undefined;
}

/** A rule that holds for requests and responses alike. */
export interface SoapRule extends Rule {
  check(message: XmlMessage): Iterable<Report>;
}

const variable = /\{\{[A-Za-z_$][^{}]*\}\}/;

/** Whether a text holds a variable, so that nobody knows here what will be sent. */
export function hasVariable(text: string): boolean {
  return text.includes("{{") && variable.test(text);
}

export function hasProblemAt({ problems }: XmlDocument, span: Span): boolean {
  return problems.some((problem) => touches(problem, span));
}

/** An xs:anyURI after its white space was collapsed: RFC 3987's characters, and `%` only before two hex digits. */
export function isAnyUri(value: string): boolean {
  return !/[\u0000-\u0020<>"{}|\\^`\u007f]|%(?![0-9A-Fa-f]{2})|#[^#]*#/.test(value);
}

/** The shape of a QName: two names, or one. */
export function isQName(text: string): boolean {
  return /^[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_.\-\u00b7]*(:[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_.\-\u00b7]*)?$/u.test(text);
}

export function isClosed(element: XmlElement): boolean {
  return element.selfClosing || element.endTag !== undefined;
}

/** Whether a part of the document may have been taken for something else, so that what is missing can't be known. */
export function isCutOff({ problems }: XmlDocument): boolean {
  return problems.some(({ reason, code }) => swallowing.has(reason) || code === "xml-name-invalid");
}

const swallowing: ReadonlySet<string> = new Set([
  "comment-unclosed",
  "cdata-unclosed",
  "pi-unclosed",
  "start-tag-unclosed",
  "attribute-quote-unclosed",
]);

/** A prefix that is bound to the namespace at the element, other than the default one. */
export function prefixFor(document: XmlDocument, element: XmlElement, namespace: string): string | undefined {
  for (const [prefix, bound] of prefixesIn(document, element)) if (prefix !== "" && bound === namespace) return prefix;
  return undefined;
}

/** A prefix for a namespace at the element, and what declares it there if nothing has yet. */
export function ensurePrefix(
  document: XmlDocument,
  element: XmlElement,
  namespace: string,
): { readonly prefix: string; readonly edits: readonly Edit[] } {
  const known = prefixFor(document, element, namespace);
  if (known !== undefined) return { prefix: known, edits: [] };
  let prefix = "soap";
  while (namespaceOf(document, element, prefix) !== undefined) prefix += "1";
  return { prefix, edits: [insert(element.nameEnd, ` xmlns:${prefix}="${namespace}"`)] };
}

/** The element's name in a namespace as its own prefixes say it: `soap:Body`, or `Body` in the default namespace. */
export function qualified(prefix: string, local: string): string {
  return prefix === "" ? local : `${prefix}:${local}`;
}

export function renameElement(element: XmlElement, name: string): Edit[] {
  const end = element.endTag;
  return [
    replace({ start: element.nameStart, end: element.nameEnd }, name),
    ...(end ? [replace({ start: end.nameStart, end: end.nameEnd }, name)] : []),
  ];
}

/** With the white space before it. */
export function removeAttribute(text: string, { start, end }: XmlAttribute): Edit {
  let from = start;
  while (from > 0 && /\s/.test(text.charAt(from - 1))) from--;
  return remove({ start: from, end });
}

/** With its line, where it has that to itself. */
export function removeNode(text: string, { start, end }: Span): Edit {
  const after = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end, end + 1000));
  const before = text.slice(Math.max(0, start - 1000), start);
  const indentation = startOfTrailing(before, /[ \t]/);
  const alone = indentation === 0 || /[\r\n]/.test(before.charAt(indentation - 1));
  return remove(
    after && alone ? { start: start - (before.length - indentation), end: end + after[0].length } : { start, end },
  );
}
