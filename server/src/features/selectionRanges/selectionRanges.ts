import { references } from "../../text/references.ts";
import { type Span, shift } from "../../text/span.ts";
import { type Section, sectionAt } from "../support/section.ts";
import { headSpans } from "./head.ts";
import { xmlSpans } from "./xml.ts";

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

function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

function trimmedEnd(text: string, { start, end }: Span): number {
  return start + text.slice(start, end).trimEnd().length;
}
