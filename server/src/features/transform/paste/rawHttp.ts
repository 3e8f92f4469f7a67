import * as l10n from "@vscode/l10n";
import { contentLengthHolds, countText, removeLine, replace } from "../../../rules/edits.ts";
import { applyEdits } from "../../../rules/fixes.ts";
import type { Edit } from "../../../rules/rule.ts";
import { messageOf, withoutSeparators } from "./writtenRequest.ts";

/** A request line, perhaps behind the `>` that curl's --verbose writes, or the pseudo-header of HTTP/2. */
const firstLine =
  /^\s*(?:> )?(?:[A-Z]{3,10} \S+ HTTP\/\d(?:\.\d)?[ \t]*(?:[\r\n]|$)|:(?:method|authority|path|scheme): )/;

/** Whether a text is an HTTP request message as it was recorded: by a proxy, a browser's tools, `curl -v`. */
export function isRawHttp(text: string): boolean {
  return firstLine.test(text.replace(/^(?:[*{} ][^\r\n]*(?:\r\n?|\n))+/, ""));
}

/**
 * The request messages of a recording, each as the text of a segment; answers are left out. The message stays as it is,
 * but for what its text can't say: HTTP/2, a chunked body, the other line ends of this file. A count that was right for
 * the recorded line ends is right for these.
 */
export function fromRawHttp(text: string, lineBreak: string): readonly string[] {
  return requestsIn(withoutMarks(text)).map((request) => segmentOf(request, lineBreak));
}

/** `curl -v` begins sent lines with `> `, received ones with `< `, its own words with `* `. */
function withoutMarks(text: string): string {
  if (!/^> [A-Z]{3,10} \S+ HTTP\//m.test(text)) return text;
  return text
    .split(/(?<=\r\n|\r(?!\n)|\n)/)
    .filter((line) => !/^(?:[*<] |[*<]\r?\n|[{}] \[)/.test(line))
    .map((line) => line.replace(/^> ?/, ""))
    .join("");
}

/** A message begins with a line of its form, or with a row of pseudo-headers; what precedes the first is no message. */
function requestsIn(text: string): string[] {
  const first =
    /^(?:[A-Z]{3,10} \S+ HTTP\/\d(?:\.\d)?[ \t]*$|(?::(?:method|authority|path|scheme): .*(?:\r\n?|\n))+)/gm;
  const starts = [...text.matchAll(first)].map(({ index }) => index);
  return starts.map((start, index) => withoutAnswer(text.slice(start, starts[index + 1] ?? text.length)));
}

function withoutAnswer(request: string): string {
  const answer = request.search(/^HTTP\/\d(?:\.\d)? \d{3}[ \r\n]/m);
  return answer > 0 ? request.slice(0, answer) : request;
}

function segmentOf(typed: string, lineBreak: string): string {
  const notes: string[] = [];
  const recorded = dechunked(inHttp1(typed, notes));
  const text = withLineEnds(recorded, lineBreak, notes);
  return [...notes.map((note) => `# ${note}`), text].join(lineBreak);
}

/** HTTP/2 says method, target and host in pseudo-headers (RFC 9113 section 8.3.1). */
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
    if (guessedScheme(authority ?? "") !== scheme) notes.push(`@scheme ${scheme}`);
    const host = authority === undefined ? "" : `Host: ${authority}\r\n`;
    return `${method} ${path} HTTP/1.1\r\n${host}${rest}`;
  }
  return text.replace(/^([A-Z]{3,10} \S+ )(HTTP\/\d(?:\.\d)?)/, (line, start: string, version: string) => {
    if (version === "HTTP/1.1") return line;
    notes.push(l10n.t("{0} was changed to HTTP/1.1.", version));
    return `${start}HTTP/1.1`;
  });
}

function guessedScheme(authority: string): "http" | "https" {
  return /:(?:443|8443)$/.test(authority) ? "https" : "http";
}

/** A chunked body put together (RFC 9112 section 7.1), with the count in the place of Transfer-Encoding. */
function dechunked(text: string): string {
  const message = messageOf(text);
  const encoding = message?.field("transfer-encoding");
  const body = message?.request.body;
  if (!message || !body || !encoding || !/^chunked$/i.test(encoding.value.text)) return text;
  const content = chunksOf(text.slice(body.start));
  if (content === undefined) return text;
  const whole = text.slice(0, body.start) + content;
  const count = countText(messageOf(whole) ?? message);
  const header = message.field("content-length")
    ? removeLine(text, encoding.line)
    : replace(encoding.line, `Content-Length: ${count}`);
  return applyEdits(whole, [header]);
}

/** `undefined` where the text is not chunked. Sizes count bytes; a chunk of a recording is UTF-8. */
function chunksOf(text: string): string | undefined {
  const bytes = new TextEncoder().encode(text);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) return undefined;
    const size = /^([\dA-Fa-f]{1,7})(?:;[^\r]*)?\r?$/.exec(new TextDecoder().decode(bytes.subarray(at, end)));
    if (!size?.[1]) return undefined;
    const length = Number.parseInt(size[1], 16);
    if (length === 0) return joinedText(parts);
    parts.push(bytes.subarray(end + 1, end + 1 + length));
    at = end + 1 + length;
    if (bytes[at] === 0x0d) at++;
    if (bytes[at] !== 0x0a) return undefined;
    at++;
  }
  return undefined;
}

function joinedText(parts: readonly Uint8Array[]): string {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new TextDecoder().decode(whole);
}

function withLineEnds(recorded: string, lineBreak: string, notes: string[]): string {
  // No separator stands in a recording.
  const before = messageOf(recorded.replace(/^###/gm, "%##"));
  const uniform = recorded.replace(/\r\n?|\n/g, lineBreak);
  const body = messageOf(uniform)?.request.body;
  const own = body && withoutSeparators(uniform.slice(body.start));
  if (body && own === undefined) {
    notes.push(l10n.t("A line of the body began with ###, which separates requests. A space was inserted before it."));
  }
  const text = body
    ? uniform.slice(0, body.start) + (own ?? uniform.slice(body.start).replace(/^###/gm, " ###"))
    : uniform;
  const after = messageOf(text);
  const field = after?.field("content-length");
  if (!before || !after || !field || contentLengthHolds(before) !== true || contentLengthHolds(after) !== false)
    return text;
  const count = countText(after);
  const edits: Edit[] = count === undefined ? [] : [replace(field.value.typed, count)];
  return applyEdits(text, edits);
}
