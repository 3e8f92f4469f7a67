import type { Segment } from "../document.ts";
import type { FieldLine, HeaderLine, Request } from "../http/head.ts";
import type { Message } from "../message.ts";
import type { PreambleItem } from "../preamble.ts";
import { completeFix } from "../rules/fixes.ts";
import type { Edit } from "../rules/rule.ts";
import { isBlank, trimBlanks } from "../text/lines.ts";
import { type Span, trimmed } from "../text/span.ts";
import { formatXml, minifyXml } from "../xml/format.ts";

/** How formatted text is laid out. */
export interface Layout {
  /** Of one level. */
  readonly indent: string;
  readonly lineBreak: string;
}

/**
 * The edits that format a segment, or what of them lies in a range of its text: blanks above the body, line breaks and
 * indentation between the elements of the body (see `formatXml` for what stays). A Content-Length that was right stays
 * right. In order of the text, without overlaps.
 */
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

/** The edits that take the white space out of a body that `formatSegment` would put in. */
export function minifyBody(message: Message): readonly Edit[] {
  const edits = message.xml ? minifyXml(message.xml) : [];
  return edits.length > 0 ? completeFix(message, { edits }) : [];
}

/** Whether a change concerns a selection. The break and the indentation before a line belong to that line. */
function isWithin(text: string, { start, end }: Span, range: Span): boolean {
  if (end > range.start) return start < range.end;
  if (end < range.start || range.start === range.end) return false;
  let lineStart = range.start;
  while (lineStart > 0 && isBlank(text.charCodeAt(lineStart - 1))) lineStart--;
  return lineStart === 0 || /[\r\n]/.test(text.charAt(lineStart - 1));
}

/**
 * The edits that set the blanks of everything above a body right: one where parts are divided, none at the ends of
 * lines. Names and values stay as they are typed, and so do comments and what is malformed.
 */
function headSpacing({ text, separator, preamble, request }: Segment): readonly Edit[] {
  const wanted: Edit[] = [];
  if (separator) {
    const title = separator.title ?? { start: separator.end, end: separator.end };
    // Of a title's own signs nothing is known: `####` is as good as `### #`.
    if (/^[ \t]/.test(text.slice(3, title.start))) wanted.push(gap(3, title.start, separator.title ? " " : ""));
    wanted.push(gap(title.end, separator.end, ""));
  }
  for (const item of preamble) wanted.push(...ofItem(text, item));
  if (request) wanted.push(...ofRequest(text, request));
  return wanted.filter(({ start, end, newText }) => text.slice(start, end) !== newText);
}

function gap(start: number, end: number, newText: string): Edit {
  return { start, end, newText };
}

function ofItem(text: string, item: PreambleItem): readonly Edit[] {
  if (item.kind === "comment") return [];
  const { name, value, end } = item;
  const at = name.start - "@".length;
  if (item.kind === "variable") {
    const equals = text.indexOf("=", name.end);
    const isEmpty = value.start === value.end;
    return [
      gap(item.start, at, ""),
      gap(name.end, equals, " "),
      gap(equals + 1, isEmpty ? end : value.start, isEmpty ? "" : " "),
      ...(isEmpty ? [] : [gap(value.end, end, "")]),
    ];
  }
  const sign = trimBlanks(text, { start: item.start, end: at });
  const isEmpty = value.start === value.end;
  return [
    gap(item.start, sign.start, ""),
    gap(sign.end, at, " "),
    gap(name.end, isEmpty ? end : value.start, isEmpty ? "" : " "),
    ...(isEmpty ? [] : [gap(value.end, end, "")]),
  ];
}

function ofRequest(text: string, { line, headerLines, boundary }: Request): readonly Edit[] {
  const spaces = (line?.badSpaces ?? []).map(({ start, end }) =>
    gap(start, end, start === line?.start || end === line?.end ? "" : " "),
  );
  const headers = headerLines.flatMap((one, index) => ofHeaderLine(text, one, headerLines[index + 1]));
  const blanks = boundary?.kind === "blanks" ? [gap(boundary.start, boundary.end, "")] : [];
  return [...spaces, ...headers, ...blanks];
}

function ofHeaderLine(text: string, line: HeaderLine, next: HeaderLine | undefined): readonly Edit[] {
  // What a folded line's white space means, only its reader knows (RFC 9112 section 5.2).
  if (line.kind !== "field" || next?.kind === "continuation") return [];
  return ofField(text, line);
}

function ofField(text: string, { start, end, name, colon, value }: FieldLine): readonly Edit[] {
  if (name.start === name.end) return [];
  const before: Span = { start, end: name.start };
  const isEmpty = value.start === value.end;
  // White space inside the name is a mistake that has its own rule.
  const after = /[ \t]/.test(text.slice(name.start, name.end)) ? [] : [gap(name.end, colon, "")];
  return [
    gap(before.start, before.end, ""),
    ...after,
    gap(colon + 1, isEmpty ? end : value.start, isEmpty ? "" : " "),
    ...(isEmpty ? [] : [gap(value.end, end, "")]),
  ];
}
