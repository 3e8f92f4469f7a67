import { isBlank } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { tokenEnd } from "./tokens.ts";

/** `type "/" subtype *( OWS ";" OWS [ name "=" value ] )` (RFC 9110, 5.6.6 and 8.3.1). Offsets are in the value. */
export interface MediaType {
  /** `type/subtype` in lower case; may be empty. */
  readonly essence: string;
  readonly essenceSpan: Span;
  readonly parameters: readonly Parameter[];
  readonly problems: readonly MediaTypeProblem[];
}

export interface Parameter extends Span {
  /** The name in lower case. */
  readonly name: string;
  /** The value without quotes and backslashes. */
  readonly value: string;
  /** The span of the value, including quotes. */
  readonly valueSpan: Span;
}

export interface MediaTypeProblem extends Span {
  readonly kind:
    | "type"
    | "separator"
    | "parameter-name"
    | "value-missing"
    | "value-empty"
    | "unquoted"
    | "quote-missing";
}

/** Parses a media type. Never throws: the result contains all parts that could be parsed. */
export function parseMediaType(value: string): MediaType {
  const problems: MediaTypeProblem[] = [];
  const essenceSpan = { start: 0, end: essenceEnd(value) };
  const essence = value.slice(0, essenceSpan.end).toLowerCase();
  if (!isEssence(essence)) problems.push({ kind: "type", ...essenceSpan });
  const parameters: Parameter[] = [];
  let at = skipBlanks(value, essenceSpan.end);
  while (at < value.length) {
    if (value.charAt(at) === ";") {
      at = skipBlanks(value, at + 1);
      if (at >= value.length || value.charAt(at) === ";") continue;
      at = parseParameter(value, at, parameters, problems);
    } else {
      const stop = separatorOrEnd(value, at);
      problems.push({ kind: "separator", start: at, end: trimEnd(value, at, stop) });
      at = stop;
    }
    at = skipBlanks(value, at);
  }
  return { essence, essenceSpan, parameters, problems };
}

export function parameter(mediaType: MediaType | undefined, name: string): Parameter | undefined {
  return mediaType?.parameters.find((one) => one.name === name);
}

function parseParameter(value: string, start: number, parameters: Parameter[], problems: MediaTypeProblem[]): number {
  const nameEnd = tokenEnd(value, start, value.length);
  if (nameEnd === start || value.charAt(nameEnd) !== "=") {
    const stop = separatorOrEnd(value, start);
    const kind = nameEnd > start && skipBlanks(value, nameEnd) >= stop ? "value-missing" : "parameter-name";
    problems.push({ kind, start, end: trimEnd(value, start, stop) });
    return stop;
  }
  const name = value.slice(start, nameEnd).toLowerCase();
  const from = nameEnd + 1;
  if (value.charAt(from) === '"') return parseQuoted(value, { start, name, from }, parameters, problems);
  const end = tokenEnd(value, from, value.length);
  const stop = trimEnd(value, from, separatorOrEnd(value, from));
  if (stop === from) problems.push({ kind: "value-empty", start, end: from });
  else if (end < stop) problems.push({ kind: "unquoted", start: from, end: stop });
  const valueSpan = { start: from, end: stop };
  parameters.push({ start, end: stop, name, value: value.slice(from, stop), valueSpan });
  return stop;
}

function parseQuoted(
  value: string,
  { start, name, from }: { start: number; name: string; from: number },
  parameters: Parameter[],
  problems: MediaTypeProblem[],
): number {
  let text = "";
  let at = from + 1;
  while (at < value.length && value.charAt(at) !== '"') {
    if (value.charAt(at) === "\\" && at + 1 < value.length) at++;
    text += value.charAt(at++);
  }
  const closed = at < value.length;
  const end = closed ? at + 1 : value.length;
  if (!closed) problems.push({ kind: "quote-missing", start: from, end });
  parameters.push({ start, end, name, value: text, valueSpan: { start: from, end } });
  return end;
}

function isEssence(essence: string): boolean {
  const slash = essence.indexOf("/");
  return (
    slash > 0 &&
    slash < essence.length - 1 &&
    tokenEnd(essence, 0, slash) === slash &&
    tokenEnd(essence, slash + 1, essence.length) === essence.length
  );
}

function essenceEnd(value: string): number {
  let at = 0;
  while (at < value.length && value.charAt(at) !== ";" && !isBlank(value.charCodeAt(at))) at++;
  return at;
}

function skipBlanks(value: string, at: number): number {
  let next = at;
  while (next < value.length && isBlank(value.charCodeAt(next))) next++;
  return next;
}

function trimEnd(value: string, start: number, end: number): number {
  let stop = end;
  while (stop > start && isBlank(value.charCodeAt(stop - 1))) stop--;
  return stop;
}

function separatorOrEnd(value: string, from: number): number {
  const at = value.indexOf(";", from);
  return at < 0 ? value.length : at;
}

/** Media types by file extension in lower case, for files that SOAP services and clients exchange. */
const types: Readonly<Record<string, string>> = {
  bmp: "image/bmp",
  csv: "text/csv; charset=utf-8",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  eml: "message/rfc822",
  gif: "image/gif",
  gz: "application/gzip",
  html: "text/html; charset=utf-8",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  odt: "application/vnd.oasis.opendocument.text",
  p7s: "application/pkcs7-signature",
  pdf: "application/pdf",
  png: "image/png",
  rtf: "application/rtf",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tif: "image/tiff",
  tiff: "image/tiff",
  txt: "text/plain; charset=utf-8",
  wav: "audio/wav",
  webp: "image/webp",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  xsd: "application/xml",
  xsl: "application/xml",
  zip: "application/zip",
};

/** The media type for the extension of a file; `application/octet-stream` for an unknown extension. */
export function mediaTypeOfFile(path: string): string {
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(path.trim())?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(types, extension) ? types[extension] : undefined) ?? "application/octet-stream";
}
