import { type Span, trimmed } from "../text/span.ts";
import { isSpace } from "../xml/characters.ts";
import { nameSpan } from "../xml/query.ts";
import { resolveReferences } from "../xml/references.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";
import type { SimpleType } from "../xsd/components.ts";

/** Whether a node is text or CDATA that isn't empty. Comments and processing instructions aren't content. */
export function isText({ kind, start, end }: XmlNode): boolean {
  return (kind === "text" && end > start) || (kind === "cdata" && end - start > "<![CDATA[]]>".length);
}

/** Whether text or CDATA consists of the whitespace of XML, written as characters or references (part 1, section 3.4.4). */
export function isBlankNode({ text }: XmlDocument, { kind, start, end }: XmlNode): boolean {
  const isCdata = kind === "cdata";
  const last = isCdata ? end - "]]>".length : end;
  for (let at = isCdata ? start + "<![CDATA[".length : start; at < last; at++) {
    if (isSpace(text.charCodeAt(at))) continue;
    return kind === "text" && text[at] === "&" && !/[^ \t\r\n]/.test(resolveReferences(text, at, last));
  }
  return true;
}

/** Span of an element's value: its only text without whitespace around it, else its whole content, or its name if it is empty. */
export function elementValueSpan({ text }: XmlDocument, element: XmlElement): Span {
  const [first] = element.children;
  const last = element.children.at(-1);
  if (!first || !last) return nameSpan(element);
  const span = trimmed(text, { start: first.start, end: last.end });
  return span.start < span.end ? span : { start: first.start, end: last.end };
}

/** Whether an element is a placeholder for data in another part of a multipart message (XOP 1.0 section 2.1). */
export function isInclude({ namespace, local }: XmlElement): boolean {
  return local === "Include" && namespace === "http://www.w3.org/2004/08/xop/include";
}

/** Whether values of a type may be in another part of the message. */
export function isBase64({ variety }: SimpleType): boolean {
  if (variety.kind === "union") return variety.members.some(isBase64);
  return variety.kind === "atomic" && variety.primitive === "base64Binary";
}

/** Whether the element has no siblings except whitespace and comments. */
export function isOnlyContent(document: XmlDocument, element: XmlElement): boolean {
  const { children = [] } = element.parent ?? {};
  return children.every(
    (one) => one === element || !(one.kind === "element" || (isText(one) && !isBlankNode(document, one))),
  );
}
