import { references } from "../text/references.ts";
import { holds, type Span, shift, trimmed } from "../text/span.ts";
import { attributeAt, nameSpan, nodeAt, valueSpan } from "../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";
import { type Section, type SectionField, sectionAt } from "./support/section.ts";
import { elementNear } from "./support/xmlNames.ts";

type Spans = Generator<Span, void, void>;

/** The spans that "Expand Selection" selects around an offset of the document. Each span contains the previous one. */
export function selectionSpans(sections: readonly Section[], offset: number): readonly Span[] {
  const section = sectionAt(sections, offset);
  const last = sections.at(-1);
  if (!section || !last) return [];
  const at = offset - section.start;
  const own = growing(spansIn(section, at), at).map((span) => shift(span, section.start));
  return growing([...own, { start: 0, end: last.start + last.text.length }], offset);
}

/** The spans that contain the offset and are longer than the previous span, which they contain. */
function growing(spans: Iterable<Span>, offset: number): Span[] {
  const kept: Span[] = [];
  for (const { start, end } of spans) {
    const inner = kept.at(-1) ?? { start: offset, end: offset };
    const isLonger = end - start > inner.end - inner.start;
    if (isLonger && start <= inner.start && inner.end <= end) kept.push({ start, end });
  }
  return kept;
}

/** Candidate spans from the innermost to the outermost. */
function* spansIn(section: Section, offset: number): Spans {
  const { text, xml, body, multipart, head, separator, preamble, line, message } = section;
  yield* variableSpans(section, offset);
  if (xml && holds(xml, offset)) yield* xmlSpans(xml, offset);
  const part = multipart?.parts.find((one) => holds(one, offset));
  if (part) {
    const headerLine = part.headerLines.find((one) => holds(one, offset));
    if (headerLine?.kind === "field") yield* fieldSpans(text, headerLine, offset);
    else if (headerLine) yield headerLine;
    if (part.body) yield part.body;
    yield { start: part.start, end: part.body?.end ?? part.end };
  }
  const end = text.trimEnd().length;
  if (body && offset >= body.start) yield { start: body.start, end: Math.max(body.start, end) };
  else yield* spansAboveBody(section, offset);
  if (head && holds(head, offset)) yield head;
  const first = line ?? head ?? message?.syntax.first;
  if (first) yield { start: first.start, end };
  const above = separator ?? preamble[0];
  if (above) yield { start: above.start, end };
}

function* spansAboveBody({ text, preamble, separator, fields, line, message }: Section, offset: number): Spans {
  if (separator?.title) yield separator.title;
  if (separator) yield separator;
  const item = preamble.find((one) => holds(one, offset));
  if (item && item.kind !== "comment") yield* [item.name, item.value];
  if (item) yield item;
  const field = fields.find((one) => holds(one, offset));
  if (field) yield* fieldSpans(text, field, offset);
  const [first, last] = [fields[0], fields.at(-1)];
  if (first && last) yield { start: first.start, end: last.end };
  const { method, target, version } = message?.syntax.requestLine ?? {};
  const { version: ofStatus, status, reason } = message?.syntax.statusLine ?? {};
  const ofLine = [method, ...targetSpans(message), target, version, ofStatus, status, reason, line];
  for (const span of ofLine) if (span) yield span;
}

function targetSpans(message: Section["message"]): Span[] {
  if (!message?.target) return [];
  const { typed, parts } = message.target;
  const { authority, pathAndQuery } = parts;
  const path = typed.text.slice(pathAndQuery.start, pathAndQuery.end).search(/[?]|$/);
  const pathParts = [{ start: pathAndQuery.start, end: pathAndQuery.start + path }, pathAndQuery];
  return [...(authority ? [authority] : []), ...pathParts].map((span) => typed.at(span));
}

const longestReference = 1000;

function* variableSpans({ text, references: all }: Section, offset: number): Spans {
  if (all.length === 0) return;
  const from = Math.max(0, text.lastIndexOf("{{", offset));
  const near = references(text, from, Math.min(text.length, from + longestReference));
  const part = near.find((one) => holds(one, offset));
  if (part) yield* [{ start: part.start + 2, end: part.end - 2 }, part];
}

function* fieldSpans(text: string, field: SectionField, offset: number): Spans {
  yield field.name;
  yield* valueSpans(text, field.value, offset);
  yield* [field.value, field];
}

/** `;` and `,` separate the pieces of a value, `=` their words. Quoted strings are one word (RFC 9110 section 5.6). */
function* valueSpans(text: string, value: Span, offset: number): Spans {
  const piece = pieceAt(text, value, offset, /[;,]/);
  const word = piece && pieceAt(text, piece, offset, /=/);
  if (word) {
    const quoted = text.charAt(word.start) === '"' && text.charAt(word.end - 1) === '"' && word.end - word.start > 1;
    if (quoted) yield { start: word.start + 1, end: word.end - 1 };
    yield word;
  }
  if (piece) yield piece;
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

/** Maximum elements around an offset that can be selected step by step. */
const maxElements = 500;

function* xmlSpans(xml: XmlDocument, offset: number): Spans {
  // At the end of a tag, the user may mean the tag or the text after it, so both are tried.
  for (const at of [offset, offset - 1]) {
    const node = nodeAt(xml, at);
    if (node?.kind === "element") yield* tagSpans(node, at);
    else if (node) yield* nodeSpans(xml.text, node);
  }
  let element = elementNear(xml, offset);
  for (let count = 0; element && count < maxElements; count++) {
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

function* nodeSpans(text: string, node: XmlNode): Spans {
  const [open, close] = delimiters[node.kind] ?? ["", ""];
  const isClosed = text.endsWith(close, node.end);
  const inside = { start: node.start + open.length, end: isClosed ? node.end - close.length : node.end };
  if (inside.start <= inside.end) yield* [trimmed(text, inside), inside];
  yield node;
}

function* tagSpans(element: XmlElement, offset: number): Spans {
  const { start, startTagEnd, endTag } = element;
  if (endTag && offset >= endTag.start) {
    yield* [nameSpan(endTag), endTag];
    return;
  }
  yield nameSpan(element);
  const attribute = attributeAt(element, offset);
  const value = valueSpan(attribute);
  if (attribute) yield nameSpan(attribute);
  if (value) yield value;
  if (attribute && value && attribute.end > value.end) yield { start: value.start - 1, end: value.end + 1 };
  if (attribute) yield attribute;
  yield { start, end: startTagEnd };
}

function* elementSpans(text: string, { start, end, startTagEnd, endTag }: XmlElement): Spans {
  const content = { start: startTagEnd, end: endTag?.start ?? end };
  if (content.start < content.end) yield* [trimmed(text, content), content];
  yield { start, end };
}
