import * as l10n from "@vscode/l10n";
import { chunkProblem } from "../http/chunks.ts";
import { bytesUpTo, canonicalLength, sentEnd, unencodable } from "../message/bodyBytes.ts";
import type { ContentFile } from "../message/bodyFile.ts";
import type { Message } from "../message/message.ts";
import { contentLengthVariable } from "../message/scope.ts";
import { sentLines, withCount } from "../message/sentMessage.ts";
import { placedValue } from "../message/tokenValues.ts";
import type { ServedResponse } from "../protocol/served.ts";
import { isEncryption } from "../security/encryption/encryptionOptions.ts";
import { isSignature } from "../security/signatureOptions.ts";
import { joinedBytes } from "../text/bytes.ts";
import { type Charset, utf8 } from "../text/charset.ts";
import { encodePart } from "../text/fileBody.ts";
import type { Sending } from "../variables/sending.ts";
import { isOfSteps } from "../variables/value.ts";
import type { MockResponse } from "./response.ts";

export interface Rendered extends Pick<ServedResponse, "bytes" | "status" | "closes" | "problem"> {
  /** The message, if the response is a 500 because a signature or an encrypted part has no value. Rules find the reason in it. */
  readonly unsealed?: Message;
}

/**
 * Returns the bytes of a response with the values of a request. If a value is missing, the result is a 500 without a
 * body, and a sentence about the reason. A response that is the same for each request is rendered once.
 * @param method the method of the request: the response to HEAD has no body
 */
export function render(response: MockResponse, sending: Sending, method: string): Rendered {
  const kept = constants.get(response);
  const rendered = kept ?? renderAnew(response, sending);
  if (!kept && response.isConstant) constants.set(response, rendered);
  const { hasBody, ...rest } = rendered;
  return method === "HEAD" && hasBody ? { ...rest, closes: true } : rest;
}

interface Whole extends Rendered {
  readonly hasBody: boolean;
}

const constants = new WeakMap<MockResponse, Whole>();

function renderAnew(response: MockResponse, sending: Sending): Whole {
  const message = response.withScope(response.scope.forSending(sending));
  const body = bodyOf(message);
  const [refused] = [...message.refusedInHead, ...(message.body?.refused ?? [])];
  if (refused) {
    const { name, why, place } = refused;
    if (place === "markup") return failure(why);
    return failure(l10n.t("The value of {0} contains {1}, which isn't allowed there.", `{{${name}}}`, why));
  }
  if ("problem" in body) return failure(body.problem);
  const unknown = withoutValue(message);
  if (unknown) return failure(unknown);
  if (message.body && !message.body.signatures.areDone)
    return { ...failure(l10n.t("The response can't be signed or encrypted.")), unsealed: message };
  const head = headOf(message, response.directives.raw, body.bytes.length);
  const bytes = joinedBytes([encodePart(head, response.fileCharset), body.bytes]);
  const status = message.resolve(response.statusLine?.status ?? { start: 0, end: 0 }).text;
  return {
    bytes,
    status: /^\d{3}$/.test(status) ? Number(status) : undefined,
    closes: !endsAsDeclared(head, body.bytes),
    problem: undefined,
    hasBody: body.bytes.length > 0,
  };
}

function failure(problem: string): Whole {
  const head = "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n";
  return { bytes: utf8.encode(head), status: 500, closes: false, problem, hasBody: false };
}

/** A sentence about a reference in the response that has no value, and so would be sent as text; `undefined` if each has a value. */
function withoutValue(message: Message): string | undefined {
  const { scope, syntax, headReferences, bodyReferences, bodyFile, bodyFileText } = message;
  const inFile = bodyFile?.replaced ? (bodyFileText?.references ?? []) : [];
  const all = [
    ...[...headReferences, ...bodyReferences].flatMap((one) =>
      message.isWhole(one) ? [] : { ...one, isWhole: message.text[one.start] === "{", value: message.lookup(one) },
    ),
    ...inFile.map((reference) => {
      const { name, start } = reference;
      const value = placedValue(scope, () => bodyFileText?.xml, name, start, undefined, message.ownAt(start));
      return { ...reference, isWhole: bodyFileText?.text[start] === "{", value };
    }),
  ];
  for (const { name, start, isWhole, value } of all) {
    if (value.kind === "text" || name === contentLengthVariable) continue;
    // Steps are applied to this variable. The whole reference with its steps is checked by itself.
    if (!isWhole && value.kind === "undefined" && isOfSteps(value.code)) continue;
    // Signatures and encrypted parts are computed last, from all other values.
    const isSeal = isSignature(name) || isEncryption(name);
    if (isSeal && value.kind === "atSending" && start >= (syntax.body?.start ?? 0)) continue;
    const why = value.kind === "undefined" ? (value.why ?? "") : "";
    return l10n.t("{0} has no value. {1}", `{{${name}}}`, why).trimEnd();
  }
  return undefined;
}

type Body = { readonly bytes: Uint8Array } | { readonly problem: string };

function bodyOf(message: Message): Body {
  const { body, bodyFile, fileParts, charset } = message;
  const unread = [...(bodyFile ? [bodyFile] : []), ...fileParts].find(({ file }) => file.kind !== "bytes");
  if (unread) return { problem: unreadText(unread) };
  if (bodyFile?.file.kind === "bytes" && !bodyFile.replaced) return { bytes: bodyFile.file.bytes };
  if (!body || !charset.charset) return { bytes: new Uint8Array(0) };
  const [missing] = unencodable(body, charset.charset, 1);
  if (missing) return { problem: unencodableText(body.source, missing.start, charset.charset) };
  const end = sentEnd(message, body, charset.charset, canonicalLength(body, charset.charset));
  return { bytes: end > body.start ? bytesUpTo(body, charset.charset, end) : new Uint8Array(0) };
}

function unreadText({ path, file }: ContentFile): string {
  if (file.kind === "refused") return l10n.t("The body file {0} can't be read: {1}", path, file.why);
  return l10n.t("The body file {0} doesn't exist.", path);
}

function unencodableText(text: string, at: number, { name }: Charset): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return l10n.t("The body contains {0}, which the charset {1} doesn't have.", character, name);
}

/** The head with the empty line, unless the text of the head has no empty line. */
function headOf(message: Message, isRaw: boolean, bytes: number): string {
  const { syntax, text } = message;
  const { start, end } = syntax;
  if (isRaw) return withCount(message.resolve({ start, end: syntax.body?.start ?? end }), bytes).text;
  const { statusLine, boundary } = syntax;
  const line = statusLine ? [withCount(message.resolve(statusLine), bytes).text] : [];
  const lines = [...line, ...sentLines(message, bytes).map((one) => one.text.text)];
  if (boundary?.kind === "blanks") lines.push(text.slice(boundary.start, boundary.end));
  const hasEmptyLine = lines.length > 0 && (boundary === undefined || boundary.kind === "empty");
  return [...lines, ...(hasEmptyLine ? [""] : [])].map((one) => `${one}\r\n`).join("");
}

/**
 * Whether a response ends where its head declares, so that another response may follow on the connection (RFC 9112
 * sections 6.3 and 9.3). False for all responses that clients could understand differently.
 * @param head with the empty line
 */
function endsAsDeclared(head: string, body: Uint8Array): boolean {
  const lines = linesOf(head);
  const [, version, code] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(lines?.[0] ?? "") ?? [];
  const fields = lines && fieldsOf(lines.slice(1));
  if (!fields || version === undefined || code === undefined) return false;
  const connection = wordsOf(fields.get("connection"));
  if (connection.includes("close") || (version === "0" && !connection.includes("keep-alive"))) return false;
  // A final response would follow an interim response.
  if (code.startsWith("1")) return false;
  if (code === "204" || code === "304") return body.length === 0;
  const codings = wordsOf(fields.get("transfer-encoding"));
  const lengths = new Set(wordsOf(fields.get("content-length")));
  if (codings.length > 0) return lengths.size === 0 && codings.at(-1) === "chunked" && isOneChunkedBody(body);
  const [length] = lengths;
  return lengths.size === 1 && length === String(body.length);
}

/** The lines of a head; `undefined` without an empty line at the end. */
function linesOf(head: string): readonly string[] | undefined {
  const lines = head.replace(/\r\n/g, "\n").split("\n");
  if (lines.length < 3 || lines.at(-1) !== "" || lines.at(-2) !== "" || head.includes("\0")) return undefined;
  return lines.slice(0, -2);
}

/** Values by names in lower case, folded ones joined (RFC 9112 section 5.2); `undefined` if a line isn't a field. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  let last: string | undefined;
  for (const line of lines) {
    const [, name, value = line] = /^([!#$%&'*+\-.^_`|~\w]+):([^\r]*)$/.exec(line) ?? [];
    if (name === undefined && (last === undefined || !/^[ \t][^\r]*$/.test(line))) return undefined;
    const folded = name === undefined;
    last = name?.toLowerCase() ?? last ?? "";
    const before = fields.get(last);
    fields.set(last, before === undefined ? value : `${before}${folded ? " " : ","}${value}`);
  }
  return fields;
}

/** The members of a comma-separated list, in lower case. */
function wordsOf(value: string | undefined): readonly string[] {
  return (value ?? "").split(",").flatMap((one) => one.trim().toLowerCase() || []);
}

/** Whether the body ends after the last chunk and its trailer section. */
function isOneChunkedBody(body: Uint8Array): boolean {
  const withoutLast = body.subarray(0, body.length - 1);
  return chunkProblem(body) === undefined && chunkProblem(withoutLast) !== undefined;
}
