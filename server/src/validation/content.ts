import { type Span, trimmed } from "../text/span.ts";
import { nameSpan } from "../xml/query.ts";
import { resolveReferences } from "../xml/references.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";

/** Whether a node is text or CDATA that isn't empty; comments and processing instructions are no content. */
export function isText({ kind, start, end }: XmlNode): boolean {
  return (kind === "text" && end > start) || (kind === "cdata" && end - start > "<![CDATA[]]>".length);
}

/** Whether text or CDATA consists of the white space of XML, written as characters or references (part 1, section 3.4.4). */
export function isBlankNode({ text }: XmlDocument, { kind, start, end }: XmlNode): boolean {
  const isCdata = kind === "cdata";
  const last = isCdata ? end - "]]>".length : end;
  for (let at = isCdata ? start + "<![CDATA[".length : start; at < last; at++) {
    if (isSpace(text.charCodeAt(at))) continue;
    return kind === "text" && text[at] === "&" && !/[^ \t\r\n]/.test(resolveReferences(text, at, last));
  }
  return true;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Where an element's value is: its only text without the white space around it, else its whole content, or its name. */
export function elementValueSpan({ text }: XmlDocument, element: XmlElement): Span {
  const [first] = element.children;
  const last = element.children.at(-1);
  if (!first || !last) return nameSpan(element);
  const span = trimmed(text, { start: first.start, end: last.end });
  return span.start < span.end ? span : { start: first.start, end: last.end };
}
