import { afterBreak, isBlank, isComment, lineEnd, trimBlanks } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { parseRequestLine, parseStatusLine, type RequestLine, type StatusLine } from "./startLine.ts";

export type MessageKind = "request" | "response";

/** The kind of a segment. A `callback` is a response in a `.soaphttp` file to a request that a service sends. */
export type SegmentKind = MessageKind | "callback";

/** A request, or a response of a mock service, as typed. All offsets are UTF-16 offsets in the segment's text. */
export interface MessageSyntax extends Span {
  /** `undefined` in a response, and if the first line is a header or XML. */
  readonly requestLine: RequestLine | undefined;
  /** `undefined` in a request, and if the first line is a header or XML. */
  readonly statusLine: StatusLine | undefined;
  /** The request line or the status line (RFC 9112 section 2.1). */
  readonly startLine: RequestLine | StatusLine | undefined;
  /** The first line, without blanks around it. It is the start line, if there is one. */
  readonly first: Span;
  readonly headerLines: readonly HeaderLine[];
  /** The boundary between header section and body; `undefined` if the segment ends with the header section. */
  readonly boundary: HeadBoundary | undefined;
  /** The text after the empty line; `undefined` if the segment ends with the header section. */
  readonly body: Span | undefined;
}

export type HeaderLine =
  | FieldLine
  /** A line that begins with whitespace (obs-fold of RFC 9112 section 5.2). */
  | (Span & { readonly kind: "continuation"; readonly value: Span })
  /** `malformed`: a line without a colon. `comment`: a line that isn't sent. */
  | (Span & { readonly kind: "malformed" | "comment" });

/** A line `name: value`, without its line break. */
export interface FieldLine extends Span {
  readonly kind: "field";
  /** The name without whitespace before the colon; may be empty. */
  readonly name: Span;
  readonly colon: number;
  /** The value without blanks around it. */
  readonly value: Span;
}

/** The end of the header section: an empty line, a line of blanks, or an empty span where the body directly follows. */
export interface HeadBoundary extends Span {
  readonly kind: "empty" | "blanks" | "missing";
}

/** Parses to the end of the text. The first line isn't blank and doesn't belong to the preamble. */
export function parseHead(text: string, start: number, kind: MessageKind): MessageSyntax {
  const firstEnd = lineEnd(text, start);
  const first = trimBlanks(text, { start, end: firstEnd });
  const hasLine = !beginsBody(text, first) && !beginsHeaders(text, first);
  const whole = { start, end: firstEnd };
  const requestLine = hasLine && kind === "request" ? parseRequestLine(text, whole) : undefined;
  const statusLine = hasLine && kind === "response" ? parseStatusLine(text, whole) : undefined;
  const section = parseHeaderSection(text, hasLine ? afterBreak(text, firstEnd) : start, text.length);
  const startLine = requestLine ?? statusLine;
  return { start, end: text.length, requestLine, statusLine, startLine, first, ...section };
}

type HeaderSection = Pick<MessageSyntax, "headerLines" | "boundary" | "body">;

/** Parses the header lines from `start` to the boundary. */
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

/** Whether a line begins with XML or with the boundary of a multipart body. */
function beginsBody(text: string, { start }: Span): boolean {
  return text.charCodeAt(start) === 0x3c || (text.startsWith("--", start) && !isBlank(text.charCodeAt(start + 2)));
}

/** Whether a line is `Name: value`. A line `http://…` isn't, because it is a target. */
function beginsHeaders(text: string, { start, end }: Span): boolean {
  return /^[!#$%&'*+\-.^_`|~\w]+[ \t]*:(?!\/\/)/.test(text.slice(start, Math.min(end, start + 200)));
}
