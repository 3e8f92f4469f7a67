import type { SimpleType } from "../xsd/components.ts";
import { type DateType, durationText, isDateType, momentText, readDuration, readMoment } from "../xsd/dates.ts";
import { addUnits, decimalText, readDecimal } from "../xsd/decimals.ts";
import { sampleValue } from "../xsd/sample/values.ts";
import { type Bound, type ValueProblem, validateValue } from "../xsd/values.ts";

/** A value, and why it was chosen. */
export interface ChosenValue<Kind extends string> {
  readonly kind: Kind;
  readonly value: string;
  /** What the facet says. */
  readonly limit: string;
}

export type WrongValueKind =
  | "type"
  | "enumeration"
  | "pattern"
  | Extract<ValueProblem, { readonly kind: "limit" }>["facet"];
export type RightValueKind = Bound | "enumeration" | "length" | "whitespace" | "unicode";

/** In characters: longer values are no tests. */
const longest = 1_000;
/** Maximum values of an enumeration that are tried. */
export const maxEnumerated = 20;
/** Decimals with more digits aren't calculated with. */
const maxDigits = 100;

/** One value for each facet that it breaks alone. */
export function wrongValues(type: SimpleType, name: string): readonly ChosenValue<WrongValueKind>[] {
  const found = new Map<WrongValueKind, ChosenValue<WrongValueKind>>();
  for (const value of wrongTexts(type, name)) {
    const problem = problemOf(value, type);
    const kind = problem && wrongValueKind(problem);
    if (problem && kind && !found.has(kind)) found.set(kind, { kind, value, limit: limitOf(problem) });
  }
  return [...found.values()];
}

/** Values at the edges of what a type allows. */
export function rightValues(type: SimpleType, name: string): readonly ChosenValue<RightValueKind>[] {
  const found: ChosenValue<RightValueKind>[] = [];
  const add = (kind: RightValueKind, texts: Iterable<string>, limit = "") => {
    for (const value of texts) {
      if (problemOf(value, type) !== undefined) continue;
      found.push({ kind, value, limit });
      return;
    }
  };
  for (const { value } of (type.facets.enumeration ?? []).slice(0, maxEnumerated)) add("enumeration", [value]);
  if (type.facets.enumeration) return found;
  for (const [kind, limit] of boundsOf(type)) add(kind, [limit, ...near(limit, type)], limit);
  const [least, most] = lengthsOf(type);
  if (least !== undefined && least <= longest) add("length", [ofLength(type, name, least)], String(least));
  if (most !== undefined && most <= longest && most !== least)
    add("length", [ofLength(type, name, most)], String(most));
  const sample = sampleValue(type, name);
  if (type.facets.whiteSpace === "collapse" && type.variety.kind === "atomic") add("whitespace", [`\n  ${sample}\t`]);
  if (isString(type)) add("unicode", ["Zoë Ω 漢字 😀", "Ωé漢", "é"]);
  return found;
}

function* wrongTexts(type: SimpleType, name: string): Generator<string> {
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

function boundsOf({ facets }: SimpleType): readonly (readonly [Bound, string])[] {
  const bounds = ["minInclusive", "maxInclusive", "minExclusive", "maxExclusive"] as const;
  return bounds.flatMap((kind) => {
    const facet = facets[kind];
    return facet ? [[kind, facet.value] as const] : [];
  });
}

function lengthsOf({ facets }: SimpleType): readonly [least: number | undefined, most: number | undefined] {
  const { length, minLength, maxLength } = facets;
  return [length?.value ?? minLength?.value, length?.value ?? maxLength?.value];
}

/** The sample, cut or repeated. */
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

/** The facet that a value breaks; undefined for a problem that isn't one of its own. */
export function wrongValueKind(problem: ValueProblem): WrongValueKind | undefined {
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
  return problem.kind === "limit" ? String(problem.allowed) : "";
}
