import * as l10n from "@vscode/l10n";
import { parameter, parseMediaType } from "../../http/mediaType.ts";
import type { ServedField, ServedRequest, UpstreamResponse } from "../../protocol/served.ts";
import { sameBytes } from "../../text/bytes.ts";
import { type Charset, findCharset, utf8 } from "../../text/charset.ts";
import { decodeText } from "../../text/decode.ts";
import { firstBreak, oneLine } from "../../text/lines.ts";
import {
  isSecretHeader,
  redacted,
  withoutNamedSecrets,
  withoutSecretPairs,
  withoutSecretParameters,
} from "../../text/redaction.ts";
import { references } from "../../text/references.ts";

/** A message without transfer and content codings. The start line and the fields have one UTF-16 unit for each byte. */
export interface WrittenMessage {
  readonly startLine: string;
  readonly fields: readonly ServedField[];
  readonly body: Uint8Array;
}

/**
 * The text of a segment whose message has these bytes. Where the format would read the text as something else (a separator, a
 * variable, a body file), a variable without content is inserted. `undefined` if the message isn't text.
 * @param title of the separator line
 * @param comments and directives: lines above the message
 */
export function segmentText(title: string, comments: readonly string[], message: WrittenMessage): string | undefined {
  const lines = [message.startLine, ...message.fields.map(({ name, value }) => `${name}: ${value}`)];
  const head = bodyAsText(
    Uint8Array.from(lines.join("\n"), (character) => character.charCodeAt(0)),
    "",
  );
  const body = bodyAsText(message.body, contentTypeOf(message.fields));
  if (!head || head.charset !== utf8 || !body) return undefined;
  // An editor makes the line endings of a file uniform.
  const lineBreak = body.text.includes("\n") ? firstBreak(body.text) : "\n";
  const [plainHead, plainBody] = [withoutReferences(head.text), plain(body.text)];
  const isChanged = plainHead !== head.text || plainBody !== body.text;
  const above = [`### ${title}`, ...(isChanged ? [`@${nothing} =`] : []), ...comments];
  const written = [...above, ...plainHead.split("\n"), ""].map((line) => line + lineBreak).join("");
  if (plainBody === "") return written;
  // A CR at the end isn't a part of CRLF. Content-Length says that the line breaks aren't a part of the body.
  const end = body.text.endsWith("\r") ? "\r" : lineBreak;
  return `${written}${plainBody}${end}${end}`;
}

/** The name of the variable without content. */
const nothing = "empty";
const inserted = `{{${nothing}}}`;

/** A body in which nothing is a separator, a reference or a body file. */
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

/** A segment with comments only, about a message that can't be text with the same bytes. */
export function unwritable(title: string, { startLine, fields, body }: WrittenMessage): string {
  const lines = [startLine, ...fields.map(({ name, value }) => `${name}: ${value}`)].map(visible);
  const why = l10n.t(
    "This message can't be written as text with the same bytes. Its body has {0} bytes; its start line and headers are:",
    body.length,
  );
  return [`### ${title}`, `# ${why}`, ...lines.map((line) => `# > ${line}`), ""].map((line) => `${line}\n`).join("");
}

/** Without characters that begin another line, or that a terminal or an editor doesn't show. */
function visible(line: string): string {
  return line.replace(/[^ -~]/g, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** A title of what services and clients send: one line without control characters. */
export function titleOf(text: string): string {
  return visible(oneLine(text)).trim();
}

/** A body as text, with the charset that a file of requests or responses sends it in. */
interface BodyAsText {
  readonly text: string;
  readonly charset: Charset;
}

/** `undefined` if the body has bytes that no text has in its charset. */
function bodyAsText(bytes: Uint8Array, contentType: string): BodyAsText | undefined {
  const type = parseMediaType(contentType);
  const named = findCharset(parameter(type, "charset")?.value ?? "")?.charset;
  const charset = named ?? (type.essence.startsWith("multipart/") ? utf8 : decodeText(bytes).charset);
  const { text, invalid } = charset.decode(bytes);
  const isSame = (one: string) => invalid === 0 && sameBytes(charset.encode(one), bytes);
  // A typed byte order mark is a character of the text.
  const written = [text, `\ufeff${text}`].find(isSame);
  return written === undefined ? undefined : { text: written, charset };
}

/** Replaces the secrets of a service in a text. */
type Redact = (text: string) => string;

/** A request in which values whose names suggest a secret are `[redacted]`, and those that `redact` finds. */
export function requestWithoutSecrets(request: ServedRequest, redact: Redact): ServedRequest {
  const { method, target, fields, body } = request;
  return {
    method,
    target: redact(withoutSecretParameters(target)).replaceAll(redacted, encodeURIComponent(redacted)),
    fields: fieldsWithoutSecrets(fields, redact),
    body: bodyWithoutSecrets(body, contentTypeOf(fields), redact),
  };
}

export function responseWithoutSecrets(response: UpstreamResponse, redact: Redact): UpstreamResponse {
  const { status, reason, fields, body } = response;
  return {
    status,
    reason,
    fields: fieldsWithoutSecrets(fields, redact),
    body: bodyWithoutSecrets(body, contentTypeOf(fields), redact),
  };
}

export function contentTypeOf(fields: readonly ServedField[]): string {
  return fields.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
}

/** A field that stays as it is stays the same object. */
function fieldsWithoutSecrets(fields: readonly ServedField[], redact: Redact): readonly ServedField[] {
  return fields.map((field) => {
    const isSecret = isSecretHeader(field.name) && field.value !== "";
    const value = isSecret ? redacted : redact(field.value);
    return value === field.value ? field : { ...field, value };
  });
}

/** A body that isn't text stays as it is. */
function bodyWithoutSecrets(bytes: Uint8Array, contentType: string, redact: Redact): Uint8Array {
  const body = bodyAsText(bytes, contentType);
  if (!body) return bytes;
  const isForm = parseMediaType(contentType).essence === "application/x-www-form-urlencoded";
  const text = redact(isForm ? withoutSecretPairs(body.text) : withoutNamedSecrets(body.text));
  return text === body.text ? bytes : body.charset.encode(text);
}
