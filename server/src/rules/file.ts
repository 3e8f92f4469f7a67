import * as l10n from "@vscode/l10n";
import { testDirectives } from "../expectations/directives.ts";
import { directiveWithoutMessage } from "../format/directiveChecks.ts";
import { valueProblem } from "../format/directives.ts";
import { environmentsIn, mocksIn, type Segment, type SoapHttpDocument, segmentsAbove } from "../format/document.ts";
import type { MessageKind } from "../http/head.ts";
import { definitionReferences } from "../message/fileVariables.ts";
import type { Scope } from "../message/scope.ts";
import { mockDirectives } from "../mock/directives/directives.ts";
import { memoized } from "../text/memoized.ts";
import { nearest } from "../text/similar.ts";
import { type Span, shift, slice } from "../text/span.ts";
import { variableUses } from "../variables/builtInReferences.ts";
import { cycleText } from "../variables/value.ts";
import { documentsTooMany } from "./documentText.ts";
import { changeTo, fix, removeDuplicateLine, removeLine } from "./edits.ts";
import { importInvalid } from "./imports.ts";
import { needsCycle, needsUnknown } from "./needs.ts";
import { type DocumentRule, type MessageOf, type Report, rule } from "./rule.ts";
import { dataFileMissing, unreadFile } from "./segment.ts";

/** The rules of a file that apply to files of requests and to files of mock responses. */
export const commonFileRules: readonly DocumentRule[] = [
  rule("document-invalid", "error", "the .soaphttp format", documentsTooMany),
  rule("name-duplicate", "warning", "the .soaphttp format", nameDuplicate),
  rule("variable-redefined", "warning", "the .soaphttp format", redefined),
  rule("variable-cycle", "error", "the .soaphttp format", (document, scope) => cycles(document, scope, "variable")),
  rule("computed-cycle", "error", "the .soaphttp format", (document, scope) => cycles(document, scope, "document")),
  rule("variable-unused", "hint", "the .soaphttp format", unused),
];

export const fileDirectiveValue = rule("directive-value", "error", "the .soaphttp format", directiveValue);

export const fileRules: readonly DocumentRule[] = [
  ...commonFileRules,
  rule("directive-without-request", "error", "the .soaphttp format", directiveWithoutRequest, { waitsFor: "next" }),
  fileDirectiveValue,
  rule("import-invalid", "error", "the .soaphttp format", importInvalid),
  rule("data-file-missing", "error", "the .soaphttp format", fileDataMissing),
  rule("needs-unknown", "error", "the .soaphttp format", needsUnknown),
  rule("needs-cycle", "error", "the .soaphttp format", needsCycle),
];

export function* unknownEnvironments(document: SoapHttpDocument, scope: Scope): Iterable<Report> {
  const { chosen, environmentNames: names } = scope.resolver;
  for (const { name, start, end } of environmentsIn(document)) {
    // Other environments may have been chosen for all files.
    if (names.includes(name) || !chosen.includes(name)) continue;
    const near = nearest(name, names);
    const message =
      near === undefined
        ? l10n.t("The environment {0} isn't defined. {1}", name, scope.lookedIn(""))
        : l10n.t("The environment {0} isn't defined. Did you mean {1}?", name, near);
    const at = { start, end };
    yield { at, message, fixes: () => (near === undefined ? [] : [changeTo(at, near)]) };
  }
}

/** Reports invalid values of directives that apply to the whole file. */
function* directiveValue(document: SoapHttpDocument, scope: Scope): Iterable<Report> {
  yield* unknownEnvironments(document, scope);
  const names = new Set<string>();
  for (const { start, end, name } of mocksIn(document)) {
    if (names.has(name))
      yield { at: { start, end }, message: l10n.t("Another mock service is named {0}. Rename the file.", name) };
    names.add(name);
  }
  for (const { start, segment } of segmentsAbove(document)) {
    const { kind, text, preamble } = segment;
    for (const item of preamble) {
      const problem = item.kind === "directive" ? valueProblem(kind, text, item) : undefined;
      if (problem) yield { at: shift(problem, start), message: problem.message };
    }
    const { problems } = testDirectives(segment);
    const isData = (at: Span) => testDirectives(segment).data?.start === at.start;
    for (const problem of problems) if (isData(problem)) yield { at: shift(problem, start), message: problem.message };
  }
  yield* receiveBelowSeveral(document);
}

/** Reports `# @receive` below a request that is sent several times: it isn't known which sending a callback belongs to. */
function* receiveBelowSeveral({ segments }: SoapHttpDocument): Iterable<Report> {
  let above: Segment | undefined;
  for (const { start, segment } of segments) {
    if (segment.kind !== "callback") {
      if (segment.message) above = segment;
      continue;
    }
    const { data, repeat, until } = above ? testDirectives(above) : { repeat: 1 };
    if (!data && (repeat === 1 || until)) continue;
    const receive = segment.preamble.find(
      (item) => item.kind === "directive" && slice(segment.text, item.name) === "receive",
    );
    const message = l10n.t(
      "@receive can't stand below a request with @{0}. Write @data at the top of the file.",
      data ? "data" : "repeat",
    );
    if (receive?.kind === "directive") yield { at: shift(receive.value, start), message };
  }
}

function* fileDataMissing(document: SoapHttpDocument, scope: Scope): Iterable<Report> {
  for (const { start, segment } of segmentsAbove(document))
    for (const report of dataFileMissing({ segment, scope })) yield { ...report, at: shift(report.at, start) };
  for (const mock of mocksIn(document)) yield* unreadFile(mock, scope);
}

function* nameDuplicate({ kind, text, segments }: SoapHttpDocument): Iterable<Report> {
  const first = new Map<string, { readonly at: Span; readonly segment: Segment }>();
  for (const { start, segment } of segments) {
    for (const item of segment.preamble) {
      if (item.kind !== "directive" || slice(segment.text, item.name) !== "name") continue;
      const name = slice(segment.text, item.value);
      const at = shift(item.value, start);
      const before = first.get(name);
      if (!before) first.set(name, { at, segment });
      else if (name !== "") {
        yield {
          at,
          message:
            kind === "response"
              ? l10n.t("Duplicate response name {0}. Names must be unique within the file.", name)
              : l10n.t("Duplicate request name {0}. Names must be unique within the file.", name),
          related: [{ at: before.at, message: firstName(kind) }],
          fixes: () => (before.segment === segment ? [removeDuplicateLine(text, shift(item, start))] : []),
        };
      }
    }
  }
}

function firstName(kind: MessageKind): string {
  return kind === "response" ? l10n.t("First response with this name") : l10n.t("First request with this name");
}

function* redefined(document: SoapHttpDocument): Iterable<Report> {
  const first = new Map<string, Span>();
  for (const { kind, name, at, line } of definitions(document)) {
    const before = first.get(name);
    if (!before) {
      first.set(name, at);
      continue;
    }
    yield {
      at,
      message: l10n.t("Duplicate definition of {0}. The last definition applies to the whole file.", name),
      related: [{ at: before, message: l10n.t("First definition") }],
      fixes: () => (kind === "document" ? [] : [fix(l10n.t("Remove definition"), removeLine(document.text, line))]),
    };
  }
}

/** Reports cycles of variables only, or cycles with a document. */
function* cycles(file: SoapHttpDocument, scope: Scope, of: "variable" | "document"): Iterable<Report> {
  const all = [...definitions(file)];
  const documents = new Set(all.flatMap(({ kind, name }) => (kind === "document" ? name : [])));
  const members = new Map<ReadonlySet<string>, typeof all>();
  for (const definition of all) {
    const value = scope.lookup(definition.name);
    if (value.kind !== "cycle" || !value.names.has(definition.name)) continue;
    const others = members.get(value.names);
    if (others) others.push(definition);
    else members.set(value.names, [definition]);
  }
  for (const [names, own] of members) {
    if ([...names].some((one) => documents.has(one)) !== (of === "document")) continue;
    const way = [...names, ...names];
    const steps = new Map([...names].map((name, index) => [name, index]));
    const related = own.slice(0, shownInCycle + 1);
    for (const { name, at } of own) {
      if (of === "variable") {
        yield { at, message: l10n.t("The variable {0} refers to itself: {1}.", name, cycleText(names)) };
        continue;
      }
      const from = steps.get(name) ?? 0;
      const rotated = new Set(way.slice(from, from + Math.min(names.size, shownInCycle + 1)));
      const others = related.filter((one) => one.name !== name).slice(0, shownInCycle);
      yield {
        at,
        message: l10n.t("{0} depends on itself: {1}.", name, cycleText(rotated)),
        related: others.map((one) => ({ at: one.at, message: l10n.t("{0} is a part of the cycle", one.name) })),
      };
    }
  }
}

const shownInCycle = 10;

function* unused(document: SoapHttpDocument, scope: Scope, messageOf: MessageOf): Iterable<Report> {
  const used = namesUsed(document, scope, messageOf);
  for (const { kind, name, line } of definitions(document)) {
    if (used.has(name)) continue;
    if (kind === "document") {
      yield { at: line, message: l10n.t("The document {0} is never used.", name), unnecessary: true };
      continue;
    }
    yield {
      at: line,
      message: l10n.t("The variable {0} is never used.", name),
      unnecessary: true,
      fixes: () => [fix(l10n.t("Remove definition"), removeLine(document.text, line))],
    };
  }
}

/** The names of all variables that a file uses, including its body files and environments. */
export function namesUsed(document: SoapHttpDocument, scope: Scope, messageOf: MessageOf): ReadonlySet<string> {
  const external = [...scope.resolver.definitions.values()].flatMap(({ text }) => variableUses(text));
  const inFile = document.segments.flatMap(({ segment }) => usedNames(segment));
  const used = new Set([...inFile, ...external.map(({ name }) => name)]);
  for (const segment of document.segments) {
    const message = messageOf(segment);
    for (const { name } of (message?.bodyFile?.replaced && message.bodyFileText?.references) || []) used.add(name);
  }
  return used;
}

interface Definition {
  readonly kind: "variable" | "document";
  readonly name: string;
  readonly at: Span;
  readonly line: Span;
}

/** The definitions of variables and documents. Spans are in the document's text. */
function* definitions({ segments }: SoapHttpDocument): Iterable<Definition> {
  for (const { start, segment } of segments) {
    const { text, preamble, document } = segment;
    for (const item of preamble) {
      const isDocument = item.kind === "directive" && item.start === document?.directive.start;
      if (item.kind !== "variable" && !isDocument) continue;
      const name = isDocument ? item.value : item.name;
      if (name.start === name.end) continue;
      const kind = isDocument ? "document" : "variable";
      yield { kind, name: slice(text, name), at: shift(name, start), line: shift(item, start) };
    }
  }
}

/** The names that a segment uses. Kept for each segment, so that an edit only recomputes the changed segment. */
const usedNames = memoized((segment: Segment): readonly string[] => {
  const { kind, text, message = segment.document } = segment;
  const inRequest = () => (message ? variableUses(text, message.start, message.end) : []);
  return [
    ...[...definitionReferences(segment), ...inRequest()].map(({ name }) => name),
    ...(kind === "response" ? comparedVariables(segment) : []),
  ];
});

/** The variables in conditions `# @when variable`. */
function comparedVariables(segment: Segment): readonly string[] {
  return mockDirectives(segment).conditions.flatMap((one) => (one.kind === "variable" ? [one.name] : []));
}

/** Reports directives without a request. One report for each segment, because one extra `###` can separate several directives. */
function* directiveWithoutRequest({ text, segments }: SoapHttpDocument): Iterable<Report> {
  const first = segments.findIndex(({ segment }) => segment.message);
  for (const [index, { start, segment }] of segments.entries()) {
    if (segment.message) continue;
    const lost = directiveWithoutMessage(segment, index < first);
    if (!lost) continue;
    const name = slice(segment.text, lost.name);
    const message =
      segment.kind === "callback"
        ? l10n.t("@receive needs a response below it, such as HTTP/1.1 200 OK.")
        : l10n.t(
            "@{0} has no effect: there is no request between it and the next ###. Write it above a request line.",
            name,
          );
    const next = segments[index + 1];
    const separator = next?.segment.message ? next.segment.separator : undefined;
    const fixes = () =>
      next && separator ? [fix(l10n.t("Remove ###"), removeLine(text, shift(separator, next.start)))] : [];
    yield { at: shift({ start: lost.start, end: lost.end }, start), message, fixes };
  }
}
