import * as l10n from "@vscode/l10n";
import { memoized } from "../text/memoized.ts";
import type { SimpleType } from "../xsd/components.ts";
import { type DateType, durationText, isDateType, momentText, readDuration, readMoment } from "../xsd/dates.ts";
import { addUnits, decimalText, readDecimal } from "../xsd/decimals.ts";
import { sampleValue } from "../xsd/sample/values.ts";
import { nameOf } from "../xsd/valueProblems.ts";
import { type Bound, compareTexts, type ValueProblem, validateValue } from "../xsd/values.ts";

/** A value, with the reason why it was chosen. */
interface ChosenValue<Kind extends string> {
  readonly kind: Kind;
  readonly value: string;
  /** The value of the facet; the name of the type if the value violates no facet. */
  readonly limit: string;
}

type InvalidValueKind = "type" | "enumeration" | "pattern" | Extract<ValueProblem, { readonly kind: "limit" }>["facet"];
type ValidValueKind = Bound | "enumeration" | "length" | "whitespace" | "unicode";

/** Maximum length of a value in characters. Longer values aren't useful in tests. */
const longest = 1_000;
/** Maximum number of enumeration values that are tried. */
export const maxEnumerated = 20;
/** Maximum number of digits for calculations with a decimal. */
const maxDigits = 100;

/** For each facet, a value that violates only this facet. */
export const invalidValues = byTypeAndName((type, name): readonly ChosenValue<InvalidValueKind>[] => {
  const chosen = new Map<InvalidValueKind, ChosenValue<InvalidValueKind>>();
  for (const value of invalidTexts(type, name)) {
    const problem = problemOf(value, type);
    const kind = problem && invalidValueKind(problem);
    if (problem && kind && !chosen.has(kind)) chosen.set(kind, { kind, value, limit: limitOf(problem) });
  }
  return [...chosen.values()];
});

/** Values at the limits of what a type allows. */
export const validValues = byTypeAndName((type, name): readonly ChosenValue<ValidValueKind>[] => {
  const chosen: ChosenValue<ValidValueKind>[] = [];
  const add = (kind: ValidValueKind, texts: Iterable<string>, limit = "") => {
    for (const value of texts) {
      if (problemOf(value, type) !== undefined) continue;
      chosen.push({ kind, value, limit });
      return;
    }
  };
  for (const { value } of (type.facets.enumeration ?? []).slice(0, maxEnumerated)) add("enumeration", [value]);
  if (type.facets.enumeration) return chosen;
  for (const [kind, limit] of boundsOf(type)) add(kind, [limit, ...near(limit, type)], limit);
  const [least, most] = lengthsOf(type);
  if (least !== undefined && least <= longest) add("length", [ofLength(type, name, least)], String(least));
  if (most !== undefined && most <= longest && most !== least)
    add("length", [ofLength(type, name, most)], String(most));
  const sample = sampleValue(type, name);
  if (type.facets.whiteSpace === "collapse" && type.variety.kind === "atomic") add("whitespace", [`\n  ${sample}\t`]);
  if (isString(type)) add("unicode", ["Zoë Ω 漢字 😀", "Ωé漢", "é"]);
  return chosen;
});

/** Computes a result once for each type and name, because many elements share both. */
function byTypeAndName<Result extends object>(compute: (type: SimpleType, name: string) => Result) {
  const namesOf = memoized((_: SimpleType) => new Map<string, Result>());
  return (type: SimpleType, name: string): Result => {
    const names = namesOf(type);
    const value = names.get(name) ?? compute(type, name);
    names.set(name, value);
    return value;
  };
}

function* invalidTexts(type: SimpleType, name: string): Generator<string> {
  const sample = sampleValue(type, name);
  for (const [, limit] of boundsOf(type)) {
    yield limit;
    yield* near(limit, type);
  }
  const { totalDigits, fractionDigits } = type.facets;
  if (fractionDigits) yield `1.${"1".repeat(Math.min(fractionDigits.value + 1, maxDigits))}`;
  if (totalDigits) yield "1".repeat(Math.min(totalDigits.value + 1, maxDigits));
  const [least, most] = lengthsOf(type);
  if (least !== undefined && least > 0 && least <= longest) yield ofLength(type, name, least - 1);
  if (most !== undefined && most < longest) yield ofLength(type, name, most + 1);
  yield* [`${sample}_`, `${sample}~`, `~${sample.slice(1)}`, sample.slice(0, -1), `${sample}${sample}`];
  yield* ["not a value", "x", "-", ""];
}

function* near(limit: string, type: SimpleType): Generator<string> {
  const { variety } = type;
  if (variety.kind !== "atomic") return;
  if (isDateType(variety.primitive)) return yield* nearMoment(limit, variety.primitive);
  if (variety.primitive === "duration") return yield* nearDuration(limit);
  const value = readDecimal(limit);
  if (value === undefined || value.integer.length + value.fraction.length > maxDigits) return;
  const scale = Math.min(type.facets.fractionDigits?.value ?? value.fraction.length, maxDigits);
  for (const units of [1, -1]) yield decimalText(addUnits(value, units, scale));
}

function* nearMoment(limit: string, primitive: DateType): Generator<string> {
  const moment = readMoment(primitive, limit);
  if (moment === undefined) return;
  const day = 86_400;
  for (const step of [1, day, 31 * day, 366 * day]) {
    for (const sign of [1, -1]) yield momentText(primitive, { ...moment, seconds: moment.seconds + sign * step });
  }
}

function* nearDuration(limit: string): Generator<string> {
  const duration = readDuration(limit);
  if (duration === undefined) return;
  for (const sign of [1, -1]) yield durationText({ ...duration, seconds: duration.seconds + sign });
}

type BoundValue = readonly [Bound, string];

function boundsOf(type: SimpleType): readonly BoundValue[] {
  return [...tighter(type, "minInclusive", "minExclusive", 1), ...tighter(type, "maxInclusive", "maxExclusive", -1)];
}

/** The tighter of two bounds on one side. Many types with a built-in base have both, and one implies the other. */
function tighter(type: SimpleType, inclusive: Bound, exclusive: Bound, sign: 1 | -1): readonly BoundValue[] {
  const [bound, other] = [type.facets[inclusive]?.value, type.facets[exclusive]?.value];
  const isImplied = bound !== undefined && other !== undefined && (compareTexts(bound, other, type) ?? 0) * sign <= 0;
  if (bound !== undefined && !isImplied) return [[inclusive, bound]];
  return other === undefined ? [] : [[exclusive, other]];
}

function lengthsOf({ facets }: SimpleType): readonly [least: number | undefined, most: number | undefined] {
  const { length, minLength, maxLength } = facets;
  return [length?.value ?? minLength?.value, length?.value ?? maxLength?.value];
}

/** The sample, shortened or repeated to a length. */
function ofLength(type: SimpleType, name: string, length: number): string {
  if (type.variety.kind === "list") {
    const item = sampleValue(type.variety.item, name);
    return Array.from({ length }, () => item).join(" ");
  }
  const isHex = type.variety.kind === "atomic" && type.variety.primitive === "hexBinary";
  if (isHex) return "0A".repeat(length);
  const characters = Array.from(sampleValue(type, name).trim() || name || "x");
  return Array.from({ length }, (_, at) => characters[at % characters.length]).join("");
}

function isString({ variety }: SimpleType): boolean {
  return variety.kind === "atomic" && variety.primitive === "string";
}

function problemOf(value: string, type: SimpleType): ValueProblem | undefined {
  return validateValue(value, type, () => undefined);
}

/** The facet that a value violates; undefined if the problem has no kind of its own. */
export function invalidValueKind(problem: ValueProblem): InvalidValueKind | undefined {
  switch (problem.kind) {
    case "lexical":
    case "member":
    case "item":
      return "type";
    case "limit":
      return problem.facet;
    case "pattern":
    case "enumeration":
      return problem.kind;
    default:
      return undefined;
  }
}

function limitOf(problem: ValueProblem): string {
  return problem.kind === "limit" ? problem.allowed : nameOf(problem.type);
}

/** Maximum length of a value in a title. Longer values are described by their length. */
const maxShown = 40;

/** Returns a phrase without a period. `limit`: as in `ChosenValue`. */
type Title = (owner: string, value: string, limit: string) => string;

const invalidTitles: Readonly<Record<InvalidValueKind, Title>> = {
  minInclusive: (...of) => l10n.t("{0} {1}, below its minimum of {2}", ...of),
  maxInclusive: (...of) => l10n.t("{0} {1}, above its maximum of {2}", ...of),
  minExclusive: (...of) => l10n.t("{0} {1}, which must be more than {2}", ...of),
  maxExclusive: (...of) => l10n.t("{0} {1}, which must be less than {2}", ...of),
  length: (...of) => l10n.t("{0} {1}, whose length isn't {2}", ...of),
  minLength: (...of) => l10n.t("{0} {1}, shorter than {2}", ...of),
  maxLength: (...of) => l10n.t("{0} {1}, longer than {2}", ...of),
  totalDigits: (...of) => l10n.t("{0} {1}, with more than {2} digits", ...of),
  fractionDigits: (...of) => l10n.t("{0} {1}, with more than {2} decimal places", ...of),
  pattern: (...of) => l10n.t("{0} {1}, which doesn't match its pattern", ...of),
  enumeration: (...of) => l10n.t("{0} {1}, which isn't one of its values", ...of),
  type: (...of) => l10n.t("{0} {1}, which isn't a valid {2}", ...of),
};

const validTitles: Readonly<Record<ValidValueKind, Title>> = {
  minInclusive: (...of) => l10n.t("{0} {1}, its minimum", ...of),
  maxInclusive: (...of) => l10n.t("{0} {1}, its maximum", ...of),
  minExclusive: (...of) => l10n.t("{0} {1}, just above {2}", ...of),
  maxExclusive: (...of) => l10n.t("{0} {1}, just below {2}", ...of),
  length: (...of) => l10n.t("{0} {1}, with the length {2}", ...of),
  whitespace: (...of) => l10n.t("whitespace around {0}", ...of),
  enumeration: (...of) => l10n.t("{0} {1}", ...of),
  unicode: (...of) => l10n.t("{0} {1}", ...of),
};

/** A phrase (without a period) about why the value of an element or attribute is invalid. */
export function invalidValueTitle(owner: string, { kind, value, limit }: ChosenValue<InvalidValueKind>): string {
  return invalidTitles[kind](owner, shownValue(value), limit);
}

/** A phrase (without a period) about why a valid value of an element or attribute was chosen. */
export function validValueTitle(owner: string, { kind, value, limit }: ChosenValue<ValidValueKind>): string {
  return validTitles[kind](owner, shownValue(value), limit);
}

/** A value in quotes; numbers and dates have no quotes. */
export function shownValue(value: string): string {
  if (value.length > maxShown) return l10n.t("of {0} characters", value.length);
  return /^[-+]?\d[\d.:TZ+-]*$/.test(value) ? value : JSON.stringify(value);
}
