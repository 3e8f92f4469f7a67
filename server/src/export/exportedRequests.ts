import * as l10n from "@vscode/l10n";
import type { Analysis } from "../analysis/analysis.ts";
import {
  type AtSending,
  type MessageInfo,
  messagesOf,
  outgoingOf,
  sendingDirectives,
} from "../analysis/messageInfo.ts";
import { headSlots, type Outgoing } from "../analysis/outgoing.ts";
import { columnNames } from "../data/columns.ts";
import { testDirectives } from "../expectations/directives.ts";
import type { Expectation } from "../expectations/expectation.ts";
import type { Path } from "../expectations/path.ts";
import { seedIn } from "../format/document.ts";
import { parameter } from "../http/mediaType.ts";
import { byteSlots } from "../message/bodyBytes.ts";
import { fileScope } from "../message/fileScope.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import { plainBytes } from "../message/sentMessage.ts";
import type {
  ExportedExpectation,
  ExportedMessage,
  ExportedRequest,
  ExportedSlot,
  ExportedStep,
  ExportedValue,
} from "../protocol/toolsProtocol.ts";
import { fileData, runRequests } from "../testing/tests.ts";
import { toBinary } from "../text/base64.ts";
import { type Charset, utf8 } from "../text/charset.ts";
import { encodePart, isReadAs } from "../text/fileBody.ts";
import { resolve } from "../text/resolved.ts";
import { countValue, joinSlotted, type Slot, type SlottedText, sliceSlotted } from "../text/slots.ts";
import { slice } from "../text/span.ts";
import { authDirectives } from "../variables/authDirective.ts";
import type { Sending } from "../variables/sending.ts";
import { prefixesOf } from "../xpath/prefixes.ts";
import { partsOfText, pathOnly, referenceText, StandIns } from "./standIns.ts";

type Now = Pick<Sending, "now" | "guid" | "random" | "nonce">;

/** The requests of a file in order, with slots for the values that differ in each sending. */
export function exportedRequests(analysis: Analysis, now: Now): readonly ExportedRequest[] {
  const requests = messagesOf(analysis);
  const sets = new Set(requests.flatMap(({ segment }) => testDirectives(segment.segment).sets.map(({ name }) => name)));
  const fileDirectives = [
    ...(fileData(analysis) ? ["data of the file"] : []),
    ...(seedIn(analysis.document) === undefined ? [] : ["seed of the file"]),
  ];
  return runRequests(analysis).flatMap((run): readonly ExportedRequest[] => {
    const request = requests[run.id];
    if (!request) return [];
    const { scope, standIns, problems, ...made } = exportedMessage(analysis, request, [...sets], now);
    const { text, preamble } = request.segment.segment;
    const { expectations, sets: own, weight } = testDirectives(request.segment.segment);
    const xml = (request.message.inlined ?? request.message).xml;
    const stepsBehind = ({ computed }: Path) =>
      computed ? standIns.stepsBehind(slice(text, computed), (name) => scope.content(name)) : [];
    const directives = preamble.flatMap((one) => (one.kind === "directive" ? [slice(text, one.name)] : []));
    return [
      {
        run,
        title: request.title,
        weight,
        ...made,
        problems: run.problem === undefined ? problems : [run.problem, ...problems],
        expectations: expectations.map((one) => exportedExpectation(text, one, scope, stepsBehind)),
        sets: own.map(({ name, value, source }) => {
          const path = source.kind === "path" ? source.path : undefined;
          const typed = slice(text, value);
          return { name, text: typed, path: path && pathOnly(path), steps: path ? stepsBehind(path) : [] };
        }),
        prefixes: Object.fromEntries(prefixesOf(xml)),
        directives: [...new Set(directives), ...fileDirectives],
      },
    ];
  });
}

interface Made extends Pick<ExportedRequest, "message" | "values" | "problems" | "errors" | "leftOut"> {
  /** The scope, with slots in its values. */
  readonly scope: Scope;
  readonly standIns: StandIns;
}

function exportedMessage(analysis: Analysis, request: MessageInfo, sets: readonly string[], now: Now): Made {
  const { data } = testDirectives(request.segment.segment);
  const file = data?.kind === "file" && analysis.resolver.file(data.path);
  const columns = file && file.kind === "bytes" ? columnNames(data, file.bytes) : [];
  const standIns = new StandIns();
  const { values } = standIns;
  const resolver = standIns.resolver(analysis.resolver);
  const sending = { ...now, secret: () => undefined, ...standIns.received(columns, sets) };
  const scope = fileScope(analysis.document, resolver);
  const unsent = { values, standIns, scope: scope.forSending(sending), errors: [], message: undefined };
  const leftOut = whyLeftOut(request.message);
  if (leftOut !== undefined) return { ...unsent, problems: [], leftOut };
  const made = outgoingOf({ ...analysis, resolver, scope }, request, sending);
  if (made.kind !== "message") return { ...unsent, problems: problemsOf(made) };
  const base = { values, standIns, scope: made.sent.scope };
  const placed = withSlots(made, request, values);
  if (placed === undefined) return { ...base, errors: [], message: undefined, problems: [formDepends()] };
  return { ...base, message: placed.message, problems: [], errors: placed.errors };
}

/** A message with slots for values, and its errors as sentences. `undefined` if values could change more than their own bytes. */
export function withSlots(
  { sent, outgoing, errors: all }: Extract<AtSending, { readonly kind: "message" }>,
  request: MessageInfo,
  values: ExportedValue[],
): { readonly message: ExportedMessage; readonly errors: readonly string[] } | undefined {
  if (dependsOnValues(sent)) return undefined;
  const charset = valueCharset(sent);
  const bodySlots = sent.body && charset ? byteSlots(sent.body, charset) : [];
  // The number of compressed bytes is unknown before the values are known.
  const compression = bodySlots.length > 0 ? sent.compression : undefined;
  const plain = compression && plainBytes(sent);
  const isLengthKnown =
    !compression && bodySlots.every(({ value }) => /^(?:builtIn|digest)$/.test(values[value]?.kind ?? ""));
  const errors = all.filter(({ code }) => isLengthKnown || code !== "content-length-mismatch");
  const head = joinSlotted([{ text: headText(outgoing), slots: headSlots(sent, outgoing) }]);
  const length = String(outgoing.body.length);
  const counted = bodySlots.length > 0 ? withCount(head, isLengthKnown ? length : undefined) : head;
  const slots: ExportedSlot[] = [];
  const laidOut = (part: "head" | "body", bytes: Uint8Array, partSlots: readonly Slot[], of: Charset) =>
    btoa(withReferences(toBinary(bytes), partSlots, part, of, values, slots));
  const message: ExportedMessage = {
    ...outgoing.address,
    host: isHostFilled(sent) ? undefined : outgoing.address.host,
    method: outgoing.method,
    head: laidOut("head", new TextEncoder().encode(counted.text), inUtf8(counted), utf8),
    body: laidOut("body", plain ?? outgoing.body, bodySlots, charset ?? utf8),
    slots,
    charset: charset ? charsetName(charset) : "utf-8",
    keepAlive: staysOpen(outgoing),
    compression,
    timeout: sendingDirectives(request).timeout,
    bodyFiles: outgoing.bodyFiles,
    changes: outgoing.changes,
  };
  return { message, errors: errors.map((one) => one.message) };
}

function problemsOf(sent: AtSending): readonly string[] {
  const problems = sent.kind === "unsendable" ? sent.problems.map(({ message }) => message) : [];
  return problems.length > 0 ? problems : [l10n.t("It can't be sent.")];
}

/** A sentence that explains why only this extension and its command line can send a request; undefined for other requests. */
function whyLeftOut({ body, segment, chunkSize }: Message): string | undefined {
  if (segment.kind === "callback")
    return l10n.t("It is left out: an export can't wait for a request of the service (# @receive).");
  if ((body?.signatures.all.length ?? 0) > 0) {
    return l10n.t("It is left out: it is signed, which only this extension and its command line can do.");
  }
  if ((body?.signatures.encryptions.length ?? 0) > 0)
    return l10n.t("It is left out: an export can't compute {0}.", "$encrypted");
  if (testDirectives(segment).data?.kind === "values")
    return l10n.t("It is left out: an export can't send a request for each value of a response (# @data).");
  if ((body?.own.size ?? 0) > 0) return l10n.t("It is left out: an export can't compute {0}.", "$this");
  if (chunkSize !== undefined) return l10n.t("It is left out: an export can't send a body in chunks (# @chunked).");
  if (authDirectives(segment).length === 0) return undefined;
  return l10n.t("It is left out: @auth answers challenges, which only this extension and its command line can do.");
}

export function formDepends(): string {
  return l10n.t("The form of the request depends on values that are only known when it is sent.");
}

/** Whether values can change more than their own bytes: the charset, the framing, or the file of the body. */
function dependsOnValues(message: Message): boolean {
  const { bodyFile, fileParts, contentType } = message;
  const files = bodyFile ? [bodyFile] : fileParts;
  const charset = parameter(contentType?.mediaType, "charset")?.valueSpan;
  const inType =
    charset && contentType?.field.value.slots.some(({ start, end }) => start < charset.end && charset.start < end);
  const inFraming = message.fieldsNamed("transfer-encoding").some(({ value }) => value.slots.length > 0);
  return inType || inFraming || files.some((one) => message.resolve(one).slots.length > 0);
}

/** Whether the address of the service contains a variable value. */
function isHostFilled({ target, host }: Message): boolean {
  const authority = target?.parts.authority;
  if (!authority) return (host?.field.value.slots.length ?? 0) > 0;
  return sliceSlotted(target.typed, authority.start, authority.end).slots.length > 0;
}

/** The charset of values in the body. A body from a file may have another charset than the message specifies. */
function valueCharset({ source, charset: { charset } }: Message): Charset | undefined {
  return charset && source.body && isReadAs(source.body, charset) ? source.body.readAs : charset;
}

/** The name of a charset, including the byte order if characters have several bytes. */
function charsetName(charset: Charset): string {
  const [first, ...others] = encodePart("a", charset);
  return others.length === 0 ? charset.name : `${charset.name.replace(/[lb]e$/, "")}${first === 0 ? "be" : "le"}`;
}

function headText({ requestLine, head, emptyLine }: Outgoing): string {
  return `${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}`;
}

function inUtf8({ text, slots = [] }: SlottedText): readonly Slot[] {
  return byteSlots({ source: text, start: 0, slots, files: [] }, utf8);
}

/** Inserts references into the slots of the bytes, and adds the slots to `slots`. */
function withReferences(
  binary: string,
  partSlots: readonly Slot[],
  part: ExportedSlot["part"],
  charset: Charset,
  values: ExportedValue[],
  slots: ExportedSlot[],
): string {
  let written = "";
  let at = 0;
  for (const { start, end, value, escape: how } of partSlots) {
    written += binary.slice(at, start);
    const index = value === countValue ? values.push({ kind: "contentLength" }) - 1 : value;
    const of = values[index];
    const reference = of ? `{{${referenceText(of).replace(/[^ -~]|[&<>"']/gu, "?")}}}` : "";
    const from = written.length;
    written += toBinary(encodePart(reference, charset));
    slots.push({ part, start: from, end: written.length, value: index, escape: how });
    at = end;
  }
  return written + binary.slice(at);
}

/** The head with a slot for a typed Content-Length, unless that is wrong. `length`: the correct value, if known. */
function withCount(head: ReturnType<typeof joinSlotted>, length: string | undefined): SlottedText {
  const match = /\r\ncontent-length[ \t]*:[ \t]*(\d+)(?=[ \t]*\r\n)/i.exec(head.text);
  const typed = match?.[1];
  if (!match || typed === undefined || (length !== undefined && typed !== length)) return head;
  const end = match.index + match[0].length;
  const start = end - typed.length;
  if (head.slots.some((one) => one.start < end && start < one.end)) return head;
  const slot: Slot = { start: 0, end: typed.length, value: countValue, escape: "none" };
  return joinSlotted([
    sliceSlotted(head, 0, start),
    { text: typed, slots: [slot] },
    sliceSlotted(head, end, head.text.length),
  ]);
}

/** Whether the connection stays open after the request (RFC 9112 section 9.3). */
function staysOpen({ requestLine, fields }: Outgoing): boolean {
  const options = fields.filter(({ name }) => name.toLowerCase() === "connection").map(({ value }) => value);
  const named = options
    .join(",")
    .toLowerCase()
    .split(",")
    .map((one) => one.trim());
  if (named.includes("close")) return false;
  return !/ HTTP\/1\.0$/.test(requestLine) || named.includes("keep-alive");
}

function exportedExpectation(
  text: string,
  { subject, check, start, end }: Expectation,
  scope: Scope,
  stepsBehind: (path: Path) => readonly ExportedStep[],
): ExportedExpectation {
  const operand = check?.operand?.text ?? "";
  const replaced = resolve(operand, { start: 0, end: operand.length }, (name) => {
    const value = scope.lookup(name);
    return value.kind === "text" ? value : undefined;
  });
  const path = "path" in subject ? subject.path : undefined;
  return {
    text: text.slice(start, end),
    subject: subject.kind === "body text" && subject.negated ? "no body text" : subject.kind,
    path: path && pathOnly(path),
    steps: path ? stepsBehind(path) : [],
    header: "name" in subject ? subject.name : undefined,
    operator: check?.operator,
    operand: partsOfText(replaced),
    quoted: check?.operand?.quoted ?? false,
  };
}
