import { utf8 } from "../text/charset.ts";
import { explanationSign } from "../text/explanationSign.ts";
import { afterBreak, isBlank, lineEnd, trimBlanks } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { withLineFeeds } from "../text/trailing.ts";

/** A response as its document shows it. All offsets: UTF-16, in that text. */
export interface ResponseText {
  readonly text: string;
  /** `undefined` where the text begins with none (HTTP/0.9 answers have none): then all of it is the body. */
  readonly statusLine: StatusLine | undefined;
  /** In order and case as received. */
  readonly fields: readonly ResponseField[];
  /** After the empty line; empty, at the end of the text, where there is no such line. */
  readonly body: Span;
}

/** `HTTP/1.1 200 OK`, RFC 9112 section 4. */
export interface StatusLine extends Span {
  readonly version: Span;
  readonly status: Span;
  readonly code: number;
  /** Empty where the line has no reason phrase. */
  readonly reason: Span;
}

export interface ResponseField extends Span {
  /** As received. */
  readonly name: string;
  readonly nameSpan: Span;
  /** Without blanks around it; a folded one reaches over its line breaks. */
  readonly value: Span;
}

/**
 * Takes a response apart. It differs from a typed request: the first empty line ends the head whatever precedes it,
 * there are no comments, and interim responses (RFC 9110 section 15.2) may stand before the final one.
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

/** 101 is a final answer to an upgrade. */
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

/** The client's lines about the Fault are no part of the body. */
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

/** A line without a colon is no field, a line that begins with a blank goes on with the one before (obs-fold). */
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

/** The first field of that name (in lower case). */
export function fieldNamed({ fields }: Pick<ResponseText, "fields">, name: string): ResponseField | undefined {
  return fields.find((field) => field.name.toLowerCase() === name);
}

/** The value of a field as one line of the same length, so that offsets stay. */
export function fieldValue(text: string, { value }: ResponseField): string {
  return text.slice(value.start, value.end).replace(/[\r\n]/g, " ");
}

/*
 * What stands in a response document and did not come from the service. Such a line begins with a sign, so that
 * whoever reads the document again doesn't take it for the body.
 */

const sign = "… ";

export function note(sentence: string): string {
  return sign + sentence;
}

export function isNote(text: string, offset: number): boolean {
  return text.startsWith(sign, offset);
}

/** One character a byte. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x2000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x2000)));
  return parts.join("");
}

/**
 * Bytes of a head or of what stands between the parts of a body, with LF as line ends: as UTF-8 where they are that,
 * else as ISO-8859-1 (RFC 9110 section 5.5). A CR alone ends no line there (RFC 9112 section 2.2): it becomes a space.
 */
export function receivedText(bytes: Uint8Array): string {
  const decoded = utf8.decode(bytes);
  return withLineFeeds(decoded.invalid === 0 ? decoded.text : latin1(bytes));
}
