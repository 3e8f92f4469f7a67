import { references } from "../text/references.ts";
import { holds, type Span, shift, trimmed } from "../text/span.ts";
import { attributeAt, elementAt, nodeAt } from "../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";
import { type Section, type SectionField, sectionAt } from "./support/section.ts";

/**
 * What "Expand Selection" selects around an offset of the document, the innermost first; each holds the one before it,
 * and more. Empty where nothing is there.
 */
export function selectionSpans(sections: readonly Section[], offset: number): readonly Span[] {
  const section = sectionAt(sections, offset);
  if (!section) return [];
  const last = sections.at(-1);
  const document = { start: 0, end: last ? last.start + last.text.length : 0 };
  const own = growing(spansIn(section, offset - section.start), offset - section.start);
  return growing([...own.map((span) => shift(span, section.start)), document], offset);
}

function* spansIn(section: Section, offset: number): Generator<Span, void, void> {
  const { text, xml, body, multipart, head, separator, preamble, line, message } = section;
  yield* variableSpans(section, offset);
  if (xml && holds(xml, offset)) yield* xmlSpans(xml, offset);
  const part = multipart?.parts.find((one) => holds(one, offset));
  if (part) {
    const field = part.headerLines.find((one) => holds(one, offset));
    if (field) yield* headSpans(text, field, field.kind === "field" ? field : undefined, offset);
    if (part.body) yield part.body;
    yield { start: part.start, end: part.body?.end ?? part.end };
  }
  if (body && offset >= body.start) yield { start: body.start, end: trimmedEnd(text, body) };
  else yield* outsideBody(section, offset);
  if (head && holds(head, offset)) yield head;
  const end = trimmedEnd(text, { start: 0, end: text.length });
  const first = line ?? head ?? message?.request.first;
  if (first) yield { start: first.start, end };
  const above = separator ?? preamble[0];
  if (above) yield { start: above.start, end };
}

function* outsideBody({ text, preamble, separator, fields, line, message }: Section, offset: number) {
  if (separator?.title) yield separator.title;
  if (separator) yield separator;
  const item = preamble.find((one) => holds(one, offset));
  if (item && item.kind !== "comment") {
    yield item.name;
    yield item.value;
  }
  if (item) yield item;
  const field = fields.find((one) => holds(one, offset));
  if (field) yield* headSpans(text, field, field, offset);
  const [first, last] = [fields[0], fields.at(-1)];
  if (first && last) yield { start: first.start, end: last.end };
  const request = message?.request.line;
  if (request) {
    for (const span of [request.method, ...targetSpans(message), request.target, request.version]) if (span) yield span;
  }
  if (line) yield line;
}

/** The path without its query, and the authority. */
function targetSpans({ target }: NonNullable<Section["message"]>): Span[] {
  if (!target) return [];
  const { typed, parts } = target;
  const path = typed.text.slice(parts.pathAndQuery.start, parts.pathAndQuery.end).search(/[?]|$/);
  const { authority, pathAndQuery } = parts;
  const found = [{ start: pathAndQuery.start, end: pathAndQuery.start + path }, pathAndQuery];
  return [...(authority ? [authority] : []), ...found].map((span) => typed.at(span));
}

function* variableSpans({ text, references: all }: Section, offset: number): Generator<Span, void, void> {
  if (all.length === 0) return;
  const from = Math.max(0, text.lastIndexOf("{{", offset));
  const found = references(text, from, Math.min(text.length, from + longestReference)).find((one) =>
    holds(one, offset),
  );
  if (!found) return;
  yield { start: found.start + 2, end: found.end - 2 };
  yield found;
}

const longestReference = 1000;

/** Of these, each that holds the offset and all of the one that was kept before it, and is longer. */
function growing(spans: Iterable<Span>, offset: number): Span[] {
  const kept: Span[] = [];
  for (const span of spans) {
    const inner = kept.at(-1) ?? { start: offset, end: offset };
    const grows = span.end - span.start > inner.end - inner.start;
    if (grows && span.start <= inner.start && inner.end <= span.end) kept.push({ start: span.start, end: span.end });
  }
  return kept;
}

function trimmedEnd(text: string, { start, end }: Span): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** A header line from the inside out: the part of its value that an offset is in, the value, the line. */
function* headSpans(
  text: string,
  line: Span,
  field: SectionField | undefined,
  offset: number,
): Generator<Span, void, void> {
  if (field) {
    yield field.name;
    yield* pieces(text, field.value, offset);
    yield field.value;
  }
  yield line;
}

/** Values are divided by `;` and `,`; in a piece, by `=`; quotes keep what they hold together (RFC 9110 section 5.6). */
function* pieces(text: string, value: Span, offset: number): Generator<Span, void, void> {
  const piece = pieceAt(text, value, offset, /[;,]/);
  if (!piece) return;
  const word = pieceAt(text, piece, offset, /=/);
  if (word) {
    const quoted = text.charAt(word.start) === '"' && text.charAt(word.end - 1) === '"' && word.end - word.start > 1;
    if (quoted) yield { start: word.start + 1, end: word.end - 1 };
    yield word;
  }
  yield piece;
}

function pieceAt(text: string, within: Span, offset: number, divider: RegExp): Span | undefined {
  let start = within.start;
  let quoted = false;
  for (let at = within.start; at <= within.end; at++) {
    const character = text.charAt(at);
    if (character === '"') quoted = !quoted;
    if (at < within.end && (quoted || !divider.test(character))) continue;
    if (offset <= at) return offset < start ? undefined : trimmed(text, { start, end: at });
    start = at + 1;
  }
  return undefined;
}

/** So many elements around an offset are steps of their own: an editor takes each as a press of a key. */
const mostElements = 500;

/** What lies around an offset in a document, from the inside out. Some of it may not hold the offset. */
function* xmlSpans(xml: XmlDocument, offset: number): Generator<Span, void, void> {
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
