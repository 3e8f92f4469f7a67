import { toBinary } from "../text/base64.ts";
import { utf8 } from "../text/charset.ts";
import { explanationSign } from "../text/explanationSign.ts";
import { afterBreak, isBlank, lineEnd, trimBlanks } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { withLineFeeds } from "../text/trailing.ts";

/** A parsed response document. All offsets are UTF-16 offsets in `text`. */
export interface ResponseText {
  readonly text: string;
  /** `undefined` if the text consists only of a body (HTTP/0.9). */
  readonly statusLine: StatusLine | undefined;
  readonly fields: readonly ResponseField[];
  /** Span after the empty line; empty if there is no empty line. */
  readonly body: Span;
}

/** The status line, such as `HTTP/1.1 200 OK` (RFC 9112 section 4). */
export interface StatusLine extends Span {
  readonly version: Span;
  readonly status: Span;
  readonly code: number;
  readonly reason: Span;
}

export interface ResponseField extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  /** Span of the value without whitespace around it. Includes the line breaks of a folded value. */
  readonly value: Span;
}

/**
 * Parses a response. Unlike in a typed request, the first empty line always ends the head, there are no comments, and
 * interim responses (RFC 9110 section 15.2) may precede the final one.
 */
export function parseResponse(text: string): ResponseText {
  let response = parseFrom(text, 0);
  while (response.statusLine && isInterim(response.statusLine.code)) {
    const next = parseFrom(text, response.body.start);
    if (!next.statusLine) break;
    response = next;
  }
  return response;
}

/** Whether a status is of an interim response. 101 isn't: it is the final response to an upgrade. */
function isInterim(code: number): boolean {
  return code >= 100 && code < 200 && code !== 101;
}

function parseFrom(text: string, start: number): ResponseText {
  const end = text.length;
  const firstEnd = lineEnd(text, start);
  const statusLine = parseStatusLine(text, { start, end: firstEnd });
  if (!statusLine) return { text, statusLine, fields: [], body: { start, end } };
  const fields: ResponseField[] = [];
  let at = afterBreak(text, firstEnd);
  while (at < end) {
    const stop = lineEnd(text, at);
    const next = afterBreak(text, stop);
    if (stop === at) return { text, statusLine, fields, body: { start: afterExplanation(text, next), end } };
    addFieldLine(text, { start: at, end: stop }, fields);
    at = next;
  }
  return { text, statusLine, fields, body: { start: end, end } };
}

/** The offset after the lines that the client adds to explain a Fault. They don't belong to the body. */
function afterExplanation(text: string, start: number): number {
  let at = start;
  while (text.startsWith(explanationSign, at)) at = afterBreak(text, lineEnd(text, at));
  return at === start ? start : afterBreak(text, lineEnd(text, at));
}

function parseStatusLine(text: string, { start, end }: Span): StatusLine | undefined {
  const match = /^(HTTP\/\d+(?:\.\d+)?)([ \t]+)(\d{3})(?:[ \t]+|$)/i.exec(
    text.slice(start, Math.min(end, start + 100)),
  );
  if (!match) return undefined;
  const [whole, version = "", space = "", code = ""] = match;
  const status = start + version.length + space.length;
  return {
    start,
    end,
    version: { start, end: start + version.length },
    status: { start: status, end: status + code.length },
    code: Number(code),
    reason: trimBlanks(text, { start: start + whole.length, end }),
  };
}

/** Adds a field line. A line that begins with whitespace continues the previous line (obs-fold). A line without a colon is ignored. */
function addFieldLine(text: string, line: Span, fields: ResponseField[]): void {
  const last = fields.at(-1);
  if (isBlank(text.charCodeAt(line.start)) && last) {
    const { end } = trimBlanks(text, line);
    fields[fields.length - 1] = { ...last, end: line.end, value: { start: last.value.start, end } };
    return;
  }
  const colon = text.indexOf(":", line.start);
  if (colon < 0 || colon >= line.end) return;
  const nameSpan = trimBlanks(text, { start: line.start, end: colon });
  const value = trimBlanks(text, { start: colon + 1, end: line.end });
  fields.push({ ...line, name: text.slice(nameSpan.start, nameSpan.end), nameSpan, value });
}

/** The first field with this name, which must be in lower case. */
export function fieldNamed({ fields }: Pick<ResponseText, "fields">, name: string): ResponseField | undefined {
  return fields.find((field) => field.name.toLowerCase() === name);
}

/** The value of a field. Line breaks are replaced by spaces, so that offsets stay the same. */
export function fieldValue(text: string, { value }: ResponseField): string {
  return text.slice(value.start, value.end).replace(/[\r\n]/g, " ");
}

/** Each line that the client adds begins with these characters. */
const sign = "… ";

export function note(sentence: string): string {
  return sign + sentence;
}

export function isNote(text: string, offset: number): boolean {
  return text.startsWith(sign, offset);
}

/**
 * Decodes a head as UTF-8, or else as ISO-8859-1 (RFC 9110 section 5.5). Line breaks become LF. A CR that isn't part of a
 * line break becomes a space (RFC 9112 section 2.2).
 */
export function receivedText(bytes: Uint8Array): string {
  const decoded = utf8.decode(bytes);
  return withLineFeeds(decoded.invalid === 0 ? decoded.text : toBinary(bytes));
}
