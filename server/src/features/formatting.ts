import type { Segment } from "../format/document.ts";
import type { PreambleItem } from "../format/preamble.ts";
import type { FieldLine, MessageSyntax } from "../http/head.ts";
import type { Message } from "../message/message.ts";
import { completeFix } from "../rules/fixes.ts";
import type { Edit } from "../rules/rule.ts";
import { isBlank, trimBlanks } from "../text/lines.ts";
import { type Span, slice, trimmed } from "../text/span.ts";
import { formatXml, minifyXml } from "../xml/format.ts";

export interface Layout {
  readonly indent: string;
  readonly lineBreak: string;
}

/** The edits are in the order of the text and don't overlap. A correct Content-Length stays correct. */
export function formatSegment(
  segment: Segment,
  message: Message | undefined,
  layout: Layout,
  range?: Span,
): readonly Edit[] {
  const selected = range && { start: range.start, end: trimmed(segment.text, range).end };
  const within = (edit: Span) => !selected || isWithin(segment.text, edit, selected);
  const head = headSpacing(segment).filter(within);
  const body = message?.xml ? formatXml(message.xml, layout).filter(within) : [];
  const completed = message && body.length > 0 ? completeFix(message, { edits: body }) : body;
  return [...head, ...completed].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The edits that remove the whitespace that `formatSegment` inserts in a body. */
export function minifyBody(message: Message): readonly Edit[] {
  const edits = message.xml ? minifyXml(message.xml) : [];
  return edits.length > 0 ? completeFix(message, { edits }) : [];
}

/** Whether an edit is in a range. A line includes the line break and the indentation before its text. */
function isWithin(text: string, { start, end }: Span, range: Span): boolean {
  if (end > range.start) return start < range.end;
  if (end < range.start || range.start === range.end) return false;
  let lineStart = range.start;
  while (lineStart > 0 && isBlank(text.charCodeAt(lineStart - 1))) lineStart--;
  return lineStart === 0 || /[\r\n]/.test(text.charAt(lineStart - 1));
}

/** The edits for the blanks above a body: one blank between the parts of a line, none at its end. Comments aren't changed. */
function headSpacing({ text, separator, preamble, message, document }: Segment): readonly Edit[] {
  const edits: Edit[] = [];
  if (separator) {
    const title = separator.title ?? { start: separator.end, end: separator.end };
    // In `####`, the last # belongs to the title.
    if (/^[ \t]/.test(text.slice(3, title.start))) edits.push(gap(3, title.start, separator.title ? " " : ""));
    edits.push(gap(title.end, separator.end, ""));
  }
  for (const item of preamble) edits.push(...preambleSpacing(text, item));
  const own = message ?? document;
  if (own) edits.push(...messageSpacing(text, own));
  return edits.filter(({ start, end, newText }) => text.slice(start, end) !== newText);
}

function messageSpacing(text: string, { requestLine, headerLines, boundary }: MessageSyntax): readonly Edit[] {
  const spaces = (requestLine?.badSpaces ?? []).map(({ start, end }) =>
    gap(start, end, start === requestLine?.start || end === requestLine?.end ? "" : " "),
  );
  const headers = headerLines.flatMap((line, index) => {
    // Whitespace in a folded line may have a meaning that only the receiver knows (RFC 9112 section 5.2).
    const isFolded = headerLines[index + 1]?.kind === "continuation";
    return line.kind === "field" && !isFolded ? fieldSpacing(text, line) : [];
  });
  return [...spaces, ...headers, ...(boundary?.kind === "blanks" ? [gap(boundary.start, boundary.end, "")] : [])];
}

function gap(start: number, end: number, newText: string): Edit {
  return { start, end, newText };
}

function preambleSpacing(text: string, item: PreambleItem): readonly Edit[] {
  if (item.kind === "comment") return [];
  const { start, name, value, end } = item;
  const at = name.start - "@".length;
  if (item.kind === "variable") {
    const equals = text.indexOf("=", name.end);
    return [gap(start, at, ""), gap(name.end, equals, " "), ...valueSpacing(equals + 1, value, end)];
  }
  const marker = trimBlanks(text, { start, end: at });
  return [gap(start, marker.start, ""), gap(marker.end, at, " "), ...valueSpacing(name.end, value, end)];
}

function fieldSpacing(text: string, { start, end, name, colon, value }: FieldLine): readonly Edit[] {
  if (name.start === name.end) return [];
  // A rule reports whitespace inside of a field name.
  const afterName = /[ \t]/.test(slice(text, name)) ? [] : [gap(name.end, colon, "")];
  return [gap(start, name.start, ""), ...afterName, ...valueSpacing(colon + 1, value, end)];
}

/** Blanks before and after a value. `from`: the end of the name or sign before it; `end`: the end of the line. */
function valueSpacing(from: number, value: Span, end: number): readonly Edit[] {
  if (value.start === value.end) return [gap(from, end, "")];
  return [gap(from, value.start, " "), gap(value.end, end, "")];
}
