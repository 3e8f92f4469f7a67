import { type Span, trimmed } from "../../text/span.ts";
import { attributeAt, elementAt, nodeAt } from "../../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../xml/tree.ts";

/** So many elements around an offset are steps of their own: an editor takes each as a press of a key. */
const mostElements = 500;

/** What lies around an offset in a document, from the inside out. Some of it may not hold the offset. */
export function* xmlSpans(xml: XmlDocument, offset: number): Generator<Span, void, void> {
  // At the end of a tag the tag is meant as much as what follows it.
  for (const at of [offset, offset - 1]) {
    const node = nodeAt(xml, at);
    if (node && node.kind !== "element") yield* nodeSpans(xml.text, node);
    if (node?.kind === "element") yield* tagSpans(node, at === offset ? offset : at);
  }
  let element = elementAt(xml, offset) ?? elementAt(xml, offset - 1);
  for (let count = 0; element && count < mostElements; count++) {
    yield* elementSpans(xml.text, element);
    element = element.parent;
  }
}

const delimiters: Readonly<Partial<Record<XmlNode["kind"], readonly [string, string]>>> = {
  comment: ["<!--", "-->"],
  cdata: ["<![CDATA[", "]]>"],
  pi: ["<?", "?>"],
  declaration: ["<?", "?>"],
};

function* nodeSpans(text: string, node: XmlNode): Generator<Span, void, void> {
  const [open, close] = delimiters[node.kind] ?? ["", ""];
  const closed = text.endsWith(close, node.end);
  const inside = { start: node.start + open.length, end: closed ? node.end - close.length : node.end };
  if (inside.start <= inside.end) {
    yield trimmed(text, inside);
    yield inside;
  }
  yield node;
}

/** A name, or an attribute, then its tag. */
function* tagSpans(element: XmlElement, offset: number): Generator<Span, void, void> {
  const { start, nameStart, nameEnd, startTagEnd, endTag } = element;
  if (endTag && offset >= endTag.start) {
    yield { start: endTag.nameStart, end: endTag.nameEnd };
    yield endTag;
    return;
  }
  yield { start: nameStart, end: nameEnd };
  const attribute = attributeAt(element, offset);
  if (attribute) {
    const { valueStart, valueEnd } = attribute;
    yield { start: attribute.nameStart, end: attribute.nameEnd };
    if (valueStart >= 0) {
      yield { start: valueStart, end: valueEnd };
      if (attribute.end > valueEnd) yield { start: valueStart - 1, end: valueEnd + 1 };
    }
    yield attribute;
  }
  yield { start, end: startTagEnd };
}

/** What is between the tags, without and with the white space at its ends, then all of it. */
function* elementSpans(text: string, element: XmlElement): Generator<Span, void, void> {
  const { start, end, startTagEnd, endTag } = element;
  const content = { start: startTagEnd, end: endTag?.start ?? end };
  if (content.start < content.end) {
    yield trimmed(text, content);
    yield content;
  }
  yield { start, end };
}
