import * as l10n from "@vscode/l10n";
import { directiveInfo, valueProblem } from "../format/directives.ts";
import { readRenewal, readRepeat, readRetry, readSkip, readWeight } from "../format/directiveValues.ts";
import type { Segment } from "../format/document.ts";
import type { Directive } from "../format/preamble.ts";
import { memoized } from "../text/memoized.ts";
import { isSavePath } from "../text/paths.ts";
import { referenceAt } from "../text/references.ts";
import { resolve } from "../text/resolved.ts";
import { type Span, slice, trimmed } from "../text/span.ts";
import { type DataFile, type DataValues, dataProblems, readData } from "./dataDirective.ts";
import type { Check, Expectation, Subject } from "./expectation.ts";
import { type NamedRequest, readNeeds } from "./namedRequests.ts";
import { type Path, pathProblem, readComputedPath } from "./path.ts";
import { type DirectiveProblem, isProblem, withoutProblems } from "./problem.ts";
import { readExpectation } from "./readExpectation.ts";
import { readSet, type SetVariable } from "./setDirective.ts";

/** The directives of a request that make it a test, or that order requests. Spans: offsets in the segment's text. */
export interface TestDirectives {
  readonly expectations: readonly Expectation[];
  readonly needs: readonly NamedRequest[];
  readonly renewals: readonly Renewal[];
  readonly sets: readonly SetVariable[];
  readonly saves: readonly SavedFile[];
  readonly data: DataFile | DataValues | undefined;
  /** The number of times that a request is sent again while its expectations don't hold, and the pause in milliseconds. */
  readonly retry: { readonly times: number; readonly every: number } | undefined;
  readonly repeat: number;
  /** The condition that ends the repetition, and the pause in milliseconds. */
  readonly until: Until | undefined;
  /** The weight of the request in an exported load test, relative to other requests; `undefined` by default. */
  readonly weight: number | undefined;
  /** The reason for skipping, which may be empty, or a condition; `undefined` if the request isn't skipped. */
  readonly skip: string | SkipCondition | undefined;
  readonly expectationProblems: readonly DirectiveProblem[];
  /** Problems of the other directives. */
  readonly problems: readonly DirectiveProblem[];
}

/** `# @renew NAME when CONDITION`. The span contains the name. */
export interface Renewal extends NamedRequest {
  readonly condition: Expectation;
}

/** `# @save FILE = PATH`, or `# @save FILE = body`. The span contains the file, in which variables are replaced. */
export interface SavedFile extends Span {
  /** The path of the value to save; `undefined` for the whole body. */
  readonly path: Path | undefined;
}

/** The condition in `# @repeat … until CONDITION`. */
export interface Until {
  readonly condition: Expectation;
  readonly every: number;
}

/** `# @skip if CONDITION`, or `# @skip unless CONDITION`. The span contains the value. */
export interface SkipCondition extends Span {
  readonly unless: boolean;
  readonly subject: Extract<Subject, { readonly kind: "value" }>;
  readonly check: Check | undefined;
}

export const testDirectives = memoized(read);

function read({ kind, text, preamble, message }: Segment): TestDirectives {
  const all = kind === "response" ? [] : preamble.filter((item) => item.kind === "directive");
  const named = (name: string) => all.filter((one) => slice(text, one.name) === name);
  const expected = named("expect").map(({ name, value }) => {
    const expectation = readExpectation(text, value);
    // A problem of an empty value is shown at the name of the directive.
    return isProblem(expectation) && expectation.start === expectation.end ? { ...expectation, ...name } : expectation;
  });
  const sets = named("set").map((one) => readSet(text, one));
  const values = all.filter(({ name }) => directiveInfo(kind, slice(text, name))?.ofTests);
  const wrong = values.flatMap((one) => valueProblem(kind, text, one) ?? []);
  const saves = named("save").map((one) => readSave(text, one));
  const renewals = named("renew").map((one) => readRenew(text, one));
  const needs = named("needs").flatMap((one) => readNeeds(text, one));
  const last = (name: string) => named(name).at(-1);
  const repeated = last("repeat");
  const skips = named("skip").map((one) => readSkipped(text, one));
  const skip = skips.at(-1);
  const rows = named("data").flatMap((one) => readData(text, one) ?? []);
  const data = rows.at(-1);
  const repeat = repeated && readRepeat(slice(text, repeated.value));
  // `p95` is for repeated requests. For a single sending, there is `time`.
  const unrepeated = withoutProblems(expected).flatMap(({ subject, start, end }) =>
    subject.kind === "p95" && (repeat?.times ?? 1) < 2
      ? [{ start, end, message: l10n.t("p95 needs several sendings, such as # @repeat 20.") }]
      : [],
  );
  const unsuitable =
    kind === "callback"
      ? withoutProblems(expected).flatMap((one) => (ofResponses.has(one.subject.kind) ? one : []))
      : [];
  const condition = repeat && repeated && readCondition(text, repeated, l10n.t("@repeat … until needs a condition."));
  return {
    expectations: withoutProblems(expected),
    expectationProblems: [
      ...expected.filter(isProblem),
      ...unrepeated,
      ...unsuitable.map(({ start, end }) => ({ start, end, message: ofRequestOnly() })),
    ],
    needs: withoutProblems(needs),
    saves: withoutProblems(saves),
    renewals: withoutProblems(renewals),
    sets: withoutProblems(sets),
    data: data && !isProblem(data) ? data : undefined,
    retry: readRetry(slice(text, last("retry")?.value ?? { start: 0, end: 0 })),
    repeat: repeat?.times ?? 1,
    until: repeat && condition && !isProblem(condition) ? { condition, every: repeat.every } : undefined,
    weight: readWeight(slice(text, last("weight")?.value ?? { start: 0, end: 0 })),
    skip: skip === undefined || isProblem(skip) ? undefined : skip,
    problems: [
      ...[...sets, ...saves, ...needs, ...renewals, ...rows, ...skips].filter(isProblem),
      ...dataProblems(withoutProblems(rows), message !== undefined),
      ...(condition && isProblem(condition) ? [condition] : []),
      ...wrong,
    ],
  };
}

/** Subjects of expectations that only responses have. */
const ofResponses: ReadonlySet<Subject["kind"]> = new Set([
  "status",
  "redirects",
  "certificate expires",
  "p95",
  "contract",
  "addressing",
]);

function ofRequestOnly(): string {
  return l10n.t(
    "Under @receive, an expectation is about the request that comes in, such as //m:Id exists or header SOAPAction contains Add.",
  );
}

/** All conditions of a request: its expectations, and the conditions in other directives, which have the same syntax. */
export function conditionsIn(segment: Segment): readonly Expectation[] {
  const { expectations, until, renewals } = testDirectives(segment);
  return [...expectations, ...(until ? [until.condition] : []), ...renewals.map(({ condition }) => condition)];
}

export function namedRequests(segment: Segment): readonly NamedRequest[] {
  const { needs, renewals, data } = testDirectives(segment);
  return [...needs, ...renewals, ...(data?.kind === "values" ? [data.request] : [])];
}

/** The condition in the value of a directive; undefined if it has none. `missing`: the message for an empty condition. */
function readCondition(
  text: string,
  { name, value }: Directive,
  missing: string,
): Expectation | DirectiveProblem | undefined {
  const from = directiveInfo("request", slice(text, name))?.condition?.(slice(text, value));
  if (from === undefined) return undefined;
  const at = trimmed(text, { start: value.start + from, end: value.end });
  return at.start === at.end ? { ...value, message: missing } : readExpectation(text, at);
}

/** The paths that may have steps: in conditions, `# @set`, `# @save` and `# @data`. */
export function pathsWithSteps(segment: Segment): readonly Path[] {
  const { sets, saves, data } = testDirectives(segment);
  const ofRows = data?.kind === "values" ? [data.path] : [];
  const expected = conditionsIn(segment).flatMap(({ subject }) => ("path" in subject ? (subject.path ?? []) : []));
  return [
    ...expected,
    ...sets.flatMap(({ source }) => (source.kind === "path" ? source.path : [])),
    ...saves.flatMap(({ path }) => path ?? []),
    ...ofRows,
  ].filter(({ computed }) => computed);
}

function readSkipped(text: string, directive: Directive): string | SkipCondition | DirectiveProblem {
  const { value } = directive;
  const typed = slice(text, value);
  const read = readSkip(typed);
  const missing = () => l10n.t("@skip {0} needs a condition, such as {1} = open.", typed, "{{state}}");
  const condition = read && readCondition(text, directive, missing());
  if (!read || !condition) return typed;
  if (isProblem(condition)) return condition;
  const { subject, check, start, end } = condition;
  if (subject.kind === "value") return { ...value, unless: read.unless, subject, check };
  const message = l10n.t(
    "There is no response before sending. Compare the value of a variable, such as {0} = open.",
    "{{state}}",
  );
  return { start, end, message };
}

function readRenew(text: string, directive: Directive): Renewal | DirectiveProblem {
  const { name: word, value } = directive;
  const { name } = readRenewal(slice(text, value)) ?? {};
  const missing = l10n.t("@renew needs the name of a request and a condition, such as login when status 401.");
  const condition = readCondition(text, directive, missing);
  if (name === undefined || !condition) return { ...(value.start === value.end ? word : value), message: missing };
  return isProblem(condition) ? condition : { start: value.start, end: value.start + name.length, name, condition };
}

function readSave(text: string, { name, value }: Directive): SavedFile | DirectiveProblem {
  let equals = value.start;
  while (equals < value.end && text[equals] !== "=") equals = referenceAt(text, equals)?.end ?? equals + 1;
  const file = trimmed(text, { start: value.start, end: Math.min(equals, value.end) });
  if (equals >= value.end || file.start === file.end) {
    const message = l10n.t("@save must be a file and a path or body, such as ./report.pdf = //m:Report.");
    return { ...(value.start === value.end ? name : value), message };
  }
  // The values of variables are checked when they are known, so they are replaced with a valid name here.
  const typed = resolve(slice(text, file), { start: 0, end: file.end - file.start }, () => "x");
  if (!isSavePath(typed.text)) return { ...file, message: whyNoSavePath() };
  const from = trimmed(text, { start: equals + 1, end: value.end });
  if (slice(text, from) === "body") return { ...file, path: undefined };
  const path = readComputedPath(text, from);
  return pathProblem(path) ?? { ...file, path };
}

export function whyNoSavePath(): string {
  return l10n.t(
    "The path of @save must be below the folder of this file, without names that begin with a dot or that not every system allows.",
  );
}
