import { isComment } from "../preamble.ts";
import { afterBreak, isBlank, lineEnd, trimBlanks } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { parseRequestLine, type RequestLine } from "./requestLine.ts";

/** A request message as typed. All offsets: UTF-16, in the segment's text. */
export interface Request extends Span {
  /** `undefined` where the first line is a header or XML: then it begins with its headers or its body. */
  readonly line: RequestLine | undefined;
  /** The first line, without blanks around it: the request line, or whatever stands in its place. */
  readonly first: Span;
  readonly headerLines: readonly HeaderLine[];
  /** What divides header section and body. `undefined`: the head ends at the segment's end. */
  readonly boundary: HeadBoundary | undefined;
  /** After the empty line; `undefined` where the head ends at the segment's end. */
  readonly body: Span | undefined;
}

export type HeaderLine = FieldLine | ContinuationLine | MalformedLine | HeaderComment;

/** `name: value`, without its line break. */
export interface FieldLine extends Span {
  readonly kind: "field";
  /** As typed, white space before the colon not included; may be empty. */
  readonly name: Span;
  readonly colon: number;
  /** Without blanks around it. */
  readonly value: Span;
}

/** obs-fold of RFC 9112 section 5.2: a line that begins with white space. */
export interface ContinuationLine extends Span {
  readonly kind: "continuation";
  readonly value: Span;
}

/** A line without a colon. */
export interface MalformedLine extends Span {
  readonly kind: "malformed";
}

/** Not sent. */
export interface HeaderComment extends Span {
  readonly kind: "comment";
}

export type HeadBoundary =
  /** The empty line; its span is empty. */
  | (Span & { readonly kind: "empty" })
  /** A line of blanks, meant as the empty line. */
  | (Span & { readonly kind: "blanks" })
  /** No line at all: the body begins at the span's start, right after a header line. */
  | (Span & { readonly kind: "missing" });

/** Reads a request from `start` to the text's end. The first line holds something and is no preamble line. */
export function parseHead(text: string, start: number): Request {
  const firstEnd = lineEnd(text, start);
  const first = trimBlanks(text, { start, end: firstEnd });
  const hasLine = !beginsBody(text, first) && !beginsHeaders(text, first);
  const line = hasLine ? parseRequestLine(text, { start, end: firstEnd }) : undefined;
  const section = parseHeaderSection(text, hasLine ? afterBreak(text, firstEnd) : start, text.length);
  return { start, end: text.length, line, first, ...section };
}

type HeaderSection = Pick<Request, "headerLines" | "boundary" | "body">;

/** Reads header lines from `start` up to the line that divides them from the body. */
export function parseHeaderSection(text: string, start: number, end: number): HeaderSection {
  const headerLines: HeaderLine[] = [];
  let at = start;
  while (at < end) {
    const stop = lineEnd(text, at, end);
    const line = { start: at, end: stop };
    const content = trimBlanks(text, line);
    const next = afterBreak(text, stop, end);
    if (content.start === content.end) {
      const kind = at === stop ? "empty" : "blanks";
      return { headerLines, boundary: { kind, ...line }, body: { start: next, end } };
    }
    if (beginsBody(text, content)) {
      return { headerLines, boundary: { kind: "missing", start: at, end: at }, body: { start: at, end } };
    }
    headerLines.push(parseHeaderLine(text, line, content, headerLines.length > 0));
    at = next;
  }
  return { headerLines, boundary: undefined, body: undefined };
}

function parseHeaderLine(text: string, line: Span, content: Span, afterAnother: boolean): HeaderLine {
  if (isComment(text, content.start)) return { kind: "comment", ...line };
  if (line.start < content.start && afterAnother) return { kind: "continuation", ...line, value: content };
  const colon = text.slice(content.start, content.end).indexOf(":");
  if (colon < 0) return { kind: "malformed", ...line };
  const at = content.start + colon;
  return {
    kind: "field",
    ...line,
    name: trimBlanks(text, { start: line.start, end: at }),
    colon: at,
    value: trimBlanks(text, { start: at + 1, end: line.end }),
  };
}

/** XML, or the boundary line of a multipart body: no header line begins so. */
function beginsBody(text: string, { start }: Span): boolean {
  return text.charCodeAt(start) === 0x3c || (text.startsWith("--", start) && !isBlank(text.charCodeAt(start + 2)));
}

/** `Name: value` where a request line should be. `http://…` is a target, and a scheme isn't a field name. */
function beginsHeaders(text: string, { start, end }: Span): boolean {
  return /^[!#$%&'*+\-.^_`|~\w]+[ \t]*:(?!\/\/)/.test(text.slice(start, Math.min(end, start + 200)));
}
