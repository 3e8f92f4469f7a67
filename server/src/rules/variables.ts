import * as l10n from "@vscode/l10n";
import { pathsWithSteps, testDirectives } from "../expectations/directives.ts";
import type { Segment } from "../format/document.ts";
import type { RefusedValue } from "../message/insertedValue.ts";
import type { Message } from "../message/message.ts";
import type { Scope, VariableValue } from "../message/scope.ts";
import { placedValue } from "../message/tokenValues.ts";
import { firstBreak } from "../text/lines.ts";
import { memoized } from "../text/memoized.ts";
import { type Reference, wholeReference } from "../text/references.ts";
import { isSecretPath } from "../text/secretNames.ts";
import { isSimilar, nearest } from "../text/similar.ts";
import { type Span, shift, slice } from "../text/span.ts";
import { trimTrailing } from "../text/trailing.ts";
import { basicUserCode } from "../variables/basic.ts";
import { keyIn, similarBuiltIn, takesValues } from "../variables/builtInReferences.ts";
import type { StepCode } from "../variables/computed/decoding.ts";
import { computedReference } from "../variables/computed/reader.ts";
import { similarStep } from "../variables/computed/readSteps.ts";
import { bracesCode, bytesCode, cycleText, isOfSteps, notTextCode } from "../variables/value.ts";
import { fix, insert, removeFix, replace } from "./edits.ts";
import { type Fix, type Report, type Rule, rule, withTraits } from "./rule.ts";
import { keyFixes } from "./signature/fixes.ts";

const source = "the .soaphttp format";

export const variableRules: readonly Rule[] = withTraits({ preventsSending: true }, [
  rule("variable-undefined", "error", source, undefinedVariable),
  rule(basicUserCode, "error", "RFC 7617 section 2", basicUser),
  rule("step-unknown", "error", source, unknownStep),
  rule("step-argument", "error", source, (message: Message) => stepsWith(message, "step-argument")),
  rule("step-input", "error", source, (message: Message) => stepsWith(message, "step-input")),
  rule(bytesCode, "error", source, bytesInText),
  rule("computed-cycle", "error", source, (message: Message) => valuesWithCode(message, "computed-cycle")),
  rule("markup-invalid", "error", "XML 1.0 section 3.1", markupInvalid),
  rule(bracesCode, "error", source, braces),
  rule("variable-value-refused", "error", "RFC 9110 section 5.5; XML 1.0 sections 2.2, 2.5 and 2.7", refused),
]);

function* undefinedVariable(message: Message): Iterable<Report> {
  const { scope, bodyFile, bodyFileText, segment } = message;
  const definedHere = definedIn(segment);
  for (const reference of message.references) {
    const { name } = reference;
    const value = message.lookup(reference);
    if (isReportedElsewhere(name, value, message.text[reference.start] !== "{")) continue;
    const why = whyWithout(value, scope, definedHere);
    if (why !== undefined) {
      const text =
        message.kind === "request" && isCertificate(name) ? why : l10n.t("{0} has no value. {1}", `{{${name}}}`, why);
      const near = message.text[reference.start] === "{" ? similarBuiltIn(name) : undefined;
      const inner = { start: reference.start + 2, end: reference.end - 2 };
      const replaced = near === undefined ? [] : [replaceFix(inner, near)];
      yield { at: reference, message: text, fixes: () => [...replaced, ...certificateFixes(message, reference)] };
    } else if (value.kind === "undefined") {
      const text = isSecretPath(name) ? `{{$secret ${name}}}` : "";
      const above = segment.document?.directive.start ?? message.syntax.first.start;
      const isPart = message.text[reference.start] !== "{";
      const inner = isPart ? reference : { start: reference.start + 2, end: reference.end - 2 };
      const column = nearest(name, scope.variables.columns);
      const near = column ?? similarName(name, scope);
      const definition = insert(above, `@${name} = ${text}${firstBreak(message.text)}`);
      yield {
        at: reference,
        message: column
          ? l10n.t("No column is named {0}. Did you mean {1}?", name, column)
          : near
            ? l10n.t("The variable {0} isn't defined. Did you mean {1}?", name, near)
            : l10n.t("The variable {0} isn't defined. {1}", name, scope.lookedIn(name)),
        fixes: () => [
          ...(near ? [replaceFix(inner, near)] : []),
          { ...fix(definitionTitle(message, name), definition), goesOn: text === "" },
        ],
      };
    }
  }
  if (!bodyFile?.replaced) return;
  const at = { start: bodyFile.start, end: bodyFile.end };
  const inFile = new Map(bodyFileText?.references.map((reference) => [reference.name, reference.start]));
  for (const [name, start] of inFile) {
    const isPart = bodyFileText?.text[start] !== "{";
    const value = placedValue(scope, () => bodyFileText?.xml, name, start, undefined, message.ownAt(start));
    const why =
      whyWithout(value, scope, definedHere) ?? (value.kind === "undefined" ? scope.lookedIn(name) : undefined);
    if (why === undefined || (isPart && value.kind === "undefined" && isOfSteps(value.code))) continue;
    const variable = `{{${name}}}`;
    yield { at, message: l10n.t("The file {0} uses {1}, which has no value. {2}", bodyFile.path, variable, why) };
  }
}

/** The name of a defined variable that the author probably intended, unless an environment defines the typed name. */
function similarName(name: string, scope: Scope): string | undefined {
  if (scope.resolver.lookedIn(name).others.length > 0) return undefined;
  const similar = scope.variables.names.slice(0, maxCompared).filter((one) => isSimilar(one, name));
  return nearest(name, similar);
}

const maxCompared = 100;

/** The fixes for a key that `{{$certificate NAME}}` names. */
function certificateFixes(message: Message, { name, end }: Reference): readonly Fix[] {
  const key = isCertificate(name) ? keyIn(name) : undefined;
  return key === undefined ? [] : keyFixes(message, key, { start: end - 2 - key.length, end: end - 2 });
}

function isCertificate(name: string): boolean {
  return name.startsWith("$certificate ");
}

function definitionTitle({ kind, segment }: Message, name: string): string {
  if (segment.document) return l10n.t("Define {0} above document", name);
  return kind === "response" ? l10n.t("Define {0} above response", name) : l10n.t("Define {0} above request", name);
}

/** Whether a value is reported elsewhere: by another rule, or by this rule at the name of an argument. */
function isReportedElsewhere(name: string, value: VariableValue, isPart: boolean): boolean {
  return value.kind === "undefined"
    ? value.code !== undefined && (isPart || value.code !== notTextCode)
    : value.kind === "broken" && value.name === name && (takesValues(name) || computedReference(name) !== undefined);
}

function* basicUser(message: Message): Iterable<Report> {
  for (const { place: _, ...report } of valuesWithCode(message, basicUserCode)) yield report;
}

function* braces(message: Message): Iterable<Report> {
  for (const { at, place: _, ...report } of valuesWithCode(message, bracesCode)) {
    yield { ...report, at: { start: at.start + at.name.length + 1, end: at.start + at.name.length + 2 } };
  }
}

function* unknownStep(message: Message): Iterable<Report> {
  for (const report of stepsWith(message, "step-unknown")) {
    const similar = similarStep(slice(message.text, report.at));
    yield similar === undefined ? report : { ...report, fixes: () => [replaceFix(report.at, similar)] };
  }
}

function replaceFix(at: Span, newText: string): Fix {
  return fix(l10n.t("Replace with {0}", newText), replace(at, newText));
}

/** Reports the problems of steps that have this code, each at its step. */
export function* stepsWith(message: Message, code: StepCode): Iterable<Report> {
  for (const { at: reference, place, ...report } of valuesWithCode(message, code)) {
    yield { ...report, at: place ? shift(place, reference.start + "{{".length) : reference };
  }
}

function* bytesInText(message: Message): Iterable<Report> {
  const definitions = wholeDefinitions(message.segment);
  for (const { at, message: why } of valuesWithCode(message, bytesCode)) {
    // A value that isn't text (bytes) is allowed if a variable consists of exactly one reference. It isn't allowed in an
    // argument.
    if (definitions.has(at.start) || message.text[at.start] !== "{" || message.isWhole(at)) continue;
    const end = at.end - "}}".length;
    const fixes = () => ["base64", "hex"].map((step) => fix(l10n.t("Append {0}", step), insert(end, ` | ${step}`)));
    yield { at, message: why, fixes };
  }
}

/** The offsets of the references that are the complete value of a variable. */
function wholeDefinitions({ preamble, text }: Segment): ReadonlySet<number> {
  return new Set(
    preamble.flatMap((item) =>
      item.kind === "variable" && wholeReference(slice(text, item.value)) !== undefined ? [item.value.start] : [],
    ),
  );
}

/** A value that can't be computed, with the code of the rule that reports it. */
interface CodedValue extends Report {
  readonly at: Reference;
  readonly place: Span | undefined;
  readonly code: string;
}

function valuesWithCode(message: Message, code: string): readonly Omit<CodedValue, "code">[] {
  const { references, segment } = message;
  if (references.length === 0 && segment.preamble.length === 0) return [];
  return codedValues(message).flatMap(({ code: own, ...value }) => (own === code ? [value] : []));
}

const codedValues = memoized((message: Message): readonly CodedValue[] => {
  const { references, scope, segment } = message;
  const inMessage = references.flatMap((at) => codedValue(at, message.lookup(at)));
  const saved = new Set(testDirectives(segment).saves.map(({ path }) => path));
  const behindPaths = pathsWithSteps(segment).flatMap((path) => {
    const { text: name, computed } = path;
    if (!computed) return [];
    // Offsets of problems count from the braces of a reference. A directive has no braces.
    const at = { name, start: computed.start - "{{".length, end: computed.end };
    const typed = slice(segment.text, computed);
    const value = saved.has(path)
      ? scope.steps.contentAfterPath(name, typed, undefined)
      : scope.steps.afterPath(name, typed, undefined);
    return value.kind === "bytes" ? [] : codedValue(at, value);
  });
  return [...inMessage, ...behindPaths];
});

function codedValue(at: Reference, value: VariableValue): readonly CodedValue[] {
  if (value.kind !== "undefined" || value.code === undefined) return [];
  return [{ at, place: value.at, code: value.code, message: value.why ?? "" }];
}

/** Why a variable has no value; `undefined` if it isn't defined, or if its definition in this file is reported. */
function whyWithout(value: VariableValue, scope: Scope, definedHere: ReadonlySet<string>): string | undefined {
  const originOf = (name: string) => scope.definedIn(name)?.origin ?? "";
  if (value.kind === "undefined") return value.why;
  if (value.kind === "cycle") {
    if (isDefinedInFile(value.names, scope)) return undefined;
    const [name = ""] = value.names;
    return l10n.t("In {0}, the variable {1} refers to itself: {2}.", originOf(name), name, cycleText(value.names));
  }
  if (value.kind !== "broken") return undefined;
  const { name, missing } = value;
  if (missing === undefined) return l10n.t("In {0}, the value of {1} is too large.", originOf(name), name);
  return definedHere.has(name)
    ? undefined
    : l10n.t("In {0}, the value of {1} uses {2}, which has no value.", originOf(name), name, `{{${missing}}}`);
}

/** Whether a cycle contains a definition of this file. The result is kept, because all lookups share the same set of names. */
function isDefinedInFile(names: ReadonlySet<string>, scope: Scope): boolean {
  const isDefined = cyclesInFile.get(names) ?? [...names].some((name) => scope.definedIn(name)?.text);
  cyclesInFile.set(names, isDefined);
  return isDefined;
}

const cyclesInFile = new WeakMap<ReadonlySet<string>, boolean>();

/** The names that a segment defines. The references in a definition are also references of the segment's request. */
function definedIn({ preamble, text }: Segment): ReadonlySet<string> {
  return new Set(preamble.flatMap((item) => (item.kind === "variable" ? [slice(text, item.name)] : [])));
}

function* refused(message: Message): Iterable<Report> {
  for (const { start, end, name, why, place } of [...message.refusedInHead, ...(message.body?.refused ?? [])])
    if (place !== "markup") yield { at: { start, end }, message: refusals[place](name, why) };
}

/** Reports markup at a place where it isn't allowed, and text that isn't markup. */
function* markupInvalid(message: Message): Iterable<Report> {
  const misplaced = [...message.refusedInHead, ...(message.body?.refused ?? [])].filter(
    ({ place }) => place === "markup",
  );
  for (const { start, end, why } of misplaced) {
    const at = { start, end };
    yield { at, message: why, fixes: () => withoutMarkup(message, at) };
  }
  for (const { place, message: why, at } of valuesWithCode(message, "markup-invalid")) {
    yield { at, message: why, fixes: () => (place ? withoutMarkup(message, at) : []) };
  }
}

/** Removes the step for markup, which is the last step of the reference. */
function withoutMarkup({ text }: Message, { start, end }: Span): readonly Fix[] {
  const last = computedReference(slice(text, { start: start + 2, end: end - 2 }))?.steps.at(-1);
  if (last?.word !== "xml") return [];
  const before = trimTrailing(text.slice(start, start + 2 + last.start), "| \t").length + start;
  return [removeFix({ start: before, end: start + 2 + last.end }, "| xml")];
}

const refusals: Readonly<
  Record<Exclude<RefusedValue["place"], "markup">, (name: string, characters: string) => string>
> = {
  target: (name, characters) =>
    l10n.t(
      "The value of {0} contains {1}, which isn't allowed in the target of a request. Percent-encode it.",
      name,
      characters,
    ),
  head: (name, characters) =>
    l10n.t(
      "The value of {0} contains {1}, which isn't allowed in a header value, because it could add other headers.",
      name,
      characters,
    ),
  section: (name, characters) =>
    l10n.t("The value of {0} contains {1}, which isn't allowed in this comment or CDATA section.", name, characters),
  xml: (name, characters) => l10n.t("The value of {0} contains {1}, which isn't allowed in XML.", name, characters),
};
