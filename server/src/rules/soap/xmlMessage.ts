import * as l10n from "@vscode/l10n";
import type { ContentType } from "../../message/message.ts";
import type { Envelope } from "../../soap/envelope.ts";
import { firstBreak, indentationAt } from "../../text/lines.ts";
import { references } from "../../text/references.ts";
import { type Span, slice, touches } from "../../text/span.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { elementsWith, nameSpan, namespaceOf, prefixesIn } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { QName } from "../../xsd/components.ts";
import { fix, insert, remove, replace } from "../edits.ts";
import type { Edit, Fix, Report } from "../rule.ts";

/** A request or a response, as rules for XML and envelopes read it. */
export interface XmlMessage {
  readonly text: string;
  readonly xml: XmlDocument | undefined;
  readonly envelope: Envelope | undefined;
  readonly contentType?: ContentType | undefined;
}

export type SoapCheck = (message: XmlMessage) => Iterable<Report>;

export function hasVariable(text: string): boolean {
  return text.includes("{{") && references(text).length > 0;
}

export function hasProblemAt({ problems }: XmlDocument, span: Span): boolean {
  return problems.some((problem) => touches(problem, span));
}

/** Whether a value with collapsed whitespace is an xs:anyURI (RFC 3987). */
export function isAnyUri(value: string): boolean {
  return !/[\u0000-\u0020<>"{}|\\^`\u007f]|%(?![0-9A-Fa-f]{2})|#[^#]*#/.test(value);
}

export function isQNameText(text: string): boolean {
  return /^[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_.\-\u00b7]*(:[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_.\-\u00b7]*)?$/u.test(text);
}

export function isClosed(element: XmlElement): boolean {
  return element.selfClosing || element.endTag !== undefined;
}

/** Whether the parser may have read a part of the document incorrectly, for example as a comment that isn't closed. */
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

/** Whether tags are missing or cut off, so that the elements are only guesses. */
export function hasUnbalancedTags(document: XmlDocument): boolean {
  return isCutOff(document) || document.problems.some(({ code }) => ofTags.has(code));
}

const ofTags: ReadonlySet<string> = new Set(["xml-tag-unclosed", "xml-tag-mismatch", "xml-end-tag-stray"]);

/** A prefix that is bound to the namespace at the element. */
export function prefixFor(document: XmlDocument, element: XmlElement, namespace: string): string | undefined {
  for (const [prefix, bound] of prefixesIn(document, element)) if (prefix !== "" && bound === namespace) return prefix;
  return undefined;
}

/** Returns a prefix for a namespace at the element, and the edits that declare it there. */
export function ensurePrefix(
  document: XmlDocument,
  element: XmlElement,
  namespace: string,
): { readonly prefix: string; readonly edits: readonly Edit[] } {
  const declaredPrefix = prefixFor(document, element, namespace);
  if (declaredPrefix !== undefined) return { prefix: declaredPrefix, edits: [] };
  let prefix = "soap";
  while (namespaceOf(document, element, prefix) !== undefined) prefix += "1";
  return { prefix, edits: [insert(element.nameEnd, ` xmlns:${prefix}="${namespace}"`)] };
}

/** Where problems of the SOAP version are reported: at the declaration of the Envelope's namespace, or at the Envelope's name. */
export function versionPlace({ namespaceSpan, element }: Envelope): Span {
  return namespaceSpan ?? nameSpan(element);
}

export function qualified(prefix: string, local: string): string {
  return prefix === "" ? local : `${prefix}:${local}`;
}

/** Span of an attribute's value, or of its name if the value is empty or missing. */
export function attributePlace(attribute: XmlAttribute): Span {
  return attribute.valueStart < attribute.valueEnd
    ? { start: attribute.valueStart, end: attribute.valueEnd }
    : nameSpan(attribute);
}

/** Returns all namespace declarations with a value. */
export function* namespaceDeclarations(document: XmlDocument): Iterable<XmlAttribute> {
  for (const { attributes } of elementsWith(document, "xmlns")) {
    for (const attribute of attributes) {
      if (attribute.valueStart >= 0 && (attribute.name === "xmlns" || attribute.prefix === "xmlns")) yield attribute;
    }
  }
}

export function renameFix(element: XmlElement, name: string): Fix {
  return fix(l10n.t("Change to {0}", name), ...renameElement(element, name));
}

export function renameElement(element: XmlElement, name: string): Edit[] {
  const end = element.endTag;
  return [
    replace({ start: element.nameStart, end: element.nameEnd }, name),
    ...(end ? [replace({ start: end.nameStart, end: end.nameEnd }, name)] : []),
  ];
}

/** Removes an attribute (or other text in a tag) with the whitespace before it. */
export function removeAttribute(text: string, { start, end }: Span): Edit {
  return remove({ start: startOfTrailing(text, /\s/, start), end });
}

export function removeAttributeFix(text: string, attribute: XmlAttribute): Fix {
  return fix(l10n.t("Remove {0}", attribute.name), removeAttribute(text, attribute));
}

/** Removes a node, with its line if nothing else is on it. */
export function removeNode(text: string, { start, end }: Span): Edit {
  const after = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end, end + 1000));
  const before = text.slice(Math.max(0, start - 1000), start);
  const indentation = startOfTrailing(before, /[ \t]/);
  const alone = indentation === 0 || /[\r\n]/.test(before.charAt(indentation - 1));
  return remove(
    after && alone ? { start: start - (before.length - indentation), end: end + after[0].length } : { start, end },
  );
}

/** A name as it must be written in an element; undefined if its namespace has no prefix there. */
export function nameAt(
  document: XmlDocument,
  element: XmlElement,
  { namespace, local }: QName,
  isAttribute = false,
): string | undefined {
  const unprefixed = isAttribute ? "" : (namespaceOf(document, element, "") ?? "");
  if (unprefixed === namespace) return local;
  const prefix = namespace === "" ? undefined : prefixFor(document, element, namespace);
  return prefix === undefined ? undefined : `${prefix}:${local}`;
}

/** Inserts elements before a child, or after the last child. They get lines of their own if the other children have them. */
export function insertElements(
  { text }: XmlDocument,
  parent: XmlElement,
  before: XmlElement | undefined,
  elements: readonly string[],
): readonly Edit[] {
  const siblings = parent.markup.filter((one) => one.kind === "element");
  const last = siblings.at(-1);
  const lineBreak = firstBreak(text);
  const own = indentationAt(text, parent.start);
  const below = own === undefined ? undefined : `${own}  `;
  const indentation = last ? indentationAt(text, (before ?? last).start) : below;
  const written = elements.map((element) =>
    indentation === undefined
      ? element.replace(/\n[\t ]*/g, "")
      : element.replaceAll("\t", "  ").replaceAll("\n", lineBreak + indentation),
  );
  const separator = indentation === undefined ? "" : lineBreak + indentation;
  if (before) return [insert(before.start, written.map((one) => one + separator).join(""))];
  const content = written.map((one) => separator + one).join("");
  if (last) return [insert(last.end, content)];
  const end = indentation === undefined ? "" : lineBreak + own;
  if (parent.selfClosing) {
    const slash = text.lastIndexOf("/", parent.startTagEnd);
    return [replace({ start: slash, end: parent.startTagEnd }, `>${content}${end}</${parent.name}>`)];
  }
  const inside = { start: parent.startTagEnd, end: parent.endTag?.start ?? parent.startTagEnd };
  return /\S/.test(slice(text, inside)) ? [insert(inside.end, content)] : [replace(inside, content + end)];
}
