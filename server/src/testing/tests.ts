import * as l10n from "@vscode/l10n";
import { type Analysis, textOf } from "../analysis/analysis.ts";
import { type MessageInfo, messagesOf, sendingDirectives, shownTarget } from "../analysis/messageInfo.ts";
import { holdsFor } from "../evaluation/compare.ts";
import type { DataFile, DataValues } from "../expectations/dataDirective.ts";
import { declaredName, qualifierOf, unknownRequest } from "../expectations/declared.ts";
import { namedRequests, testDirectives } from "../expectations/directives.ts";
import { importsOf } from "../expectations/imports.ts";
import { operandProblem } from "../expectations/operands.ts";
import { misspelledTestDirective } from "../format/directiveChecks.ts";
import { directiveInfo } from "../format/directives.ts";
import { readTags } from "../format/directiveValues.ts";
import { receivingOf, type Segment, segmentsAbove } from "../format/document.ts";
import { directiveValues } from "../format/preamble.ts";
import type {
  DataSource,
  FileData,
  GivenValue,
  ImportedNeed,
  RowSource,
  RunHook,
  RunRequest,
} from "../protocol/protocol.ts";
import { whyUnread } from "../resources/importedFiles.ts";
import { allNeedsOf, cycleIn, needsOf, withoutRenewals } from "../rules/needs.ts";
import { slice } from "../text/span.ts";
import type { Sending } from "../variables/sending.ts";
import type { LastExchanges } from "./lastExchanges.ts";
import { definedValue, filledText, replacing } from "./setValues.ts";

/** The requests in order. If any has expectations, requests with a name, or that others need, are tests, too. */
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

/** Whether the requests of a file can be sent in any order: none needs another, and no directive fixes the order. */
export function areIndependent({ document: { kind, segments } }: Analysis, requests: readonly RunRequest[]): boolean {
  return (
    requests.every(({ needs, imports }) => needs.length + imports.length === 0) &&
    segments.every(({ segment: { text, preamble } }) =>
      preamble.every((item) => item.kind !== "directive" || !directiveInfo(kind, slice(text, item.name))?.keepsOrder),
    )
  );
}

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

/** A sentence about why a request that a directive names can't be sent, based on names and imports only. */
export function unknownNeed(analysis: Analysis, segment: Segment): string | undefined {
  return namedRequests(segment)
    .map(({ name }) => unknownRequest(name, analysis.scope.variables.declared) ?? unreadImport(name, analysis))
    .find((why) => why);
}

/** Why the file in `auth.login` can't be imported; undefined if it can, or if the name has no file. */
function unreadImport(name: string, { document, scope }: Analysis): string | undefined {
  const qualifier = qualifierOf(name);
  if (!scope.variables.declared.unread.has(qualifier)) return undefined;
  const file = importsOf(document).find(({ alias, path }) => alias === qualifier || path === qualifier);
  return file && whyUnread(file.path, scope.resolver.imported(file.path));
}

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

/** The options for reading a data file, without the place of the directive. */
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

/** Whether the response of a request decides what is sent next. */
export function hasFlow({ segment: { segment } }: MessageInfo): boolean {
  const { until, renewals, saves } = testDirectives(segment);
  return until !== undefined || renewals.length + saves.length > 0;
}

function needsOfFile(analysis: Analysis): ReturnType<typeof needsOf> {
  return withoutRenewals(leadsOfFile(analysis));
}

/** The requests that each request of the file needs or renews. */
function leadsOfFile(analysis: Analysis): ReturnType<typeof needsOf> {
  const { document, scope } = analysis;
  return needsOf(document, scope, ({ segment }) => textOf(analysis, segment));
}

/** Whether other requests of the file need this one. It must succeed in this case. */
export function isNeeded(analysis: Analysis, segment: Segment): boolean {
  return [...needsOfFile(analysis).values()].some((needs) => needs.some((need) => need.segment === segment));
}

/** The name of a request for users: its `# @name`, else its title, else the method and the target. */
export function shownName({ name, title, message }: MessageInfo): string {
  return name ?? title ?? `${message.method} ${shownTarget(message)}`.trim();
}

/** A sentence about a directive that makes the expected response unclear; undefined if there is none. */
export function unclearDirective({ segment: { segment } }: MessageInfo): string | undefined {
  const { expectationProblems, problems } = testDirectives(segment);
  return [...expectationProblems, ...problems][0]?.message;
}

/** The requests to send before, in order: those that haven't succeeded. A sentence if the requests need each other. */
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
  const open = [{ current: segment, isLeft: false }];
  for (let top = open.pop(); top; top = open.pop()) {
    const { current, isLeft } = top;
    if (isLeft) segments.push(current);
    else if (!entered.has(current)) {
      if (cycle?.requests.has(current)) return cycle.message;
      entered.add(current);
      if (current !== segment) open.push({ current, isLeft: true });
      const missing = (needs.get(current) ?? []).map((need) => need.segment).filter((need) => !isThere(need));
      for (const need of missing.toReversed()) open.push({ current: need, isLeft: false });
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

/** Whether the last response of a request met the expectations and has set its variables. */
export function hasSucceeded(segment: Segment, last: LastExchanges): boolean {
  const isSet = testDirectives(segment).sets.every(({ name }) => last.values.has(name));
  return isSet && last.succeeded(segment, declaredName(segment));
}
