import * as l10n from "@vscode/l10n";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Analysis, analyze } from "../analysis/analysis.ts";
import { messagesOf, requestAt } from "../analysis/messageInfo.ts";
import { ReadExchange } from "../evaluation/evaluate.ts";
import { valuesIn } from "../evaluation/pathValues.ts";
import { type Path, pathProblem, readPath } from "../expectations/path.ts";
import { type AddedExpectation, expectEqual, expectJsonValue, expectValue } from "../features/expecting.ts";
import { type MessageSection, sectionAt } from "../features/support/section.ts";
import type * as protocol from "../protocol/protocol.ts";
import { languageId } from "../protocol/protocol.ts";
import type { Compute, Keys } from "../resources/keys.ts";
import { relativePath } from "../resources/paths.ts";
import type { Verification } from "../security/verification/verification.ts";
import { decryptedResponse, decryptionKeys } from "../testing/decryptedResponse.ts";
import type { LastExchanges } from "../testing/lastExchanges.ts";
import { expectsSignature, hostCertificates } from "../testing/responseSignatures.ts";
import {
  evaluateRequest,
  isNeeded,
  missingNeeds,
  runRequests,
  shownName,
  unclearDirective,
  verifyExpected,
} from "../testing/tests.ts";
import { fromBase64 } from "../text/base64.ts";
import { shift, slice } from "../text/span.ts";
import type { Sending } from "../variables/sending.ts";
import { type DocumentContext, messageSectionAt, type RequestContext } from "./context.ts";
import { toRange, toTextEdits } from "./convert.ts";

export function getTests({ document, analysis }: RequestContext): protocol.TestsResult {
  return { version: document.version, requests: placed(document, analysis) };
}

/** The tests of a file that isn't open, as far as its text alone shows them. */
export function getTestsOfText(text: string): protocol.TestsResult {
  return { version: 0, requests: placed(TextDocument.create("", languageId, 0, text), analyze(text)) };
}

function placed(document: TextDocument, analysis: Analysis): readonly protocol.PlacedRequest[] {
  const infos = messagesOf(analysis);
  return runRequests(analysis).flatMap((request) => {
    const info = infos[request.id];
    if (!info) return [];
    const unclear = request.problem ?? unclearDirective(info);
    const dataUri = request.data === undefined ? undefined : analysis.resolver.fileUri(request.data);
    return [{ ...request, line: toRange(document, info.line), dataUri, unclear }];
  });
}

/**
 * The requests to send before the one at a line, or a sentence if they need each other; `undefined` if nothing is
 * missing.
 */
export function getMissingNeeds(
  { document, analysis }: RequestContext,
  line: number,
  last: LastExchanges,
): Extract<protocol.OutgoingResult, { readonly kind: "needs" | "cycle" }> | undefined {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  if (!request) return undefined;
  const missing = missingNeeds(analysis, request, last);
  if (typeof missing === "string") return { kind: "cycle", why: missing };
  if (missing.length === 0) return undefined;
  const infos = new Map(messagesOf(analysis).map((one) => [one.segment.segment, one]));
  const requests = missing.flatMap((one) => infos.get(one) ?? []);
  return {
    kind: "needs",
    requests: requests.map((one) => ({ name: shownName(one), line: toRange(document, one.line).start.line })),
  };
}

/** The exchange that is evaluated, with what is decrypted in its response. */
export async function readEvaluated(
  { request, response, total }: protocol.EvaluateParams,
  keys: Keys,
  compute: Compute,
): Promise<ReadExchange> {
  const received = { ...response, body: fromBase64(response.body) };
  const decrypted = await decryptedResponse(received, { keys: decryptionKeys(keys), compute });
  return new ReadExchange({ request: { ...request, body: fromBase64(request.body) }, response: decrypted, total });
}

/** `undefined` if the request doesn't expect a signature. `keys`: certificates to verify it with. */
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

/**
 * The results of the expectations for an exchange, which becomes the last one of its request in each of `last`.
 * @param last of the window, and of the run or window that it belongs to
 */
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
  for (const store of last) store.add(info.name, exchange);
  const { segment } = info.segment;
  const isTest = params.isTest || isNeeded(analysis, segment);
  const { results, set } = evaluateRequest(analysis, info, isTest, exchange, sending, own, verification);
  for (const store of last) {
    if (store !== own) store.addSecrets(own.sentSecrets);
    store.keepResults(segment, info.name, results);
    for (const [name, value] of set) store.values.set(name, value);
  }
  const { start } = info.segment;
  // Without a test, nobody asked for what holds without a directive.
  const stated = params.isTest ? results : results.filter(({ at, held }) => at !== undefined || !held);
  return {
    results: stated.map(({ at, ...one }) => ({ ...one, range: at && toRange(document, shift(at, start)) })),
    set: Object.fromEntries(set),
    range: toRange(document, info.range),
  };
}

/** `response`: of the response document, if a value of it is expected. */
export function getExpecting(
  context: DocumentContext | undefined,
  response: DocumentContext | undefined,
  { line, expected }: protocol.ExpectParams,
): protocol.ExpectResult {
  const { section } = (context && messageSectionAt(context, { line, character: 0 })) ?? {};
  const expecting = section && expectingIn(section, context?.document.uri ?? "", response, expected);
  if (!context || !expecting) return { kind: "refused", why: l10n.t("Show the response formatted or raw first.") };
  if ("why" in expecting) return { kind: "refused", why: expecting.why };
  const edits = toTextEdits(context.document, [shift(expecting.edit, section.start)]);
  return { kind: "edits", version: context.document.version, edits };
}

function expectingIn(
  { placed: { segment }, message }: MessageSection,
  uri: string,
  response: DocumentContext | undefined,
  expected: protocol.ExpectParams["expected"],
): AddedExpectation | undefined {
  if (expected.kind === "body") {
    const path = relativePath(expected.file, uri);
    return path === expected.file
      ? { why: l10n.t("The path of the file can't be written in this file. Save both in the same folder.") }
      : expectEqual(segment, "body", path);
  }
  if (response?.kind !== "response") return undefined;
  const offset = response.document.offsetAt(expected.position);
  const shown = sectionAt(response.sections, offset);
  const body = shown?.multipart ? shown.multipart.root?.body : shown?.body;
  return shown && !shown.xml && body
    ? expectJsonValue(segment, slice(shown.text, body), offset - body.start)
    : expectValue(segment, message?.xml, shown?.xml, offset);
}

/** Finds text or a path in the bodies of an exchange, first in the response. */
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

/** A name without a prefix is one of any namespace. */
function valueAt(exchange: ReadExchange, side: "request" | "response", path: Path): string | undefined {
  const result = valuesIn(exchange[side], path, exchange);
  if (!("values" in result)) return undefined;
  const [value] = result.values;
  const [instead] = result.hint?.instead ?? [];
  if (value) return shortened(value.text.trim());
  return instead === undefined ? undefined : valueAt(exchange, side, { ...path, text: instead });
}

const longestExcerpt = 100;

/** The line around the first occurrence of a text. */
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
