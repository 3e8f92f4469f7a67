import { afterBreak, beforeBreak, lineEnd } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { trimTrailing } from "../text/trailing.ts";
import { type HeaderLine, parseHeaderSection } from "./head.ts";
import { type MediaType, parameter, parseMediaType } from "./mediaType.ts";

/** A multipart body (RFC 2046 section 5.1, RFC 2387). Offsets are UTF-16 offsets in the text. */
export interface Multipart {
  readonly boundary: string | undefined;
  readonly parts: readonly Part[];
  /** The root part: the part that the parameter `start` names, or else the first part. */
  readonly root: Part | undefined;
  readonly close: Span | undefined;
  /** The first line with another boundary (`--…`), if no line has the boundary of Content-Type. */
  readonly otherBoundary: Span | undefined;
}

export interface Part extends Span {
  /** The line `--boundary`, without its line break. */
  readonly delimiter: Span;
  readonly headerLines: readonly HeaderLine[];
  /** Ends before the line break of the next delimiter; `undefined` if no empty line ends the part's header section. */
  readonly body: Span | undefined;
  readonly contentType: { readonly mediaType: MediaType; readonly value: Span } | undefined;
  /** Content-ID without angle brackets. */
  readonly contentId: { readonly id: string; readonly value: Span } | undefined;
}

export function parseMultipart(text: string, body: Span, mediaType: MediaType): Multipart {
  const boundary = parameter(mediaType, "boundary")?.value || undefined;
  const { delimiters, otherBoundary } = findDelimiters(text, body, boundary);
  const parts: Part[] = [];
  let close: Span | undefined;
  for (const [index, delimiter] of delimiters.entries()) {
    if (delimiter.closes) {
      close = { start: delimiter.start, end: delimiter.end };
      break;
    }
    parts.push(parsePart(text, delimiter, delimiters[index + 1]?.start ?? body.end));
  }
  const start = parameter(mediaType, "start")?.value.replace(/^<|>$/g, "");
  const root = start === undefined ? parts[0] : parts.find((part) => part.contentId?.id === start);
  const other = parts.length > 0 ? undefined : otherBoundary;
  return { boundary, parts, root: root ?? parts[0], close, otherBoundary: other };
}

/** The part with a Content-ID (without angle brackets), as in a `cid:` URI (RFC 2392). */
export function partOf(multipart: Multipart, cid: string): Part | undefined {
  return multipart.parts.find((part) => part.contentId?.id === cid);
}

interface Delimiter extends Span {
  readonly closes: boolean;
}

function findDelimiters(text: string, body: Span, boundary: string | undefined) {
  const delimiters: Delimiter[] = [];
  let otherBoundary: Span | undefined;
  for (let at = body.start; at < body.end; ) {
    const end = lineEnd(text, at, body.end);
    if (text.charCodeAt(at) === 0x2d && text.charCodeAt(at + 1) === 0x2d) {
      const closes = boundary === undefined ? undefined : delimiterKind(text.slice(at + 2, end), boundary);
      if (closes === undefined) otherBoundary ??= { start: at, end };
      else delimiters.push({ start: at, end, closes });
    }
    at = afterBreak(text, end, body.end);
  }
  return { delimiters, otherBoundary };
}

function delimiterKind(line: string, boundary: string): boolean | undefined {
  if (!line.startsWith(boundary)) return undefined;
  const rest = trimTrailing(line.slice(boundary.length), " \t");
  return rest === "" ? false : rest === "--" ? true : undefined;
}

function parsePart(text: string, delimiter: Delimiter, next: number): Part {
  const headStart = afterBreak(text, delimiter.end, next);
  const { headerLines, body } = parseHeaderSection(text, headStart, next);
  const type = fieldValue(text, headerLines, "content-type");
  const id = fieldValue(text, headerLines, "content-id");
  return {
    start: delimiter.start,
    end: next,
    delimiter: { start: delimiter.start, end: delimiter.end },
    headerLines,
    body: body && { start: body.start, end: Math.max(body.start, beforeBreak(text, next)) },
    contentType: type && { mediaType: parseMediaType(text.slice(type.start, type.end)), value: type },
    contentId: id && { id: text.slice(id.start, id.end).replace(/^<|>$/g, ""), value: id },
  };
}

function fieldValue(text: string, lines: readonly HeaderLine[], name: string): Span | undefined {
  const field = lines.find(
    (line) => line.kind === "field" && text.slice(line.name.start, line.name.end).toLowerCase() === name,
  );
  return field?.kind === "field" ? field.value : undefined;
}
