import * as l10n from "@vscode/l10n";
import type { Analysis } from "../analysis/analysis.ts";
import { type MessageInfo, messagesOf } from "../analysis/messageInfo.ts";
import { evaluate, type ReadExchange, type Surroundings, signedElements } from "../evaluation/evaluate.ts";
import { conditionsIn, type SavedFile, testDirectives, whyNoSavePath } from "../expectations/directives.ts";
import type { Expectation } from "../expectations/expectation.ts";
import type { Path } from "../expectations/path.ts";
import type { Segment } from "../format/document.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import type { ExpectationResult, NextSending, Saved } from "../protocol/protocol.ts";
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
import { replacing, setValue } from "./setValues.ts";

interface RequestResults {
  readonly results: readonly ExpectationResult[];
  readonly set: ReadonlyMap<string, ReceivedValue>;
  /** The next sending; undefined if the results are final. */
  readonly next: NextSending | undefined;
  /** The files to write. Empty if the request did not succeed. */
  readonly saves: readonly Saved[];
}

/** The results of a test, and the variables that its response sets. `last`: of the window or run that sends it. */
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
  // A callback without expectations succeeds when it comes.
  const isChecked = expectations.length > 0 || (isTest && !until && segment.kind !== "callback");
  const isLast = () => !flow || sendings >= repeat || (until !== undefined && holds(until.condition));
  const due = expectations.filter(({ subject }) => subject.kind !== "p95" || isLast());
  const isDue = due.length > 0 || expectations.length === 0;
  const results = isChecked && isDue ? evaluate(segment.text, due, exchange, surroundings) : [];
  const refused = refusedCredentials(message, exchange, expectations);
  const set = new Map<string, ReceivedValue>();
  // An unreadable directive fails, because a request with errors may be sent nevertheless.
  const failed = [...expectationProblems, ...problems].map(({ start, end, message }): ExpectationResult => {
    return { text: segment.text.slice(start, end), at: { start, end }, held: false, why: message };
  });
  for (const variable of sets) {
    const value = setValue(variable, { text: segment.text, exchange, last, scope, set, afterSteps });
    if ("text" in value) {
      const { xml: _, ...text } = value;
      set.set(variable.name, text);
    } else {
      const { start, end, name } = variable;
      failed.push({
        text: `set ${name} = ${slice(segment.text, variable.value)}`,
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
  // The exchange itself is kept as long as other requests may refer to it.
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

/** The files that `# @save` writes, or a sentence about why there is none. */
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

/** A path with variables replaced. The values of variables can't add folders. */
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

/** Returns a function that applies the steps after a path. */
function stepsIn({ text }: Segment, scope: Scope) {
  return (name: string, { computed }: Path, value: ReceivedValue) =>
    computed ? valueAfterSteps(scope.steps.afterPath(name, slice(text, computed), value)) : value;
}

/** Verifies the signatures of a response received at `now`, and of documents in it that must be signed. */
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

/** A failure without an expectation: the service refuses the credentials. */
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
