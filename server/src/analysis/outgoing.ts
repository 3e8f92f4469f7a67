import * as l10n from "@vscode/l10n";
import { receivingOf } from "../format/document.ts";
import type { BodyText } from "../message/body.ts";
import type { Message, ServiceAddress } from "../message/message.ts";
import { contentLengthVariable } from "../message/scope.ts";
import {
  bytesBeforeEncryption,
  compressed,
  endOfBody,
  inChunks,
  plainBytes,
  sentLines,
  withCount,
} from "../message/sentMessage.ts";
import { CallbackResponse } from "../mock/response.ts";
import type { OutgoingAuthentication, OutgoingMessage, SecretSource, SecretUse } from "../protocol/protocol.ts";
import type { Finding } from "../rules/check.ts";
import { toBinary } from "../text/base64.ts";
import type { Charset } from "../text/charset.ts";
import { firstDifference } from "../text/fileBody.ts";
import { afterBreak } from "../text/lines.ts";
import { withoutNamedSecrets } from "../text/redaction.ts";
import { joinSlotted, type Slot, type SlottedText, sliceSlotted } from "../text/slots.ts";
import type { Span } from "../text/span.ts";

type SentText =
  | "method"
  | "target"
  | "requestLine"
  | "absoluteRequestLine"
  | "head"
  | "emptyLine"
  | "fields"
  | "changes";

/** The bytes of a request, and the service to which they are sent. `OutgoingMessage` describes the texts. */
export interface Outgoing extends Pick<OutgoingMessage, SentText> {
  readonly address: ServiceAddress;
  readonly typedRequestLine: string;
  readonly body: Uint8Array;
  /** The body before parts of it are encrypted; `undefined` if nothing is encrypted. */
  readonly bodyBeforeEncryption: Uint8Array | undefined;
  /** The URIs of the files in the body. */
  readonly bodyFiles: readonly string[];
  /** The authentication that `# @auth` requires. */
  readonly authentication: OutgoingAuthentication | undefined;
  readonly secretUses: readonly SecretUse[];
}

/** The bytes and the address of a request; `undefined` if it has no bytes or no address. */
export function outgoing(message: Message): Outgoing | undefined {
  if (message instanceof CallbackResponse) return callbackResponse(message);
  const { address, target, authentication } = message;
  const plain = plainBytes(message);
  const { compression, chunkSize } = message;
  const content = plain && compression ? compressed(plain, compression) : plain;
  const body = content && chunkSize !== undefined ? inChunks(content, chunkSize) : content;
  if (!address || !target?.typed.known || !plain || !content || !body || !isHeadKnown(message)) return undefined;
  const sources = message.body?.sources ?? [];
  // A secret may be in several chunks, where redaction wouldn't find it.
  const text = body === plain ? "" : toBinary(plain);
  if (body !== plain && (sources.length > 0 || withoutNamedSecrets(text) !== text))
    message.scope.keepBytes(body, sources);
  if (authentication.kind === "unknown") return undefined;
  const origin = originForm(message);
  const [before, after] = aroundTarget(message);
  return {
    address,
    method: message.method,
    target: origin.text,
    requestLine: `${before}${origin.text}${after}`,
    typedRequestLine: `${before}${target.typed.text}${after}`,
    absoluteRequestLine: `${before}${absoluteForm(message, address, origin.text)}${after}`,
    ...withHost(message, headOf(message, content.length)),
    body,
    bodyBeforeEncryption: bytesBeforeEncryption(message),
    bodyFiles: [message.bodyFile, ...message.fileParts].flatMap((one) => one?.uri ?? []),
    authentication: authentication.kind === "known" ? authentication.value : undefined,
    secretUses: secretUsesOf(message),
    changes: changesOf(message, content.length),
  };
}

/** A response to a callback, with its status line in place of the request line, and the address that receives the callback. */
function callbackResponse(message: CallbackResponse): Outgoing | undefined {
  const body = plainBytes(message);
  const receiving = receivingOf(message.segment);
  const { statusLine } = message;
  if (!body || !receiving || !statusLine || !isHeadKnown(message) || !message.resolve(statusLine).known)
    return undefined;
  const line = message.resolve(statusLine).text;
  return {
    address: { scheme: "http", host: "localhost", port: 0 },
    method: receiving.method,
    target: receiving.path,
    requestLine: line,
    typedRequestLine: line,
    absoluteRequestLine: line,
    ...headOf(message, body.length),
    body,
    bodyBeforeEncryption: undefined,
    bodyFiles: [message.bodyFile, ...message.fileParts].flatMap((one) => one?.uri ?? []),
    authentication: undefined,
    secretUses: [],
    changes: [],
  };
}

/** The slots of the request line and the header lines, as UTF-16 offsets in them. */
export function headSlots(message: Message, { body }: Outgoing): readonly Slot[] {
  const [before, after] = aroundTarget(message);
  const lines = sentLines(message, body.length).flatMap(({ text }) => [text, { text: "\r\n" }]);
  return joinSlotted([
    { text: before },
    originForm(message),
    { text: `${after}\r\n${hostLine(missingHost(message))}` },
    ...lines,
  ]).slots;
}

function aroundTarget({ syntax, text }: Message): readonly [before: string, after: string] {
  const { requestLine, first } = syntax;
  const { start, end } = requestLine?.target ?? first;
  return requestLine
    ? [text.slice(requestLine.start, start), text.slice(end, requestLine.end)]
    : ["POST ", " HTTP/1.1"];
}

/** The findings that explain why a request can't be sent, or else all errors. */
export function whyUnsendable<F extends Finding>(findings: readonly F[]): readonly F[] {
  const reasons = sendingErrors(findings);
  return reasons.length > 0 ? reasons : findings.filter(({ severity }) => severity === "error");
}

export function sendingErrors<F extends Finding>(findings: readonly F[]): readonly F[] {
  return findings.filter(({ traits }) => traits.preventsSending);
}

function originForm({ target }: Message): SlottedText {
  if (!target) return { text: "/" };
  const { start, end } = target.parts.pathAndQuery;
  const path = sliceSlotted(target.typed, start, end);
  const isOrigin = target.parts.form !== "absolute" || path.text.startsWith("/");
  return isOrigin ? path : joinSlotted([{ text: "/" }, path]);
}

/** The request target in absolute-form. A target that is already typed in absolute-form stays as typed. */
function absoluteForm({ target }: Message, { scheme, host, port }: ServiceAddress, origin: string): string {
  if (target?.parts.form === "absolute" && !target.parts.problems.some(({ kind }) => kind === "user-information")) {
    return target.typed.text.slice(0, target.parts.pathAndQuery.end);
  }
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}${origin}`;
}

/** Whether each variable in the header section has a value that is allowed there. */
function isHeadKnown(message: Message): boolean {
  if (message.refusedInHead.length > 0) return false;
  return message.headReferences.every((one) => one.name === contentLengthVariable || message.resolve(one).known);
}

function headOf(message: Message, bytes: number): Pick<Outgoing, "head" | "emptyLine" | "fields"> {
  let head = "";
  const fields: { name: string; value: string }[] = [];
  for (const { line, text } of sentLines(message, bytes)) {
    head += `${text.text}\r\n`;
    if (line.kind === "field") {
      const value = withCount(message.resolve(line.value), bytes).text;
      fields.push({ name: message.resolve(line.name).text, value });
    } else if (line.kind === "continuation") {
      const last = fields.pop();
      if (last) fields.push({ ...last, value: `${last.value} ${message.resolve(line.value).text}` });
    }
  }
  const { boundary } = message.syntax;
  if (boundary?.kind === "blanks") head += `${message.slice(boundary)}\r\n`;
  return { head, fields, emptyLine: boundary === undefined || boundary.kind === "empty" };
}

/** The Host field for a target in absolute-form, if the request has no Host field: HTTP requires one (RFC 9112 section 3.2). */
function missingHost({ target, host }: Message): string | undefined {
  const authority = target?.parts.form === "absolute" ? target.parts.authority : undefined;
  return authority && !host ? target?.typed.text.slice(authority.start, authority.end).replace(/^.*@/, "") : undefined;
}

function withHost(message: Message, head: ReturnType<typeof headOf>): ReturnType<typeof headOf> {
  const value = missingHost(message);
  if (value === undefined) return head;
  return { ...head, head: `${hostLine(value)}${head.head}`, fields: [{ name: "Host", value }, ...head.fields] };
}

function hostLine(value: string | undefined): string {
  return value === undefined ? "" : `Host: ${value}\r\n`;
}

/** The uses of secrets in a message; each combination of place and source only once. */
function secretUsesOf(message: Message): readonly SecretUse[] {
  const { target, syntax, authentication } = message;
  const uses: SecretUse[] = [];
  const add = (place: Omit<SecretUse, "source">, sources: readonly SecretSource[]) =>
    uses.push(...sources.map((source) => ({ ...place, source })));
  if (target && syntax.requestLine?.target) {
    const { start, end } = target.typed.at(target.parts.pathAndQuery);
    add({ place: "host" }, message.sourcesIn({ start: syntax.requestLine.target.start, end: start }));
    add({ place: "target" }, message.sourcesIn({ start, end }));
  }
  let header: string | undefined;
  for (const line of syntax.headerLines) {
    if (line.kind === "comment") continue;
    if (line.kind !== "continuation" || header === undefined) header = nameOfLine(message.resolve(line).text);
    add({ place: "header", header }, message.sourcesIn(line));
  }
  add({ place: "body" }, message.body?.sources ?? []);
  add({ place: "login" }, authentication.kind === "known" ? authentication.sources : []);
  return [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
}

/** The name of a header, or the first word of a line without a colon. */
function nameOfLine(line: string): string {
  return (
    line
      .trim()
      .split(line.includes(":") ? ":" : /[\s=]/, 1)[0]
      ?.trim() ?? ""
  );
}

/** The changes that sending makes, except of the request line: the transport compares it with `typedRequestLine`. */
function changesOf(message: Message, bytes: number): string[] {
  const { target, syntax, body } = message;
  const changes: string[] = [];
  if (target?.parts.fragment) {
    const fragment = target.typed.text.slice(target.parts.fragment.start, target.parts.fragment.end);
    changes.push(l10n.t("The fragment {0} of the target is not sent.", fragment));
  }
  const host = missingHost(message);
  if (host !== undefined) changes.push(l10n.t("The header Host: {0} is added, as the target names it.", host));
  if (message.references.length > 0) changes.push(l10n.t("Variables are replaced by their values."));
  const comments = syntax.headerLines.filter(({ kind }) => kind === "comment").length;
  if (comments === 1) changes.push(l10n.t("The comment among the headers is not sent."));
  if (comments > 1) changes.push(l10n.t("The {0} comments among the headers are not sent.", comments));
  if (message.chunkSize !== undefined)
    changes.push(l10n.t("The body is sent in chunks of {0} bytes.", message.chunkSize));
  if (!body || bytes === 0) return changes;
  const { charset } = message.charset;
  const { encoding } = message.source;
  const sent = { start: body.start, end: body.canonicalEnd };
  if (encoding && charset && isEncodedDifferently(body.source, sent, encoding, charset)) {
    changes.push(l10n.t("The body is sent in {0}; the file is in {1}.", charset.name, encoding.name));
  }
  const end = endOfBody(message) ?? body.end;
  const left = breaksAfter(body, end);
  // The line break of the last line and an empty line before the next ### belong to the file, unless Content-Length counts them.
  if (left <= 2 && end === body.canonicalEnd) return changes;
  if (left === 1) changes.push(l10n.t("The line break at the end of the body is not sent."));
  if (left > 1) changes.push(l10n.t("The {0} line breaks at the end of the body are not sent.", left));
  return changes;
}

function isEncodedDifferently(text: string, span: Span, charset: Charset, other: Charset): boolean {
  return charset.byteLength("a") !== other.byteLength("a") || firstDifference(text, span, charset, other) !== undefined;
}

function breaksAfter({ source, end }: BodyText, from: number): number {
  let count = 0;
  for (let at = from; at < end; at = afterBreak(source, at, end)) count++;
  return count;
}
