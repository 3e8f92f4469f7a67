import { utf8 } from "../text/charset.ts";
import { decodeText } from "../text/decode.ts";
import { lazily } from "../text/memoized.ts";
import type { Span } from "../text/span.ts";
import { parseXml } from "../xml/parser.ts";
import { elementAt, textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";

type Encode = (text: string) => Uint8Array;

/** A document, or an element in a document. It may not be well-formed. */
export interface XmlContent {
  /** The string value of an element, or the text of a document. */
  readonly text: string;
  /** Bytes; those of a document are in its own encoding. */
  readonly bytes: () => Uint8Array;
  /** Parses the document at first use. */
  readonly document: () => XmlDocument;
  /** `undefined` if the content is the whole document. */
  readonly element: XmlElement | undefined;
  /** The same content with some spans of the document's text removed; `undefined` if the element is in one of them. */
  readonly without: (parts: readonly Span[]) => XmlContent | undefined;
}

export function documentContent(text: string, encode: Encode, bytes = () => encode(text)): XmlContent {
  return {
    text,
    bytes: lazily(bytes),
    document: lazily(() => parseXml(text, 0, text.length)),
    element: undefined,
    without: (parts) => documentContent(withoutParts(text, parts), encode),
  };
}

export function elementContent(document: XmlDocument, element: XmlElement): XmlContent {
  const text = textContent(document, element);
  return {
    text,
    bytes: () => utf8.encode(text),
    document: () => document,
    element,
    without(parts) {
      if (parts.some(({ start, end }) => start <= element.start && element.start < end)) return undefined;
      const left = withoutParts(document.text, parts);
      const before = withoutParts(document.text.slice(0, element.start), parts);
      const smaller = parseXml(left, document.start, left.length);
      const same = elementAt(smaller, before.length + 1);
      return same && elementContent(smaller, same);
    },
  };
}

/** Decodes a document by its byte order mark or XML declaration. */
export function contentOfBytes(bytes: Uint8Array): XmlContent {
  const { text, charset } = decodeText(bytes);
  return documentContent(
    text,
    (part) => charset.encode(part),
    () => bytes,
  );
}

/** @param parts spans in the order of the text; a span may contain others */
function withoutParts(text: string, parts: readonly Span[]): string {
  let left = "";
  let from = 0;
  for (const { start, end } of parts) {
    if (start >= text.length) break;
    if (start > from) left += text.slice(from, start);
    from = Math.max(from, end);
  }
  return left + text.slice(from);
}
