import { decodeText } from "../text/decode.ts";
import { lazily } from "../text/memoized.ts";
import { parseXml } from "../xml/parser.ts";
import { textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";

/** A document, or an element of one. It may not be well-formed. */
export interface XmlContent {
  /** Of an element, its string value; of a document, its text. */
  readonly text: string;
  /** Of a document, those of its own encoding. */
  readonly bytes: () => Uint8Array;
  /** Parsed at first use. */
  readonly document: () => XmlDocument;
  /** `undefined` for the document itself. */
  readonly element: XmlElement | undefined;
}

export function documentContent(text: string, bytes: () => Uint8Array): XmlContent {
  return { text, bytes: lazily(bytes), document: lazily(() => parseXml(text, 0, text.length)), element: undefined };
}

export function elementContent(document: XmlDocument, element: XmlElement): XmlContent {
  const text = textContent(document, element);
  return { text, bytes: () => new TextEncoder().encode(text), document: () => document, element };
}

/** The document that bytes are, by their byte order mark or XML declaration. */
export function contentOfBytes(bytes: Uint8Array): XmlContent {
  return documentContent(decodeText(bytes).text, () => bytes);
}
