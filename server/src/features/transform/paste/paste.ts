import * as l10n from "@vscode/l10n";
import type { Analysis } from "../../../analysis/analysis.ts";
import { type PlacedSegment, type SoapHttpDocument, segmentAt } from "../../../format/document.ts";
import { emptyScope, type Scope } from "../../../message/scope.ts";
import { contentLengthHolds, countText, firstMessage, removeLine, replace } from "../../../rules/edits.ts";
import { difference } from "../../../rules/fixes.ts";
import { insertHead } from "../../../rules/requestLine.ts";
import type { Edit } from "../../../rules/rule.ts";
import { applyEdits } from "../../../text/edits.ts";
import { firstBreak } from "../../../text/lines.ts";
import type { Span } from "../../../text/span.ts";
import { trimTrailing } from "../../../text/trailing.ts";
import { inDocument, type Transform, type TransformContext } from "../transform.ts";
import { fromCurl, isCurl } from "./curl/curl.ts";
import { fromHttpFile, hasHttpRequests, httpFileSegments, isHttpFileSegment } from "./httpFile/httpFile.ts";
import { withoutSeparators } from "./writtenRequest.ts";

export type PasteSource = "curl" | "http" | "httpFile" | "envelope";

export interface Converted {
  readonly source: PasteSource;
  /** The text as a `.soaphttp` file. */
  readonly text: string;
}

/** Converts a text of another tool, or an envelope; `undefined` if its format is unknown. */
export function convert(
  text: string,
  lineBreak: "\n" | "\r\n",
  place: PastePlace = { scope: emptyScope(), above: "" },
): Converted | undefined {
  if (isEnvelope(text)) return joined("envelope", fromEnvelope(text, lineBreak, place), lineBreak);
  if (isCurl(text)) return joined("curl", fromCurl(text, lineBreak), lineBreak);
  if (isRawHttp(text)) return joined("http", fromRawHttp(text, lineBreak), lineBreak);
  return hasHttpRequests(text) ? { source: "httpFile", text: fromHttpFile(text, lineBreak) } : undefined;
}

function joined(source: PasteSource, segments: readonly string[], lineBreak: string): Converted | undefined {
  const text = segments.map((segment) => trimTrailing(segment, "\r\n")).join(`${lineBreak}${lineBreak}###${lineBreak}`);
  return segments.length === 0 ? undefined : { source, text };
}

/** The context of the place where `place` inserts requests. */
export function placeIn({ document, scope }: Analysis, selection: Span): PastePlace {
  const segment = segmentAt(document, selection.start);
  if (!segment || isTaken(segment, selection)) return { scope, above: "" };
  const above = document.text.slice(segment.start, selection.start);
  return { scope, above: above === "" || /[\r\n]$/.test(above) ? above : `${above}\n` };
}

/** An edit of a document, and the offset of the requests in its new text. */
export interface Placed {
  readonly edit: Edit;
  readonly at: number;
}

/** Inserts in place of the selection, or after a request that the selection contains only in part. */
export function place(document: SoapHttpDocument, selection: Span, text: string): Placed {
  const lineBreak = document.text.includes("\n") ? firstBreak(document.text) : text.includes("\r\n") ? "\r\n" : "\n";
  const segment = segmentAt(document, selection.start);
  const after = segment && isTaken(segment, selection) ? segment.start + segment.segment.text.length : undefined;
  const at = after === undefined ? selection : { start: after, end: after };
  const before = document.text.slice(0, at.start);
  const rest = document.text.slice(at.end);
  const above = before === "" || /[\r\n]$/.test(before) ? "" : lineBreak;
  const separator = after === undefined || text.startsWith("###") ? "" : `###${lineBreak}`;
  const below = rest === "" || /^[\r\n]/.test(rest) ? "" : lineBreak.repeat(2);
  const newText = `${above}${separator}${trimTrailing(text, "\r\n")}${below}`;
  return { edit: { ...at, newText }, at: at.start + above.length + separator.length };
}

/** Maximum length in UTF-16 units. It is checked at each movement of the cursor, and longer texts are hardly pasted. */
const maxLength = 200_000;

/** Conversions of a text that was pasted into the document without conversion. */
export function insertConverted(context: TransformContext): Transform[] {
  return [...curlCommand(context), ...httpFile(context)];
}

function curlCommand({ message, section }: TransformContext): Transform[] {
  const { syntax, text } = message;
  const at = { start: syntax.start, end: text.trimEnd().length };
  if (!isCurl(text.slice(at.start, at.start + 1000))) return [];
  const title = l10n.t("Convert the curl command to a request");
  const edits = () => {
    const converted = convert(message.slice(at), firstBreak(text));
    return converted ? inDocument(section, [replace(at, converted.text)]) : [];
  };
  return [{ title, kind: "rewrite", at: syntax.first, edits }];
}

/** Converts the whole file, because its requests share their variables. */
function httpFile({ message, section: { analysis } }: TransformContext): Transform[] {
  if (message.text.length > maxLength || !isHttpFileSegment(message.text)) return [];
  const title = l10n.t("Convert the .http file (REST Client, JetBrains)");
  const edits = () => {
    const { text, segments } = analysis.document;
    const converted = httpFileSegments(text, firstBreak(text));
    return segments.flatMap((placed, index) => {
      const before = placed.segment.text;
      return inDocument(placed, difference(before, converted[index] ?? before));
    });
  };
  return [{ title, kind: "rewrite", at: message.syntax.first, edits }];
}

function isTaken({ start, segment }: PlacedSegment, selection: Span): boolean {
  const { message } = segment;
  if (!message) return false;
  const content = segment.text.slice(0, message.end).trimEnd().length;
  return selection.start > start + message.start || selection.end < start + content;
}

interface PastePlace {
  readonly scope: Scope;
  /** The preamble of the segment that contains the place, as text. */
  readonly above: string;
}

/** Whether a text is an envelope without a request line and headers. */
function isEnvelope(text: string): boolean {
  const body = withoutBlanks(text);
  const message = body.startsWith("<") ? firstMessage(body, emptyScope()) : undefined;
  return message?.isBare === true && message.envelope !== undefined;
}

/** The text of a segment with an envelope, and with the header section that it needs at a place. */
function fromEnvelope(text: string, lineBreak: string, { scope, above }: PastePlace): readonly string[] {
  const notes: string[] = [];
  const body = withoutSeparators(withoutBlanks(text).replace(/\r\n?|\n/g, lineBreak), notes);
  const message = firstMessage(`${above}${body}`, scope);
  const head = message && insertHead(message);
  if (!message || !head) return [];
  const request = applyEdits(message.text, [head]).slice(above.length);
  return [[...notes.map((note) => `# ${note}`), request].join(lineBreak)];
}

/** A text without blanks at its start, because an XML declaration must be at the very beginning. */
function withoutBlanks(text: string): string {
  return text.replace(/^\uFEFF/, "").trimStart();
}

/** A request line, possibly after the `>` of `curl --verbose`, or a pseudo-header of HTTP/2. */
const firstLine =
  /^\s*(?:> )?(?:[A-Z]{3,10} \S+ HTTP\/\d(?:\.\d)?[ \t]*(?:[\r\n]|$)|:(?:method|authority|path|scheme): )/;

/** Whether a text is a recorded HTTP request, as copied from a proxy, the developer tools of a browser, or `curl -v`. */
export function isRawHttp(text: string): boolean {
  return firstLine.test(text.replace(/^(?:[*{} ][^\r\n]*(?:\r\n?|\n))+/, ""));
}

/** Without responses. HTTP/2, chunked bodies and line endings are converted; a correct Content-Length stays correct. */
export function fromRawHttp(text: string, lineBreak: string): readonly string[] {
  return requestsIn(sentLines(text)).map((request) => {
    const notes: string[] = [];
    const converted = withLineEnds(dechunked(inHttp1(request, notes)), lineBreak, notes);
    return [...notes.map((note) => `# ${note}`), converted].join(lineBreak);
  });
}

/** The sent lines of `curl -v`, which begin with `> `. Received lines begin with `< `, and messages of curl with `* `. */
function sentLines(text: string): string {
  if (!/^> [A-Z]{3,10} \S+ HTTP\//m.test(text)) return text;
  return text
    .split(/(?<=\r\n|\r(?!\n)|\n)/)
    .filter((line) => !/^(?:[*<] |[*<]\r?\n|[{}] \[)/.test(line))
    .map((line) => line.replace(/^> ?/, ""))
    .join("");
}

function requestsIn(text: string): string[] {
  const first =
    /^(?:[A-Z]{3,10} \S+ HTTP\/\d(?:\.\d)?[ \t]*$|(?::(?:method|authority|path|scheme): .*(?:\r\n?|\n))+)/gm;
  const starts = [...text.matchAll(first)].map(({ index }) => index);
  return starts.map((start, index) => {
    const message = text.slice(start, starts[index + 1] ?? text.length);
    const response = message.search(/^HTTP\/\d(?:\.\d)? \d{3}[ \r\n]/m);
    return response > 0 ? message.slice(0, response) : message;
  });
}

/** Converts HTTP/2, which has method, target and host in pseudo-headers (RFC 9113 section 8.3.1). */
function inHttp1(text: string, notes: string[]): string {
  const pseudo: Record<string, string> = {};
  const rest = text.replace(
    /^:(method|authority|path|scheme): ?(.*)(?:\r\n?|\n)/gm,
    (_, name: string, value: string) => {
      pseudo[name] = value.trim();
      return "";
    },
  );
  if (Object.keys(pseudo).length > 0) {
    notes.push(l10n.t("Recorded as HTTP/2. The pseudo-headers were converted to the request line and Host."));
    const { method = "GET", path = "/", authority, scheme = "https" } = pseudo;
    const defaultScheme = /:(?:443|8443)$/.test(authority ?? "") ? "https" : "http";
    if (defaultScheme !== scheme) notes.push(`@scheme ${scheme}`);
    const host = authority === undefined ? "" : `Host: ${authority}\r\n`;
    return `${method} ${path} HTTP/1.1\r\n${host}${rest}`;
  }
  return text.replace(/^([A-Z]{3,10} \S+ )(HTTP\/\d(?:\.\d)?)/, (line, start: string, version: string) => {
    if (version === "HTTP/1.1") return line;
    notes.push(l10n.t("{0} was changed to HTTP/1.1.", version));
    return `${start}HTTP/1.1`;
  });
}

/** Replaces a chunked body with its content (RFC 9112 section 7.1), and Transfer-Encoding with Content-Length. */
function dechunked(text: string): string {
  const message = firstMessage(text, emptyScope());
  const encoding = message?.field("transfer-encoding");
  const body = message?.syntax.body;
  if (!message || !body || !encoding || !/^chunked$/i.test(encoding.value.text)) return text;
  const content = chunksOf(text.slice(body.start));
  if (content === undefined) return text;
  const whole = text.slice(0, body.start) + content;
  const count = countText(firstMessage(whole, emptyScope()) ?? message);
  const header = message.field("content-length")
    ? removeLine(text, encoding.line)
    : replace(encoding.line, `Content-Length: ${count}`);
  return applyEdits(whole, [header]);
}

/** The content of a chunked text, whose sizes are in bytes of UTF-8; `undefined` if the text isn't chunked. */
function chunksOf(text: string): string | undefined {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  let content = "";
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) return undefined;
    const size = /^([\dA-Fa-f]{1,7})(?:;[^\r]*)?\r?$/.exec(new TextDecoder().decode(bytes.subarray(at, end)));
    if (!size?.[1]) return undefined;
    const length = Number.parseInt(size[1], 16);
    if (length === 0) return content + decoder.decode();
    content += decoder.decode(bytes.subarray(end + 1, end + 1 + length), { stream: true });
    at = end + 1 + length;
    if (bytes[at] === 0x0d) at++;
    if (bytes[at] !== 0x0a) return undefined;
    at++;
  }
  return undefined;
}

function withLineEnds(recorded: string, lineBreak: string, notes: string[]): string {
  // In a recording, `###` isn't a separator.
  const before = firstMessage(recorded.replace(/^###/gm, "%##"), emptyScope());
  const uniform = recorded.replace(/\r\n?|\n/g, lineBreak);
  const body = firstMessage(uniform, emptyScope())?.syntax.body;
  const text = body ? uniform.slice(0, body.start) + withoutSeparators(uniform.slice(body.start), notes) : uniform;
  const after = firstMessage(text, emptyScope());
  const field = after?.field("content-length");
  const isBroken = before && contentLengthHolds(before) === true && after && contentLengthHolds(after) === false;
  const count = isBroken ? countText(after) : undefined;
  return field && count !== undefined ? applyEdits(text, [replace(field.value.typed, count)]) : text;
}
