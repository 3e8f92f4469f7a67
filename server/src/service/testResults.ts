import * as l10n from "@vscode/l10n";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Analysis, analyze } from "../analysis/analysis.ts";
import { messagesOf, requestAt } from "../analysis/messageInfo.ts";
import { ReadExchange } from "../evaluation/evaluate.ts";
import { valuesIn } from "../evaluation/pathValues.ts";
import { type Path, pathProblem, readPath } from "../expectations/path.ts";
import type { ResponseReference } from "../expectations/reference.ts";
import {
  type AddedExpectation,
  expectEqual,
  expectJsonValue,
  expectQueried,
  expectValue,
  xpathAt,
} from "../features/expecting.ts";
import { queryIn } from "../features/query.ts";
import { type MessageSection, sectionAt } from "../features/support/section.ts";
import type { Segment } from "../format/document.ts";
import type * as protocol from "../protocol/protocol.ts";
import { languageId } from "../protocol/protocol.ts";
import { type Compute, hostCertificates, type Keys } from "../resources/keys.ts";
import { relativePath } from "../resources/paths.ts";
import type { Verification } from "../security/verification/verification.ts";
import { decryptedResponse, decryptionKeys } from "../testing/decryptedResponse.ts";
import type { LastExchanges } from "../testing/lastExchanges.ts";
import { responseRows } from "../testing/responseRows.ts";
import { expectsSignature } from "../testing/responseSignatures.ts";
import { evaluateRequest, verifyExpected } from "../testing/results.ts";
import {
  fileData,
  hasSucceeded,
  importedNeeds,
  isNeeded,
  isSkipped,
  missingNeeds,
  runRequests,
  shownName,
  unclearDirective,
  unknownNeed,
} from "../testing/tests.ts";
import { fromBase64, toBase64 } from "../text/base64.ts";
import { needsValues } from "../text/needsValues.ts";
import { shift, slice } from "../text/span.ts";
import type { Sending } from "../variables/sending.ts";
import { type DocumentContext, type RequestContext, sectionOnLine } from "./context.ts";
import { toEditsResult, toRange } from "./convert.ts";

export function getTests({ document, analysis }: RequestContext): protocol.TestsResult {
  const data = fileData(analysis);
  const uri = data && analysis.resolver.fileUri(data.path);
  return { version: document.version, requests: placed(document, analysis), data: data && { ...data, uri } };
}

/** The tests of a file that isn't open. They are found without reading other files. */
export function getTestsOfText(text: string): protocol.TestsResult {
  return { version: 0, requests: placed(TextDocument.create("", languageId, 0, text), analyze(text)) };
}

function placed(document: TextDocument, analysis: Analysis): readonly protocol.PlacedRequest[] {
  const infos = messagesOf(analysis);
  return runRequests(analysis).flatMap((request) => {
    const info = infos[request.id];
    if (!info) return [];
    const unclear = request.problem ?? unclearDirective(info);
    const dataUri = request.data?.kind === "file" ? analysis.resolver.fileUri(request.data.path) : undefined;
    const range = { start: info.range.start + Math.max(0, info.message.text.search(/\S/)), end: info.line.end };
    return [{ ...request, line: toRange(document, info.line), range: toRange(document, range), dataUri, unclear }];
  });
}

/** Whether the request is skipped, or a sentence about why that is unknown. `last`: the exchanges of its run. */
export function getSkipped(
  { document, analysis }: RequestContext,
  line: number,
  sending: Omit<Sending, "reference">,
  last: LastExchanges,
): boolean | string {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  const reference = (one: ResponseReference) => last.valueOf(one, request?.name);
  return request ? isSkipped(analysis, request, { ...sending, reference }) : false;
}

/** The requests to send before the request at a line; `undefined` if none. A sentence if the requests need each other. */
export function getMissingNeeds(
  { document, analysis }: RequestContext,
  line: number,
  last: LastExchanges,
): Extract<protocol.OutgoingResult, { readonly kind: "needs" | "cycle" }> | undefined {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  if (!request) return undefined;
  const missing = missingNeeds(analysis, request, last);
  if (typeof missing === "string") return { kind: "cycle", why: missing };
  const imported = missingImports(analysis, [...missing, request.segment.segment], last);
  if (typeof imported === "string") return { kind: "cycle", why: imported };
  if (imported.length > 0) return { kind: "needs", requests: imported };
  if (missing.length === 0) return undefined;
  const infos = new Map(messagesOf(analysis).map((one) => [one.segment.segment, one]));
  const requests = missing.flatMap((one) => infos.get(one) ?? []);
  return {
    kind: "needs",
    requests: requests.map((one) => ({ name: shownName(one), line: toRange(document, one.line).start.line })),
  };
}

/** The requests of imported files whose responses are missing, or a sentence about why they can't be sent. */
function missingImports(
  analysis: Analysis,
  segments: readonly Segment[],
  last: LastExchanges,
): readonly protocol.NeededRequest[] | string {
  const requests: protocol.NeededRequest[] = [];
  for (const segment of segments) {
    const why = unknownNeed(analysis, segment);
    if (why !== undefined) return why;
    for (const { path, uri, alias, id, name, given } of importedNeeds(analysis, segment)) {
      if (given.length > 0) return needsValues(name);
      const file = analysis.resolver.imported(path);
      if (file.kind !== "imported") continue;
      const placed = file.document.segments.filter((one) => one.segment.message)[id];
      const other = last.imports.get(alias);
      if (!placed || (other && hasSucceeded(placed.segment, other))) continue;
      const text = TextDocument.create(uri, languageId, 0, file.document.text);
      const line = text.positionAt(placed.start + (placed.segment.message?.start ?? 0)).line;
      requests.push({ name, line, uri });
    }
  }
  return requests;
}

/** Makes the exchanges of imported files available to the file that imports them. */
export function linkImports(
  { analysis }: RequestContext,
  last: LastExchanges,
  of: (uri: string) => LastExchanges,
): void {
  for (const { segment } of messagesOf(analysis)) {
    for (const { alias, uri } of importedNeeds(analysis, segment.segment)) {
      const other = of(uri);
      last.imports.set(alias, other);
      last.addSecrets(other.sentSecrets);
    }
  }
}

/** The data rows of the request at a line, if they are the values of another response. */
export function getResponseRows(
  { document, analysis }: RequestContext,
  line: number,
  values: Omit<Sending, "reference">,
  last: LastExchanges,
): protocol.ResponseRows | undefined {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  const sending = { ...values, reference: (one: ResponseReference) => last.valueOf(one, request?.name) };
  return request && responseRows(analysis, request, last, sending);
}

/** The exchange to evaluate, with the decrypted parts of its response. */
export async function readEvaluated(
  { request, response, total, connection, flow }: protocol.ReceivedExchange & Pick<protocol.EvaluateParams, "flow">,
  keys: Keys,
  compute: Compute,
): Promise<ReadExchange> {
  const received = { ...response, body: fromBase64(response.body) };
  const decrypted = await decryptedResponse(received, { keys: decryptionKeys(keys), compute });
  const sent = { ...request, body: fromBase64(request.body) };
  return new ReadExchange({ request: sent, response: decrypted, total, flow, connection });
}

/** Verifies a response's signatures; `undefined` if none is expected. `keys`: certificates to verify them with. */
export async function verifyEvaluated(
  { document, analysis }: RequestContext,
  { line }: protocol.EvaluateParams,
  exchange: ReadExchange,
  sending: Sending,
  own: LastExchanges,
  keys: Keys,
): Promise<Verification | undefined> {
  const info = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  if (!info || !expectsSignature(info)) return undefined;
  return verifyExpected(analysis, info, exchange, sending, own, hostCertificates(keys), sending.now);
}

/** Evaluates an exchange, which becomes its request's last one in each of `last`: of the window, and of its run. */
export function evaluateExchange(
  { document, analysis }: RequestContext,
  params: protocol.EvaluateParams,
  exchange: ReadExchange,
  sending: Sending,
  last: readonly [window: LastExchanges, own: LastExchanges],
  verification?: Verification,
): protocol.EvaluateResult {
  const info = requestAt(analysis, document.offsetAt({ line: params.line, character: 0 }));
  if (!info) return { results: [], set: {}, range: undefined };
  const [, own] = last;
  const { segment } = info.segment;
  for (const store of last) store.add(info.name, exchange.keptFor(segment));
  const isTest = params.isTest || isNeeded(analysis, segment);
  const { results, set, next, saves } = evaluateRequest(analysis, info, isTest, exchange, sending, own, verification);
  for (const store of last) {
    if (store !== own) store.addSecrets(own.sentSecrets);
    store.keepResults(segment, info.name, results, next === undefined);
    for (const [name, value] of set) store.values.set(name, value);
  }
  const { start } = info.segment;
  // Without a test, results of expectations without a directive aren't shown.
  const stated = params.isTest ? results : results.filter(({ at, held }) => at !== undefined || !held);
  return {
    results: stated.map(({ at, ...one }) => ({ ...one, range: at && toRange(document, shift(at, start)) })),
    set: Object.fromEntries(set),
    next,
    saves: saves.map(({ path, content }) => ({ path, content: toBase64(content) })),
    range: toRange(document, info.range),
  };
}

/** `response`: the response document, if its value at a position is expected, or the exchange, if the values of a path are expected. */
export function getExpecting(
  context: DocumentContext | undefined,
  response: DocumentContext | ReadExchange | undefined,
  { line, expected }: protocol.ExpectParams,
): protocol.ExpectResult {
  const section = context && sectionOnLine(context, line);
  const expecting = section && expectingIn(section, context?.document.uri ?? "", response, expected);
  if (!context || !expecting) return { kind: "refused", why: l10n.t("Show the response formatted or raw first.") };
  if ("why" in expecting) return { kind: "refused", why: expecting.why };
  return { kind: "edits", ...toEditsResult(context, [expecting.edit], section.start) };
}

function expectingIn(
  { placed: { segment }, message }: MessageSection,
  uri: string,
  response: DocumentContext | ReadExchange | undefined,
  expected: protocol.ExpectParams["expected"],
): AddedExpectation | undefined {
  if (expected.kind === "body") {
    const path = relativePath(expected.file, uri);
    return path === expected.file
      ? { why: l10n.t("The path of the file can't be written in this file. Save both in the same folder.") }
      : expectEqual(segment, "body", path);
  }
  if (expected.kind === "query") {
    if (!(response instanceof ReadExchange) || !message) return undefined;
    const path = readPath(expected.path, { start: 0, end: expected.path.length });
    // The shown response may have formatting that the received one doesn't have.
    const result = valuesIn(response.response, path, response);
    return "values" in result
      ? expectQueried(segment, expected.path, result.values, expected.as, message.scope.variables.names)
      : result;
  }
  if (!response || response instanceof ReadExchange || response.kind !== "response") return undefined;
  const offset = response.document.offsetAt(expected.position);
  const shown = sectionAt(response.sections, offset);
  const body = shown?.multipart ? shown.multipart.root?.body : shown?.body;
  return shown && !shown.xml && body
    ? expectJsonValue(segment, slice(shown.text, body), offset - body.start)
    : expectValue(segment, message?.xml, shown?.xml, offset);
}

/** The XPath of the element or attribute at a position, in the syntax of `# @expect`. */
export function getXPath(
  context: DocumentContext | undefined,
  position: protocol.XPathParams["position"],
): string | null {
  const offset = context?.document.offsetAt(position) ?? 0;
  const section = context && sectionAt(context.sections, offset);
  return (section?.xml && xpathAt(section.xml, offset - section.start)) ?? null;
}

const maxMarked = 1_000;

/** The values that an XPath finds in a shown response. `request`: the document with the request. */
export function queryResponse(
  response: DocumentContext | undefined,
  request: DocumentContext | undefined,
  { path, request: { line } }: protocol.QueryParams,
): protocol.QueryResult {
  const [section] = response?.kind === "response" ? response.sections : [];
  if (!response || !section) return { kind: "refused", why: l10n.t("Show the response formatted or raw first.") };
  const sent = request && sectionOnLine(request, line)?.message?.xml;
  const result = queryIn(section, path, sent);
  if ("why" in result) return { kind: "refused", why: result.why };
  const { values, hint } = result;
  const ranges = values.slice(0, maxMarked).flatMap(({ at }) => (at ? toRange(response.document, at) : []));
  return { kind: "found", count: values.length, ranges, hint };
}

/** Finds text or a path in the bodies of an exchange. The response is searched first. */
export function searchExchange({ query, request, response }: protocol.SearchParams): protocol.SearchResult {
  const empty = { status: 0, reason: "", fields: [], body: "" };
  const received = { ...empty, ...response };
  const exchange = new ReadExchange({
    request: { ...request, body: fromBase64(request.body) },
    response: { ...received, body: fromBase64(received.body) },
    total: 0,
  });
  const path = /^(?:\/|\(\/|\$[.[])/.test(query) ? readPath(query, { start: 0, end: query.length }) : undefined;
  const problem = path && pathProblem(path);
  if (problem) return { kind: "refused", why: problem.message };
  for (const side of ["response", "request"] as const) {
    const excerpt = path ? valueAt(exchange, side, path) : excerptOf(exchange[side].text, query);
    if (excerpt !== undefined) return { kind: "found", in: side, excerpt };
  }
  return { kind: "none" };
}

/** The value of a path. A name without a prefix matches in any namespace. */
function valueAt(exchange: ReadExchange, side: "request" | "response", path: Path): string | undefined {
  const result = valuesIn(exchange[side], path, exchange);
  if (!("values" in result)) return undefined;
  const [value] = result.values;
  const [instead] = result.hint?.instead ?? [];
  if (value) return shortened(value.text.trim());
  return instead === undefined ? undefined : valueAt(exchange, side, { ...path, text: instead });
}

const longestExcerpt = 100;

function excerptOf(text: string, query: string): string | undefined {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0 || query === "") return undefined;
  const from = Math.max(0, text.lastIndexOf("\n", at) + 1, at - longestExcerpt / 2);
  return shortened(
    text
      .slice(from, at + longestExcerpt)
      .split(/[\r\n]/, 1)[0]
      ?.trim() ?? "",
  );
}

function shortened(text: string): string {
  const line = text.slice(0, 2 * longestExcerpt).replace(/\s+/g, " ");
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt)}…` : line;
}
