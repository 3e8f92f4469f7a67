import * as l10n from "@vscode/l10n";
import { type Analysis, textOf } from "../analysis/analysis.ts";
import { type MessageInfo, messagesOf, sendingDirectives, shownTarget } from "../analysis/messageInfo.ts";
import { holdsFor } from "../evaluation/compare.ts";
import { evaluate, type ReadExchange, type Surroundings, signedElements } from "../evaluation/evaluate.ts";
import type { DataFile, DataValues } from "../expectations/dataDirective.ts";
import { declaredName, qualifierOf, unknownRequest } from "../expectations/declared.ts";
import {
  conditionsIn,
  namedRequests,
  type SavedFile,
  testDirectives,
  whyNoSavePath,
} from "../expectations/directives.ts";
import type { Expectation } from "../expectations/expectation.ts";
import { importsOf } from "../expectations/imports.ts";
import { operandProblem } from "../expectations/operands.ts";
import type { Path } from "../expectations/path.ts";
import { misspelledTestDirective } from "../format/directiveChecks.ts";
import { directiveInfo } from "../format/directives.ts";
import { readTags } from "../format/directiveValues.ts";
import { receivingOf, type Segment, segmentsAbove } from "../format/document.ts";
import { directiveValues } from "../format/preamble.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import type {
  DataSource,
  ExpectationResult,
  FileData,
  GivenValue,
  ImportedNeed,
  NextSending,
  RowSource,
  RunHook,
  RunRequest,
  Saved,
} from "../protocol/protocol.ts";
import { whyUnread } from "../resources/importedFiles.ts";
import { allNeedsOf, cycleIn, needsOf, withoutRenewals } from "../rules/needs.ts";
import {
  type HostCertificates,
  noVerification,
  signatureProblems,
  type Verification,
} from "../security/verification/verification.ts";
import { verifySignatures } from "../security/verification/verify.ts";
import { isSavePath } from "../text/paths.ts";
import { resolve } from "../text/resolved.ts";
import { slice } from "../text/span.ts";
import type { ReceivedValue, Sending } from "../variables/sending.ts";
import { type LastExchanges, valueAt } from "./lastExchanges.ts";
import { addressingProblems } from "./responseAddressing.ts";
import { contractProblems } from "./responseContract.ts";
import { valueAfterSteps } from "./responseRows.ts";
import { verifyResponse } from "./responseSignatures.ts";
import { definedValue, filledText, setValue } from "./setValues.ts";

/**
 * The requests of a file, in order. A request is a test if it has expectations; in a file with expectations, also if it has
 * a name or others need it.
 */
export function runRequests(analysis: Analysis): readonly RunRequest[] {
  const { document } = analysis;
  const requests = messagesOf(analysis);
  const needs = needsOfFile(analysis);
  const cycle = cycleIn(leadsOfFile(analysis));
  const ids = new Map(requests.map(({ segment }, id) => [segment.segment, id]));
  const states = (one: MessageInfo) => hasExpectations(one.segment.segment);
  const hasAny = requests.some(states);
  const tagsOf = (segment: Segment) => directiveValues(segment, "tag").flatMap((typed) => readTags(typed) ?? []);
  const fileTags = segmentsAbove(document).flatMap(({ segment }) => tagsOf(segment));
  const needed = new Set([...needs.values()].flatMap((all) => all.map((one) => one.segment)));
  const ownNeeds = requests.map(({ segment: { segment } }) =>
    (needs.get(segment) ?? []).flatMap((one) => ids.get(one.segment) ?? []),
  );
  const hooks = requests.map(({ segment: { segment } }) => hookOf(segment));
  const before = hooks.flatMap((hook, id) => (hook?.when === "before" && hook.how !== "each" ? [id] : []));
  const early = new Set(before);
  for (const id of early) for (const need of ownNeeds[id] ?? []) early.add(need);
  return requests.map((request, id): RunRequest => {
    const { segment } = request.segment;
    const isLater = hooks[id] === undefined && !early.has(id);
    const { skip, retry, repeat, until, data } = testDirectives(segment);
    const unknown = unknownNeed(analysis, segment);
    return {
      id,
      name: shownName(request),
      title: request.name === undefined ? undefined : request.title,
      needs: [...new Set([...(isLater ? before : []), ...(ownNeeds[id] ?? [])])],
      hook: hooks[id],
      imports: importedNeeds(analysis, segment),
      isTest: states(request) || (hasAny && (request.name !== undefined || needed.has(segment))),
      problem: cycle?.requests.has(segment) ? cycle.message : (unknown ?? misspelledTestDirective(segment)),
      receive: receivingOf(segment),
      skip: typeof skip === "object" ? undefined : skip,
      skipWhen: typeof skip === "object" ? slice(segment.text, skip) : undefined,
      retry: retry ?? { times: 0, every: 0 },
      repeat: until ? 1 : repeat,
      wait: sendingDirectives(request).wait,
      tags: [...new Set([...fileTags, ...tagsOf(segment)])],
      data: data && rowSource(data),
    };
  });
}

/** Whether the requests of a file need nothing of each other, and no directive keeps them in order. */
export function areIndependent({ document: { kind, segments } }: Analysis, requests: readonly RunRequest[]): boolean {
  return (
    requests.every(({ needs, imports }) => needs.length + imports.length === 0) &&
    segments.every(({ segment: { text, preamble } }) =>
      preamble.every((item) => item.kind !== "directive" || !directiveInfo(kind, slice(text, item.name))?.keepsOrder),
    )
  );
}

/** The data of the whole file. */
export function fileData({ document }: Analysis): FileData | undefined {
  const all = segmentsAbove(document).map(({ segment }) => testDirectives(segment).data);
  const data = all.findLast((one) => one?.kind === "file");
  if (data?.kind !== "file") return undefined;
  return { ...sourceOf(data), where: data.where, parallel: data.parallel };
}

function hookOf(segment: Segment): RunHook | undefined {
  for (const when of ["before", "after"] as const) {
    const typed = directiveValues(segment, when).at(-1);
    if (typed !== undefined) return { when, how: typed === "once" || typed === "each" ? typed : "row" };
  }
  return undefined;
}

/** Why a request that the directives of another one name can't be sent, as far as names and imports are concerned. */
export function unknownNeed(analysis: Analysis, segment: Segment): string | undefined {
  return namedRequests(segment)
    .map(({ name }) => unknownRequest(name, analysis.scope.declared) ?? unreadImport(name, analysis))
    .find((why) => why);
}

/** Why the file in front of the name of a request can't be imported; undefined if it can, or if there is none. */
function unreadImport(name: string, { document, scope }: Analysis): string | undefined {
  const qualifier = qualifierOf(name);
  if (!scope.declared.unread.has(qualifier)) return undefined;
  const file = importsOf(document).find(({ alias, path }) => alias === qualifier || path === qualifier);
  return file && whyUnread(file.path, scope.imported(file.path));
}

/** The requests of other files that a request needs. */
export function importedNeeds(analysis: Analysis, segment: Segment): readonly ImportedNeed[] {
  const { imported } = allNeedsOf(analysis.document, analysis.scope, (one) => textOf(analysis, one.segment));
  return (imported.get(segment) ?? []).map(({ imported: { path, uri, alias, id, name, each }, given }) => ({
    ...{ path, uri, alias, id, each },
    name: `${alias}.${name ?? l10n.t("a request without a name")}`,
    given: given.map((one) => ({ name: one.name, text: slice(segment.text, one.value) })),
  }));
}

/** The values that `# @needs … with` gives, or a sentence about why one is missing. */
export function givenValues(
  { scope }: Analysis,
  { given }: ImportedNeed,
  sending: Sending,
): ReadonlyMap<string, GivenValue> | string {
  const values = new Map<string, GivenValue>();
  const own = scope.forSending(sending);
  for (const { name, text } of given) {
    const value = filledText(text, (reference) => definedValue(own, reference));
    if (!value) return l10n.t("A variable in the value of {0} is undefined.", name);
    values.set(name, value);
  }
  return values;
}

/** How a data file is read, without its place. */
function sourceOf({ path, rows, separator, sheet }: DataSource): DataSource {
  return { path, rows, separator, sheet };
}

function rowSource(data: DataFile | DataValues): RowSource {
  const { kind } = data;
  return kind === "file" ? { kind, ...sourceOf(data) } : { kind, name: data.name, of: data.path.text };
}

export function hasExpectations(segment: Segment): boolean {
  const { expectations, expectationProblems, until } = testDirectives(segment);
  return segment.kind === "callback" || until !== undefined || expectations.length + expectationProblems.length > 0;
}

/** Whether what is sent next depends on the response of a request. */
export function hasFlow({ segment: { segment } }: MessageInfo): boolean {
  const { until, renewals, saves } = testDirectives(segment);
  return until !== undefined || renewals.length + saves.length > 0;
}

function needsOfFile(analysis: Analysis): ReturnType<typeof needsOf> {
  return withoutRenewals(leadsOfFile(analysis));
}

/** What each request needs or renews. */
function leadsOfFile(analysis: Analysis): ReturnType<typeof needsOf> {
  const { document, scope } = analysis;
  return needsOf(document, scope, ({ segment }) => textOf(analysis, segment));
}

/** Whether other requests of the file need this one, which must succeed then. */
export function isNeeded(analysis: Analysis, segment: Segment): boolean {
  return [...needsOfFile(analysis).values()].some((needs) => needs.some((need) => need.segment === segment));
}

/** The name for people: the one of `# @name`, else the title, else the method and the target. */
export function shownName({ name, title, message }: MessageInfo): string {
  return name ?? title ?? `${message.method} ${shownTarget(message)}`.trim();
}

/** A sentence about a directive that makes it unclear what a request is expected to do; undefined if there is none. */
export function unclearDirective({ segment: { segment } }: MessageInfo): string | undefined {
  const { expectationProblems, problems } = testDirectives(segment);
  return [...expectationProblems, ...problems][0]?.message;
}

/**
 * The requests to send before another one, in order, because this file has no response of theirs that is as expected, or a
 * variable that they set has no value; or a sentence if they need each other.
 */
export function missingNeeds(
  analysis: Analysis,
  { segment: { segment } }: MessageInfo,
  last: LastExchanges,
): readonly Segment[] | string {
  const needs = needsOfFile(analysis);
  const cycle = cycleIn(leadsOfFile(analysis));
  const isThere = (segment: Segment) => hasSucceeded(segment, last);
  const entered = new Set<Segment>();
  const segments: Segment[] = [];
  const open = [{ one: segment, isLeft: false }];
  for (let top = open.pop(); top; top = open.pop()) {
    const { one, isLeft } = top;
    if (isLeft) segments.push(one);
    else if (!entered.has(one)) {
      if (cycle?.requests.has(one)) return cycle.message;
      entered.add(one);
      if (one !== segment) open.push({ one, isLeft: true });
      const missing = (needs.get(one) ?? []).map((need) => need.segment).filter((need) => !isThere(need));
      for (const need of missing.toReversed()) open.push({ one: need, isLeft: false });
    }
  }
  return segments;
}

/** Whether a request is skipped before it is sent with these values, or a sentence about why that is unknown. */
export function isSkipped(
  { scope: fileVariables }: Analysis,
  { segment: { segment } }: MessageInfo,
  sending: Sending,
): boolean | string {
  const { skip } = testDirectives(segment);
  if (typeof skip !== "object") return false;
  const { subject, unless } = skip;
  const { operator = "exists", operand } = skip.check ?? {};
  const replace = replacing(fileVariables.forSending(sending));
  const value = replace(subject.text);
  const expected = { quoted: false, ...operand, text: replace(operand?.text ?? "") };
  const { text } = expected;
  if (operand && (value === undefined || text === undefined))
    return l10n.t("A variable in the condition of @skip has no value.");
  const problem =
    operand && operandProblem(subject, { operator, at: operand, operand: { ...operand, text: text ?? "" } });
  if (problem) return problem.message;
  return holdsFor(operator, value === undefined ? [] : [value], { ...expected, text: text ?? "" }) !== unless;
}

/** Replaces the variables in a text; `undefined` if one has no value. */
function replacing(scope: Scope): (text: string) => string | undefined {
  return (text) => filledText(text, (name) => definedValue(scope, name))?.text;
}

/** Whether the last response of a request was as expected, and has set its variables. */
export function hasSucceeded(segment: Segment, last: LastExchanges): boolean {
  const isSet = testDirectives(segment).sets.every(({ name }) => last.values.has(name));
  return isSet && last.succeeded(segment, declaredName(segment));
}

interface RequestResults {
  readonly results: readonly ExpectationResult[];
  readonly set: ReadonlyMap<string, ReceivedValue>;
  /** Undefined if these are the results. */
  readonly next: NextSending | undefined;
  /** The files to write; none if the request did not succeed. */
  readonly saves: readonly Saved[];
}

/**
 * The results for an exchange: of its expectations, if it is a test, and the variables that its response sets.
 * @param last the exchanges of the window or run that the exchange belongs to
 * @param verification of the response, if the request expects a signature
 */
export function evaluateRequest(
  analysis: Analysis,
  request: MessageInfo,
  isTest: boolean,
  exchange: ReadExchange,
  sending: Sending,
  last: LastExchanges,
  verification: Verification = noVerification,
): RequestResults {
  const { message } = request;
  const { segment } = request.segment;
  const { resolver, scope: fileVariables } = analysis;
  const scope = fileVariables.forSending(sending);
  const replace = replacing(scope);
  const { expectations, sets, expectationProblems, problems, until, repeat, renewals, saves } = testDirectives(segment);
  const afterSteps = stepsIn(segment, scope);
  const { flow, total } = exchange.exchange;
  const { sendings, renewed } = flow ?? { sendings: 1, renewed: false };
  const surroundings: Surroundings = {
    replace,
    file: (path) => resolver.file(path),
    contractProblems: (response) => contractProblems(message, response),
    addressingProblems: (response) => addressingProblems(message, exchange.request, response),
    times: last.timesOf(segment, sendings, total),
    requestErrors: () => request.errors.map((one) => one.message),
    signatureProblems: (of) => {
      if (!of || of.document === exchange.response.xml) return signatureProblems(verification, of?.element);
      return signatureProblems(verification.documents?.get(of.document.text) ?? noVerification, of.element);
    },
    afterSteps: (path, value) => afterSteps(path.text, path, last.receivedValue(path.text, value)),
  };
  const holds = (condition: Expectation) => evaluate(segment.text, [condition], exchange, surroundings)[0]?.held;
  const renewal = renewed ? undefined : renewals.find(({ condition }) => holds(condition));
  const renewedId = renewal ? messagesOf(analysis).findIndex((one) => one.name === renewal.name) : -1;
  if (renewal && renewedId >= 0) {
    exchange.forget();
    return { results: [], set: new Map(), next: { kind: "renew", id: renewedId, name: renewal.name }, saves: [] };
  }
  // A callback without expectations must only come.
  const isChecked = expectations.length > 0 || (isTest && !until && segment.kind !== "callback");
  const isLast = () => !flow || sendings >= repeat || (until !== undefined && holds(until.condition));
  const due = expectations.filter(({ subject }) => subject.kind !== "p95" || isLast());
  const isDue = due.length > 0 || expectations.length === 0;
  const results = isChecked && isDue ? evaluate(segment.text, due, exchange, surroundings) : [];
  const refused = refusedCredentials(message, exchange, expectations);
  const set = new Map<string, ReceivedValue>();
  // A directive that can't be read doesn't hold: a request with errors may be sent nevertheless.
  const failed = [...expectationProblems, ...problems].map(({ start, end, message }): ExpectationResult => {
    return { text: segment.text.slice(start, end), at: { start, end }, held: false, why: message };
  });
  for (const one of sets) {
    const value = setValue(one, { text: segment.text, exchange, last, scope, set, afterSteps });
    if ("text" in value) {
      const { xml: _, ...text } = value;
      set.set(one.name, text);
    } else {
      const { start, end, name } = one;
      failed.push({
        text: `set ${name} = ${slice(segment.text, one.value)}`,
        at: { start, end },
        held: false,
        ...value,
      });
    }
  }
  const all = [...results, ...refused, ...failed];
  const isGood = all.every(({ held }) => held);
  const [ended] = until && isGood ? evaluate(segment.text, [until.condition], exchange, surroundings) : [];
  const again = until && ended?.held === false && sendings < repeat;
  const toSave = isGood && !again && ended?.held !== false ? savedFiles(segment, scope, exchange, last, saves) : [];
  // It is kept as long as others may refer to it.
  exchange.forget();
  if (again) return { results: all, set, next: { kind: "again", after: until.every }, saves: [] };
  const end = ended ? [ended.held ? ended : { ...ended, why: neverHeld(sendings, ended.text) }] : [];
  const unsaved = toSave.filter((one) => "held" in one);
  const files = unsaved.length > 0 ? [] : toSave.filter((one) => "content" in one);
  return { results: [...all, ...end, ...unsaved], set, next: undefined, saves: files };
}

function neverHeld(sendings: number, condition: string): string {
  return l10n.t("Sent {0} times; {1} never held.", sendings, condition);
}

/** The files of `# @save`, or why there is none. */
function savedFiles(
  { text }: Segment,
  scope: Scope,
  exchange: ReadExchange,
  last: LastExchanges,
  saves: readonly SavedFile[],
): readonly (Saved | ExpectationResult)[] {
  return saves.map(({ path, start, end }): Saved | ExpectationResult => {
    const typed = slice(text, { start, end });
    const unsaved = (why: string) => ({ text: `save ${typed}`, at: { start, end }, held: false, why });
    const file = savePath(typed, scope);
    if ("why" in file) return unsaved(file.why);
    const content = path ? savedContent(text, path, scope, exchange, last) : exchange.exchange.response.body;
    return "why" in content ? unsaved(content.why) : { ...file, content };
  });
}

/** With its variables replaced, none of which adds a folder. */
function savePath(typed: string, scope: Scope): { readonly path: string } | { readonly why: string } {
  let why: string | undefined;
  const { known, text } = resolve(typed, { start: 0, end: typed.length }, (name) => {
    const value = scope.lookup(name);
    if (value.kind !== "text") return undefined;
    if (/[/\\]/.test(value.text))
      why = l10n.t("The value of {0} contains a slash or a backslash, so it can't be in the path of @save.", name);
    return value.text;
  });
  if (!known) return { why: l10n.t("A variable in the value is undefined.") };
  if (why === undefined && !isSavePath(text)) why = whyNoSavePath();
  return why === undefined ? { path: text.replace(/^\.\//, "") } : { why };
}

function savedContent(
  text: string,
  path: Path,
  scope: Scope,
  exchange: ReadExchange,
  last: LastExchanges,
): Uint8Array | { readonly why: string } {
  const response = valueAt(exchange, "response", path);
  if (!("text" in response)) return response;
  const received = last.receivedValue(path.text, response);
  const value = path.computed
    ? scope.steps.contentAfterPath(path.text, slice(text, path.computed), received)
    : received;
  if ("kind" in value && value.kind === "bytes" && value.bytes) return value.bytes;
  if ("text" in value && value.notText === undefined) return new TextEncoder().encode(value.text);
  const why = "notText" in value ? value.notText : "why" in value ? value.why : undefined;
  return { why: why ?? l10n.t("The value can't be computed here. Put the steps into a variable.") };
}

/** Applies the steps behind a path. */
function stepsIn({ text }: Segment, scope: Scope) {
  return (name: string, { computed }: Path, value: ReceivedValue) =>
    computed ? valueAfterSteps(scope.steps.afterPath(name, slice(text, computed), value)) : value;
}

/** Verifies the signatures of a response, and of the documents in it that a request expects to be signed. `now`: when it came. */
export async function verifyExpected(
  { scope }: Analysis,
  { segment: { segment } }: MessageInfo,
  exchange: ReadExchange,
  sending: Sending,
  last: LastExchanges,
  certificates: HostCertificates,
  now: Date,
): Promise<Verification> {
  const verification = await verifyResponse(exchange.response, certificates, now);
  const documents = new Map<string, Verification>();
  const steps = stepsIn(segment, scope.forSending(sending));
  const afterSteps: Surroundings["afterSteps"] = (path, value) =>
    steps(path.text, path, last.receivedValue(path.text, value));
  for (const { subject } of conditionsIn(segment)) {
    if (subject.kind !== "signature" || !subject.path?.computed) continue;
    const elements = signedElements(subject.path, exchange, { afterSteps });
    for (const { document } of "why" in elements ? [] : elements)
      if (!documents.has(document.text))
        documents.set(document.text, await verifySignatures(document, certificates, now));
  }
  return { ...verification, documents };
}

/** What fails although no expectation says so: a service that refuses the credentials. */
function refusedCredentials(
  message: Message,
  { exchange }: ReadExchange,
  expectations: readonly Expectation[],
): readonly ExpectationResult[] {
  const { status } = exchange.response;
  if ((status !== 401 && status !== 403) || message.directive("auth") === undefined) return [];
  // Without expectations, the status must be 2xx anyway.
  const isStated = expectations.some(({ subject: { kind } }) => kind === "status" || kind === "fault");
  if (isStated || expectations.length === 0) return [];
  const why = l10n.t("The service refused the credentials of # @auth.");
  return [{ text: "status 2xx", at: undefined, held: false, expected: "2xx", actual: String(status), why }];
}
