import * as l10n from "@vscode/l10n";
import { type Analysis, textOf } from "../analysis/analysis.ts";
import { type MessageInfo, messagesOf, shownTarget } from "../analysis/messageInfo.ts";
import { evaluate, type ReadExchange, type Surroundings, signedElements } from "../evaluation/evaluate.ts";
import { declaredIn, declaredName, unknownRequest } from "../expectations/declared.ts";
import { testDirectives } from "../expectations/directives.ts";
import type { Expectation } from "../expectations/expectation.ts";
import type { Path } from "../expectations/path.ts";
import { misspelledTestDirective } from "../format/directiveChecks.ts";
import type { Segment } from "../format/document.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import type { ExpectationResult, RunRequest } from "../protocol/protocol.ts";
import { cycleIn, needsOf } from "../rules/needs.ts";
import type { HostCertificates } from "../security/verification/verification.ts";
import { noVerification, type Verification } from "../security/verification/verification.ts";
import { verifySignatures } from "../security/verification/verify.ts";
import { resolve } from "../text/resolved.ts";
import { slice } from "../text/span.ts";
import type { ReceivedValue, Sending } from "../variables/sending.ts";
import type { VariableValue } from "../variables/value.ts";
import { type LastExchanges, valueAt } from "./lastExchanges.ts";
import { contractProblems } from "./responseContract.ts";
import { signatureProblems, verifyResponse } from "./responseSignatures.ts";

/**
 * The requests of a file, in order. A request is a test if it has expectations; in a file with expectations, also if it has
 * a name or others need it.
 */
export function runRequests(analysis: Analysis): readonly RunRequest[] {
  const { document } = analysis;
  const requests = messagesOf(analysis);
  const needs = needsOfFile(analysis);
  const cycle = cycleIn(needs);
  const ids = new Map(requests.map(({ segment }, id) => [segment.segment, id]));
  const states = (one: MessageInfo) => hasExpectations(one.segment.segment);
  const hasAny = requests.some(states);
  const needed = new Set([...needs.values()].flatMap((all) => all.map((one) => one.segment)));
  return requests.map((request, id): RunRequest => {
    const { segment } = request.segment;
    const { skip, retry, repeat, data, needs: named } = testDirectives(segment);
    const unknown = named.map(({ name }) => unknownRequest(name, declaredIn(document).requests)).find((why) => why);
    return {
      id,
      name: shownName(request),
      title: request.name === undefined ? undefined : request.title,
      needs: [...new Set((needs.get(segment) ?? []).flatMap((one) => ids.get(one.segment) ?? []))],
      isTest: states(request) || (hasAny && (request.name !== undefined || needed.has(segment))),
      problem: cycle?.requests.has(segment) ? cycle.message : (unknown ?? misspelledTestDirective(segment)),
      skip,
      retry: retry ?? { times: 0, every: 0 },
      repeat,
      data: data?.path,
    };
  });
}

export function hasExpectations(segment: Segment): boolean {
  const { expectations, expectationProblems } = testDirectives(segment);
  return expectations.length + expectationProblems.length > 0;
}

function needsOfFile(analysis: Analysis): ReturnType<typeof needsOf> {
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
  const cycle = cycleIn(needs);
  const isThere = (segment: Segment) => {
    const isSet = testDirectives(segment).sets.every(({ name }) => last.values.has(name));
    return isSet && last.succeeded(segment, declaredName(segment));
  };
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

/**
 * The results for an exchange: of its expectations, if it is a test, and the variables that its response sets.
 * @param last the exchanges of the window or run that the exchange belongs to
 * @param verification of the response, if the request expects a signature
 */
export function evaluateRequest(
  { resolver, scope: fileVariables }: Analysis,
  request: MessageInfo,
  isTest: boolean,
  exchange: ReadExchange,
  sending: Sending,
  last: LastExchanges,
  verification: Verification = noVerification,
): { readonly results: readonly ExpectationResult[]; readonly set: ReadonlyMap<string, ReceivedValue> } {
  const { message } = request;
  const { segment } = request.segment;
  const scope = fileVariables.forSending(sending);
  const replace = (text: string) => {
    const replaced = resolve(text, { start: 0, end: text.length }, (name) => {
      const value = scope.lookup(name);
      return value.kind === "text" ? value.text : undefined;
    });
    return replaced.known ? replaced.text : undefined;
  };
  const { expectations, sets, expectationProblems, problems } = testDirectives(segment);
  const afterSteps = stepsIn(segment, scope);
  const surroundings: Surroundings = {
    replace,
    file: (path) => resolver.file(path),
    contractProblems: (response) => contractProblems(message, response),
    requestErrors: () => request.errors.map((one) => one.message),
    signatureProblems: (of) => {
      if (!of || of.document === exchange.response.xml) return signatureProblems(verification, of?.element);
      return signatureProblems(verification.documents?.get(of.document.text) ?? noVerification, of.element);
    },
    afterSteps: (path, value) => afterSteps(path.text, path, last.receivedValue(path.text, value)),
  };
  const results = isTest || expectations.length > 0 ? evaluate(segment.text, expectations, exchange, surroundings) : [];
  const refused = refusedCredentials(message, exchange, expectations);
  const set = new Map<string, ReceivedValue>();
  // A directive that can't be read doesn't hold: a request with errors may be sent nevertheless.
  const failed = [...expectationProblems, ...problems].map(({ start, end, message }): ExpectationResult => {
    return { text: segment.text.slice(start, end), at: { start, end }, held: false, why: message };
  });
  for (const { name, path, start, end } of sets) {
    const result = valueAt(exchange, "response", path);
    const received = "text" in result ? last.receivedValue(name, result) : result;
    const value = "text" in received ? afterSteps(name, path, received) : received;
    if ("text" in value && value.notText === undefined) {
      const { xml: _, ...text } = value;
      set.set(name, text);
    } else {
      const reason = "why" in value ? value : { why: value.notText ?? "" };
      failed.push({ text: `set ${name} = ${path.text}`, at: { start, end }, held: false, ...reason });
    }
  }
  // It is kept as long as others may refer to it.
  exchange.forget();
  return { results: [...results, ...refused, ...failed], set };
}

/** Applies the steps behind a path. */
function stepsIn({ text }: Segment, scope: Scope) {
  return (name: string, { computed }: Path, value: ReceivedValue) =>
    computed ? setValue(scope.steps.afterPath(name, slice(text, computed), value)) : value;
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
  for (const { subject } of testDirectives(segment).expectations) {
    if (subject.kind !== "signature" || !subject.path?.computed) continue;
    const elements = signedElements(subject.path, exchange, { afterSteps });
    for (const { document } of "why" in elements ? [] : elements)
      if (!documents.has(document.text))
        documents.set(document.text, await verifySignatures(document, certificates, now));
  }
  return { ...verification, documents };
}

/** The value of a variable that steps give, or a sentence about why there is none. */
function setValue(value: VariableValue): ReceivedValue | { readonly why: string } {
  if (value.kind === "text") return value;
  const why = value.kind === "undefined" ? value.why : undefined;
  return { why: why ?? l10n.t("The value can't be computed here. Put the steps into a variable.") };
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
