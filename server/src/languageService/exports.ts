import * as l10n from "@vscode/l10n";
import type { Analysis } from "../analysis.ts";
import { prefixesOf } from "../evaluation/prefixes.ts";
import { columnNames } from "../expectations/columns.ts";
import { testDirectives } from "../expectations/directives.ts";
import type { Expectation } from "../expectations/expectation.ts";
import type { ExportedExpectation, ExportedMessage, ExportedRequest } from "../exportProtocol.ts";
import type { Outgoing } from "../outgoing.ts";
import { toBinary } from "../text/base64.ts";
import { utf8 } from "../text/charset.ts";
import { resolve } from "../text/resolved.ts";
import { slice } from "../text/span.ts";
import type { Sending } from "../variables/builtIns.ts";
import { fileScope, type Scope } from "../variables/scope.ts";
import { type AtSending, outgoingOf, type RequestInfo, requestsOf, sendingDirectives } from "./requestInfo.ts";
import {
  exportedPieces,
  filled,
  markedPieces,
  markOf,
  type Pieces,
  pathOnly,
  StandIns,
  withoutMarks,
} from "./standIns.ts";
import { runRequests } from "./tests.ts";

type Now = Pick<Sending, "now" | "guid" | "random">;

/**
 * The requests of a file with places for the values that differ each time, in order. A place is found by sending twice,
 * without a service: once with marks as values, which are found in the bytes, and once with other values. Only if the
 * marked bytes with the other values are the other bytes, the request can be exported.
 */
export function exportedRequests(analysis: Analysis, now: Now): readonly ExportedRequest[] {
  const requests = requestsOf(analysis);
  const sets = new Set(requests.flatMap(({ segment }) => testDirectives(segment.segment).sets.map(({ name }) => name)));
  return runRequests(analysis).flatMap((run): readonly ExportedRequest[] => {
    const request = requests[run.id];
    if (!request) return [];
    const { scope, problems, ...made } = exportedMessage(analysis, request, [...sets], now);
    const { text, preamble } = request.segment.segment;
    const { expectations, sets: own, weight } = testDirectives(request.segment.segment);
    const xml = (request.message.inlined ?? request.message).xml;
    const directives = preamble.flatMap((one) => (one.kind === "directive" ? [slice(text, one.name)] : []));
    return [
      {
        run,
        title: request.title,
        weight,
        ...made,
        problems: run.problem === undefined ? problems : [run.problem, ...problems],
        expectations: expectations.map((one) => exportedExpectation(text, one, scope)),
        sets: own.map(({ name, path }) => ({ name, path: pathOnly(path) })),
        prefixes: Object.fromEntries(prefixesOf(xml)),
        directives: [...new Set(directives)],
      },
    ];
  });
}

interface Made extends Pick<ExportedRequest, "message" | "values" | "problems" | "errors"> {
  /** With marks as values. */
  readonly scope: Scope;
}

function exportedMessage(analysis: Analysis, request: RequestInfo, sets: readonly string[], now: Now): Made {
  const { data } = testDirectives(request.segment.segment);
  const file = data && analysis.resolver.file(data.path);
  const columns = data && file?.kind === "bytes" ? columnNames(data.path, file.bytes) : [];
  const marked = standIn(analysis, new StandIns(markOf, false), columns, sets, now);
  const plain = standIn(analysis, new StandIns((index, real) => real ?? `v${index}`, true), columns, sets, now);
  const [sent, other] = [marked, plain].map((one) => outgoingOf(one.analysis, request, one.sending));
  const { values } = marked.standIns;
  const scope = marked.analysis.scope.forSending(marked.sending);
  const base = { values, scope, errors: [] };
  const failed = (...problems: readonly string[]): Made => ({ ...base, message: undefined, problems });
  if (other?.kind !== "message") return failed(...problemsOf(other));
  if (sent?.kind !== "message") return failed(dependsOnValues());
  const { pieces: head } = markedPieces(headBytes(sent.outgoing), utf8);
  const body = markedPieces(sent.outgoing.body, request.message.charset.charset ?? utf8);
  const length = String(other.outgoing.body.length);
  const texts = plain.standIns.texts.map((text, at) => (values[at]?.kind === "contentLength" ? length : text));
  const pieces = withLineBreaks(body.pieces, texts, toBinary(other.outgoing.body));
  const isSame = filled(head, texts) === toBinary(headBytes(other.outgoing));
  if (!isSame || !pieces) return failed(dependsOnValues());
  // The number of bytes isn't known before the values are.
  const isLengthKnown = pieces.every((one) => "binary" in one || values[one.value]?.kind === "builtIn");
  const errors = other.errors.filter(({ code }) => isLengthKnown || code !== "content-length-mismatch");
  const hasValues = pieces.length > 1;
  const count = () => values.push({ kind: "contentLength" }) - 1;
  const counted = hasValues ? withCount(head, isLengthKnown ? length : undefined, count) : head;
  const { address } = other.outgoing;
  const message: ExportedMessage = {
    ...address,
    host: withoutMarks(sent.outgoing.address.host).every((part) => part === address.host) ? address.host : undefined,
    method: other.outgoing.method,
    head: exportedPieces(counted),
    body: exportedPieces(pieces),
    charset: body.charset,
    keepAlive: staysOpen(other.outgoing),
    timeout: sendingDirectives(request).timeout,
    bodyFile: other.outgoing.bodyFile,
    changes: other.outgoing.changes,
  };
  return { ...base, message, problems: [], errors: errors.map((one) => one.message) };
}

function standIn(
  analysis: Analysis,
  standIns: StandIns,
  columns: readonly string[],
  sets: readonly string[],
  now: Now,
): { readonly analysis: Analysis; readonly sending: Sending; readonly standIns: StandIns } {
  const sending = { ...now, secret: () => undefined, ...standIns.received(columns, sets) };
  const resolver = standIns.resolver(analysis.resolver);
  const scope = fileScope(analysis.document, resolver);
  return { analysis: { ...analysis, resolver, scope }, sending, standIns };
}

function problemsOf(sent: AtSending | undefined): readonly string[] {
  const problems = sent?.kind === "unsendable" ? sent.problems.map(({ message }) => message) : [];
  return problems.length > 0 ? problems : [l10n.t("It can't be sent.")];
}

function dependsOnValues(): string {
  return l10n.t("The form of the request depends on values that are only known when it is sent.");
}

function headBytes({ requestLine, head, emptyLine }: Outgoing): Uint8Array {
  return new TextEncoder().encode(`${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}`);
}

/** The pieces with the line breaks that Content-Length includes. `undefined` if they don't make up the other body. */
function withLineBreaks(pieces: Pieces, texts: readonly string[], other: string): Pieces | undefined {
  const body = filled(pieces, texts);
  const rest = other.slice(body.length);
  if (!other.startsWith(body) || !/^[\r\n\0]*$/.test(rest)) return undefined;
  return rest === "" ? pieces : [...pieces, { binary: rest }];
}

/** The pieces with a value in place of a typed Content-Length, unless it is wrong. `length`: the right one, if known. */
function withCount(head: Pieces, length: string | undefined, count: () => number): Pieces {
  return head.flatMap((piece): Pieces => {
    if (!("binary" in piece)) return [piece];
    const match = /\r\ncontent-length[ \t]*:[ \t]*(\d+)(?=[ \t]*\r\n)/i.exec(piece.binary);
    const typed = match?.[1];
    if (!match || typed === undefined || (length !== undefined && typed !== length)) return [piece];
    const end = match.index + match[0].length;
    return [
      { binary: piece.binary.slice(0, end - typed.length) },
      { value: count(), escape: "none", before: "", after: "" },
      { binary: piece.binary.slice(end) },
    ];
  });
}

/** RFC 9112 section 9.3. */
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
): ExportedExpectation {
  const operand = check?.operand?.text ?? "";
  const replaced = resolve(operand, { start: 0, end: operand.length }, (name) => {
    const value = scope.lookup(name);
    return value.kind === "text" ? value.text : undefined;
  });
  const path = "path" in subject ? subject.path : undefined;
  return {
    text: text.slice(start, end),
    subject: subject.kind,
    path: path && pathOnly(path),
    header: "name" in subject ? subject.name : undefined,
    operator: check?.operator,
    operand: withoutMarks(replaced.text),
    quoted: check?.operand?.quoted ?? false,
  };
}
