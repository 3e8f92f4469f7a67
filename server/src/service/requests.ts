import * as l10n from "@vscode/l10n";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Range } from "vscode-languageserver-types";
import type { Analysis } from "../analysis/analysis.ts";
import { documentPreview } from "../analysis/documentPreview.ts";
import { type Explanation, explanation, shownValues } from "../analysis/explanation.ts";
import { fixEverything } from "../analysis/fixes.ts";
import {
  type AtSending,
  checked,
  isEvaluated,
  type MessageInfo,
  messagesOf,
  type Rendered,
  rendered,
  requestAt,
  requestsTouching,
  sendingDirectives,
  shownTarget,
  withSeed,
} from "../analysis/messageInfo.ts";
import type { Outgoing } from "../analysis/outgoing.ts";
import { Rounds } from "../analysis/rounds.ts";
import { referenceTo } from "../contract/operationReference.ts";
import type { ResponseReference } from "../expectations/reference.ts";
import { programRequest } from "../export/programRequest.ts";
import { contentLengthUpdates } from "../features/contentLengthUpdate.ts";
import { faultPlace } from "../features/faultPlace.ts";
import { minifyBody } from "../features/formatting.ts";
import { endTagFor } from "../features/onType.ts";
import { namesIn } from "../features/support/namePlaces.ts";
import { requestNamesInText } from "../features/symbols.ts";
import { insertElement } from "../features/transform/insertElement.ts";
import { convert, place, placeIn } from "../features/transform/paste/paste.ts";
import { addSecurity, securityChoices, signableParts } from "../features/transform/security/addSecurity.ts";
import { updateEdits } from "../features/transform/update/updateFromWsdl.ts";
import { environmentsIn, receivingOf, segmentAt } from "../format/document.ts";
import type * as protocol from "../protocol/protocol.ts";
import type { HostResolver } from "../resources/hostResolver.ts";
import type { Compute } from "../resources/keys.ts";
import type { Finding } from "../rules/check.ts";
import type { LastExchanges } from "../testing/lastExchanges.ts";
import { toBase64 } from "../text/base64.ts";
import { applyEdits } from "../text/edits.ts";
import { LineIndex } from "../text/lines.ts";
import { isSecretHeader } from "../text/secretNames.ts";
import { shift } from "../text/span.ts";
import type { Sending } from "../variables/sending.ts";
import type { VariableValue } from "../variables/value.ts";
import { variantUpdate } from "../variants/update.ts";
import { isFormattable } from "../xml/format.ts";
import {
  type DocumentContext,
  messageSectionAt,
  messageSections,
  type RequestContext,
  sectionOnLine,
  type TypedContext,
} from "./context.ts";
import { toEditsResult, toRange, toSpan, toTextEdits } from "./convert.ts";

/** All requests, or the requests that touch a line. */
export function getRequests({ document, analysis }: RequestContext, line?: number): protocol.RequestsResult {
  const at = (character: number) => document.offsetAt({ line: line ?? 0, character });
  const requests =
    line === undefined
      ? messagesOf(analysis)
      : requestsTouching(analysis, { start: at(0), end: at(Number.MAX_SAFE_INTEGER) });
  const documents = analysis.document.segments.flatMap(({ start, segment: { document: own } }) =>
    own ? [toRange(document, shift(own.directive, start))] : [],
  );
  return { version: document.version, requests: requests.map((request) => toSummary(document, request)), documents };
}

/** The text of the document at a line with sample values; `undefined` if there is no document. */
export function getPreview({ document, analysis }: RequestContext, line: number): string | undefined {
  return documentPreview(analysis, document.offsetAt({ line, character: 0 }));
}

/** The variables that a document can use, with their values. Secret values are omitted. */
export function getVariables({ document, analysis, sections }: RequestContext): protocol.VariablesResult {
  const { scope } = analysis;
  const places = sections.flatMap((section) => namesIn(section).filter(({ kind }) => kind === "variable"));
  const own = new Map(places.filter(({ at }) => at.role === "definition").map(({ name, at }) => [name, at]));
  const variables = scope.variables.names.map((name): protocol.ListedVariable => {
    const at = own.get(name);
    const external = at ? undefined : scope.externalPlace(name);
    return {
      name,
      value: listedValue(name, scope.lookup(name)),
      origin: scope.definedIn(name)?.origin,
      place: at
        ? { uri: document.uri, range: toRange(document, at) }
        : external && {
            uri: external.uri,
            range: toRange(TextDocument.create(external.uri, "", 0, external.text), external.name),
          },
    };
  });
  return { variables: variables.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** Environments that a document can use and those that it names, and values without effect in environment files. */
export function getEnvironments(
  { environmentNames, ineffective }: HostResolver,
  analysis: Analysis | undefined,
): protocol.EnvironmentsResult {
  const named = analysis ? environmentsIn(analysis.document).map(({ name }) => name) : [];
  const files = ineffective().map(({ uri, text, values }) => {
    const document = TextDocument.create(uri, "", 0, text);
    return { uri, problems: values.map(({ at, message }) => ({ range: toRange(document, at), message })) };
  });
  return { environments: environmentNames, named, files };
}

/** A password that is typed in a file is secret, too. */
function listedValue(name: string, value: VariableValue): protocol.ListedVariable["value"] {
  if (value.kind === "atSending") return { kind: "later" };
  if (value.kind !== "text") return { kind: "none" };
  const isSecret = value.secret || (value.secrets ?? []).length > 0 || isSecretHeader(name);
  return isSecret ? { kind: "secret" } : { kind: "text", text: value.text.slice(0, longestListed) };
}

const longestListed = 200;

export function getRequestNames(text: string): protocol.RequestNamesResult {
  const lines = new LineIndex(text);
  return { requests: requestNamesInText(text).map(({ at, ...name }) => ({ ...name, line: lines.at(at) })) };
}

/** A message that isn't complete, because the host must still compute a value. */
export interface UnfinishedMessage {
  readonly kind: "unfinished";
  finished(compute: Compute): Promise<protocol.OutgoingResult>;
}

/** The message to send for the request at a line. `last`: the last exchanges, which the request may refer to. */
export function getOutgoing(
  { document, analysis }: RequestContext,
  line: number,
  values: Omit<Sending, "reference">,
  last: LastExchanges,
): protocol.OutgoingResult | UnfinishedMessage {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  if (!request) return { kind: "none" };
  const summary = toSummary(document, request);
  const sending = { ...values, reference: (one: ResponseReference) => last.valueOf(one, request.name) };
  const rounds = new Rounds(withSeed(analysis, request, sending), (one) => rendered(analysis, request, one));
  const { message } = request;
  const checkedRequest = (made: Rendered) => {
    const result = checked(analysis, request, made);
    if (result.kind !== "message") return result;
    last.addSecrets(result.secrets);
    last.addComputed(shownValues(made));
    return result;
  };
  const toResult = (result: AtSending): protocol.OutgoingResult => {
    if (result.kind === "secrets") return result;
    if (result.kind === "message") return toMessage(result, result.outgoing);
    return {
      kind: "unsendable",
      request: summary,
      problems: result.problems.map((one) => toProblem(document, analysis, one)),
    };
  };
  const toMessage = (
    result: Extract<AtSending, { readonly kind: "message" }>,
    { address, body, bodyBeforeEncryption: plain, ...rest }: Outgoing,
  ): protocol.OutgoingResult => ({
    kind: "message",
    message: {
      ...rest,
      ...address,
      request: summary,
      body: toBase64(body),
      ...(plain ? { bodyBeforeEncryption: toBase64(plain) } : {}),
      charset: message.charset.charset?.name ?? message.charset.name,
      soapVersion: result.soapVersion,
      contract: result.operation && referenceTo(result.operation),
      ...sendingDirectives(request),
      errors: result.errors.map((one) => toProblem(document, analysis, one)),
      secrets: [...result.secrets.keys()],
      evaluated: isEvaluated(request),
    },
  });
  const isWaiting = !rounds.areDone && rounds.made.unknown.length === 0;
  if (!isWaiting) return toResult(checkedRequest(rounds.made));
  return {
    kind: "unfinished",
    finished: async (compute) => toResult(checkedRequest(await rounds.finished(compute))),
  };
}

/** The request at a line for the code of a program; `undefined` if there is no request. */
export function getProgram(
  { document, analysis }: RequestContext,
  line: number,
  values: Omit<Sending, "reference" | "secret">,
  last: LastExchanges,
  compute: Compute,
): Promise<protocol.ProgramResult> | undefined {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  const reference = (one: ResponseReference) => last.valueOf(one, request?.name);
  const sending = { ...values, values: last.values, reference };
  return request && programRequest(analysis, request, sending, compute);
}

/** How the values of the request at a line are computed; `none` if there is no request. */
export function getExplanation(
  { document, analysis }: RequestContext,
  line: number,
  values: Omit<Sending, "reference">,
  last: LastExchanges,
): Explanation | { readonly kind: "none" } {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  if (!request) return { kind: "none" };
  return explanation(analysis, request, { ...values, reference: (one) => last.valueOf(one, request.name) });
}

/** `line`: any line of a request. */
type AtLine = Pick<protocol.LineParams, "line">;

export function fixAll(context: TypedContext, { line }: { readonly line?: number }): protocol.EditsResult {
  const offset = line === undefined ? undefined : context.document.offsetAt({ line, character: 0 });
  return toEditsResult(context, fixEverything(context.analysis, offset));
}

/** The range of a Fault's cause in the request at a line; `null` if the request doesn't contain the cause. */
export function getFaultCause(
  context: DocumentContext,
  { line, cause }: AtLine & { readonly cause: protocol.FaultCause },
): Range | null {
  const section = sectionOnLine(context, line);
  const span = section?.message && faultPlace(section.message, cause);
  return span ? toRange(context.document, shift(span, section.start)) : null;
}

/** For each position, the missing end tag of the start tag that ends there, or `null`. */
export function getEndTags(context: DocumentContext, { positions }: protocol.EndTagParams): protocol.EndTagResult {
  const tags = positions.map((position) => {
    const { section, at = 0 } = messageSectionAt(context, position) ?? {};
    return (section?.message && endTagFor(section.message, at)) ?? null;
  });
  return { version: context.document.version, tags };
}

/** The edits that correct Content-Length headers: all headers, or only those of requests in the changed ranges. */
export function correctLengths(
  context: DocumentContext,
  { changed }: { readonly changed?: readonly Range[] },
): protocol.EditsResult {
  const spans = changed?.map((range) => toSpan(context.document, range));
  return toEditsResult(context, contentLengthUpdates(messageSections(context), spans));
}

/** Removes the whitespace between the elements of the body of the request at a line. */
export function minify(context: DocumentContext, { line }: AtLine): protocol.MinifyResult {
  const section = sectionOnLine(context, line);
  const { message } = section ?? {};
  if (!section || !message?.xml?.root) return { kind: "none" };
  if (!isFormattable(message.xml)) return { kind: "illFormed" };
  return { kind: "edits", ...toEditsResult(context, minifyBody(message), section.start) };
}

/** Updates the request from its WSDL; `null` without a known contract. A test from the WSDL updates all such tests. */
export function update(context: DocumentContext, { line }: AtLine): protocol.EditsResult | null {
  const { document } = context;
  const placed =
    context.kind === "requests" && segmentAt(context.analysis.document, document.offsetAt({ line, character: 0 }));
  const tests = placed ? variantUpdate(context.analysis, placed) : undefined;
  if (tests) return toEditsResult(context, tests);
  const section = sectionOnLine(context, line);
  const { message } = section ?? {};
  if (!section || message?.contract.kind !== "found") return null;
  return toEditsResult(context, updateEdits(message), section.start);
}

/** The kinds of security that `Add Security…` can add to the request at a line; `null` if there are none. */
export function getSecurity(context: DocumentContext, { line }: AtLine): protocol.SecurityResult | null {
  const { message } = sectionOnLine(context, line) ?? {};
  return message?.kind === "request" ? { choices: securityChoices(message), parts: signableParts(message) } : null;
}

/** The edits that add security; `null` if that isn't possible. */
export function getAddedSecurity(
  context: DocumentContext,
  { line, kind, answers }: protocol.AddSecurityParams,
): protocol.EditsResult | null {
  const section = sectionOnLine(context, line);
  const edits = section?.message && addSecurity(section.message, kind, answers);
  return edits ? toEditsResult(context, edits, section.start) : null;
}

/** Edits that insert an element of the contract, or a sentence about why it can't be inserted. */
export function getInsertedElement(
  context: DocumentContext,
  { position, node }: protocol.InsertElementParams,
): protocol.EditsResult | string {
  const { section, at } = messageSectionAt(context, position) ?? {};
  if (!section?.message || at === undefined) return l10n.t("There is no request at the cursor.");
  const inserted = insertElement(section.message, at, node);
  return "reason" in inserted ? inserted.reason : toEditsResult(context, inserted.edits, section.start);
}

export function convertText(
  { text, lineEnds, place: at }: protocol.ConvertParams,
  context?: RequestContext,
): protocol.ConvertResult {
  const target = at && context && { ...context, selection: toSpan(context.document, at.range) };
  const conversion = convert(text, lineEnds, target && placeIn(target.analysis, target.selection));
  if (!conversion) return { kind: "unknown" };
  if (!target) return { kind: "requests", ...conversion };
  const { document } = target;
  const placed = place(target.analysis.document, target.selection, conversion.text);
  const after = TextDocument.create(at.uri, document.languageId, 0, applyEdits(document.getText(), [placed.edit]));
  const [edit] = toTextEdits(document, [placed.edit]);
  if (!edit) return { kind: "requests", ...conversion };
  return {
    kind: "requests",
    ...conversion,
    placed: { version: document.version, edit, at: after.positionAt(placed.at) },
  };
}

function toSummary(
  document: TextDocument,
  { message, range, line, name, title, errors }: MessageInfo,
): protocol.RequestSummary {
  return {
    range: toRange(document, range),
    line: toRange(document, line),
    name,
    title,
    method: message.method,
    target: shownTarget(message),
    address: message.address,
    errors: errors.length,
    receive: receivingOf(message.segment),
  };
}

function toProblem(
  document: TextDocument,
  { scope }: Analysis,
  { code, message, at, fixes }: Finding,
): protocol.StandingProblem {
  const automatic = fixes?.().some((fix) => fix.automatic) ?? false;
  const range = toRange(document, at);
  const [, undefinedName] =
    code === "variable-undefined" ? (/^\{\{([A-Za-z_][\w-]*)\}\}$/.exec(document.getText(range)) ?? []) : [];
  const problem = { code, message, range, automatic };
  if (undefinedName === undefined) return problem;
  const { others, isNamed } = scope.resolver.lookedIn(undefinedName);
  return isNamed ? { ...problem, undefinedName } : { ...problem, undefinedName, inEnvironment: others.length > 0 };
}
