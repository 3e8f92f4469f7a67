import type { Segment } from "../../document.ts";
import type { Message } from "../../message.ts";
import { completeFix } from "../../rules/fixes.ts";
import type { Edit } from "../../rules/rule.ts";
import { isBlank } from "../../text/lines.ts";
import { type Span, trimmed } from "../../text/span.ts";
import { formatXml, minifyXml } from "../../xml/format.ts";
import { headSpacing } from "./head.ts";

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
