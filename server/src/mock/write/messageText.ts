import * as l10n from "@vscode/l10n";
import { parameter, parseMediaType } from "../../http/mediaType.ts";
import type { ServedField, ServedRequest, UpstreamResponse } from "../../protocol/served.ts";
import { sameBytes } from "../../text/bytes.ts";
import { type Charset, findCharset, utf8 } from "../../text/charset.ts";
import { decodeText } from "../../text/decode.ts";
import { firstBreak, oneLine } from "../../text/lines.ts";
import { redacted, withoutNamedSecrets, withoutSecretPairs, withoutSecretParameters } from "../../text/redaction.ts";
import { references } from "../../text/references.ts";
import { isSecretHeader } from "../../text/secretNames.ts";

/** A message without transfer and content codings. Each UTF-16 unit of the start line and the fields is one byte. */
export interface WrittenMessage {
  readonly startLine: string;
  readonly fields: readonly ServedField[];
  readonly body: Uint8Array;
}

/**
 * The text of a segment whose message has these bytes. Inserts a variable with an empty value where the format would
 * read the text as something else (a separator, a variable, a body file). `undefined` if the message can't be text.
 * @param title the title in the separator line
 * @param comments lines above the message: comments and directives
 */
export function segmentText(title: string, comments: readonly string[], message: WrittenMessage): string | undefined {
  const lines = [message.startLine, ...message.fields.map(({ name, value }) => `${name}: ${value}`)];
  const head = bodyAsText(
    Uint8Array.from(lines.join("\n"), (character) => character.charCodeAt(0)),
    "",
  );
  const body = bodyAsText(message.body, contentTypeOf(message.fields));
  if (!head || head.charset !== utf8 || !body) return undefined;
  // The segment uses the line break of the body, because editors make all line breaks of a file the same.
  const lineBreak = body.text.includes("\n") ? firstBreak(body.text) : "\n";
  const [plainHead, plainBody] = [withoutReferences(head.text), plain(body.text)];
  const isChanged = plainHead !== head.text || plainBody !== body.text;
  const above = [`### ${title}`, ...(isChanged ? [`@${nothing} =`] : []), ...comments];
  const written = [...above, ...plainHead.split("\n"), ""].map((line) => line + lineBreak).join("");
  if (plainBody === "") return written;
  // A CR at the end of the body must not become a CRLF. Content-Length declares that the body ends before the line break.
  const end = body.text.endsWith("\r") ? "\r" : lineBreak;
  return `${written}${plainBody}${end}${end}`;
}

/** Name of a variable with an empty value. */
const nothing = "empty";
const inserted = `{{${nothing}}}`;

/** The body with variables inserted, so that nothing in it is read as a separator, a reference or a body file. */
function plain(text: string): string {
  return withoutReferences(text).replace(/(^|[\r\n])(?=###|<@?[ \t])/g, `$1${inserted}`);
}

function withoutReferences(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start } of references(text)) {
    pieces.push(text.slice(from, start + 1), inserted);
    from = start + 1;
  }
  return [...pieces, text.slice(from)].join("");
}

/** A segment of comments about a message that can't be written as text with the same bytes. */
export function unwritable(title: string, { startLine, fields, body }: WrittenMessage): string {
  const lines = [startLine, ...fields.map(({ name, value }) => `${name}: ${value}`)].map(visible);
  const why = l10n.t(
    "This message can't be written as text with the same bytes. Its body has {0} bytes; its start line and headers are:",
    body.length,
  );
  return [`### ${title}`, `# ${why}`, ...lines.map((line) => `# > ${line}`), ""].map((line) => `${line}\n`).join("");
}

/** The line without characters that begin another line, or that terminals and editors don't show. */
function visible(line: string): string {
  return line.replace(/[^ -~]/g, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** A title from text that services and clients send: one line without control characters. */
export function titleOf(text: string): string {
  return visible(oneLine(text)).trim();
}

/** A body as text, with the charset that encodes it again when the file is sent. */
interface BodyAsText {
  readonly text: string;
  readonly charset: Charset;
}

/** `undefined` if the bytes can't be encoded again from text in their charset. */
function bodyAsText(bytes: Uint8Array, contentType: string): BodyAsText | undefined {
  const type = parseMediaType(contentType);
  const named = findCharset(parameter(type, "charset")?.value ?? "")?.charset;
  const charset = named ?? (type.essence.startsWith("multipart/") ? utf8 : decodeText(bytes).charset);
  const { text, invalid } = charset.decode(bytes);
  const isSame = (one: string) => invalid === 0 && sameBytes(charset.encode(one), bytes);
  // A byte order mark that is typed in a file is a character of the text.
  const written = [text, `\ufeff${text}`].find(isSame);
  return written === undefined ? undefined : { text: written, charset };
}

/** Replaces the secrets of a service in a text by `[redacted]`. */
type Redact = (text: string) => string;

/** The request with `[redacted]` in place of the secrets that `redact` finds, and of values whose names suggest a secret. */
export function requestWithoutSecrets(request: ServedRequest, redact: Redact): ServedRequest {
  const { method, target } = request;
  const redactedTarget = redact(withoutSecretParameters(target)).replaceAll(redacted, encodeURIComponent(redacted));
  return { method, target: redactedTarget, ...contentWithoutSecrets(request, redact) };
}

export function responseWithoutSecrets(response: UpstreamResponse, redact: Redact): UpstreamResponse {
  const { status, reason } = response;
  return { status, reason, ...contentWithoutSecrets(response, redact) };
}

function contentWithoutSecrets({ fields, body }: Pick<ServedRequest, "fields" | "body">, redact: Redact) {
  const readable = bodyWithoutSecrets(body, contentTypeOf(fields), redact);
  return { fields: fieldsWithoutSecrets(fields, redact), body: readable };
}

export function contentTypeOf(fields: readonly ServedField[]): string {
  return fields.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
}

/** The fields without secrets. An unchanged field stays the same object. */
function fieldsWithoutSecrets(fields: readonly ServedField[], redact: Redact): readonly ServedField[] {
  return fields.map((field) => {
    const isSecret = isSecretHeader(field.name) && field.value !== "";
    const value = isSecret ? redacted : redact(field.value);
    return value === field.value ? field : { ...field, value };
  });
}

/** The body without secrets. A body that isn't text is unchanged. */
function bodyWithoutSecrets(bytes: Uint8Array, contentType: string, redact: Redact): Uint8Array {
  const body = bodyAsText(bytes, contentType);
  if (!body) return bytes;
  const isForm = parseMediaType(contentType).essence === "application/x-www-form-urlencoded";
  const text = redact(isForm ? withoutSecretPairs(body.text) : withoutNamedSecrets(body.text));
  return text === body.text ? bytes : body.charset.encode(text);
}
