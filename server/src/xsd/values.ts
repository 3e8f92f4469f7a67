import { Budget } from "../text/budget.ts";
import { documentSteps, valueSteps } from "../text/limits.ts";
import type { Span } from "../text/span.ts";
import { builtInOf } from "./builtInTypes.ts";
import type { Enumerated, Facet, SimpleType } from "./components.ts";
import { totalDigits } from "./decimals.ts";
import { namespaceInScope } from "./document.ts";
import { matchesPattern } from "./pattern/patterns.ts";
import {
  compareValues,
  keyOfValue,
  lengthOf,
  normalized,
  type Prefixes,
  prefixOfName,
  readValue,
  type Value,
} from "./primitives.ts";

export type Bound = "minInclusive" | "minExclusive" | "maxInclusive" | "maxExclusive";
export type Size = "length" | "minLength" | "maxLength" | "totalDigits" | "fractionDigits";

/** Why a text isn't a value of a type. `value`: the text with normalized whitespace. `type`: the type that rejects it. */
export type ValueProblem = { readonly value: string; readonly type: SimpleType } & (
  | /** Not a lexical form of the built-in `type`. */ { readonly kind: "lexical" }
  | { readonly kind: "prefix"; readonly prefix: string }
  | {
      readonly kind: "limit";
      readonly facet: Bound | Size;
      readonly allowed: string;
      /** Its length or number of digits; undefined for bounds. */
      readonly actual: number | undefined;
    }
  | { readonly kind: "pattern"; readonly patterns: readonly string[] }
  | { readonly kind: "enumeration"; readonly allowed: readonly Enumerated[] }
  | /** An item of a list, at `span` of the text. */ {
      readonly kind: "item";
      readonly span: Span;
      readonly problem: ValueProblem;
    }
  | /** None of a union's members, each with its problem. */ {
      readonly kind: "member";
      readonly problems: readonly ValueProblem[];
    }
  | /** A value, if the whitespace around it is removed. */ { readonly kind: "space"; readonly problem: ValueProblem }
);

/**
 * Why a text isn't a value of the type (XML Schema part 2, section 4.1.4); undefined if it is one.
 * @param prefixes resolves the prefixes of QNames
 * @param budget limits the steps; if it is spent, any text is a value
 */
export function validateValue(
  text: string,
  type: SimpleType,
  prefixes: Prefixes,
  budget = new Budget(valueSteps),
): ValueProblem | undefined {
  const context: Context = { prefixes, budget };
  const problem = problemOf(text, type, context);
  if (problem === undefined || budget.isSpent) return undefined;
  const trimmed = text.trim();
  if (trimmed === text) return problem;
  const { value } = problem;
  return problemOf(trimmed, type, context) === undefined ? { kind: "space", value, type, problem } : problem;
}

/** A key of a text. Only texts with the same value of the type have the same key; undefined for a text that isn't a value. */
export function valueKey(
  text: string,
  type: SimpleType,
  prefixes: Prefixes,
  budget = new Budget(valueSteps),
): string | undefined {
  const context: Context = { prefixes, budget };
  return problemOf(text, type, context) === undefined ? keyOf(text, type, context) : undefined;
}

interface Context {
  readonly prefixes: Prefixes;
  readonly budget: Budget;
}

/** Compares two values of an atomic type: negative if `a` is less; undefined if they have no order, or aren't values. */
export function compareTexts(a: string, b: string, { variety, facets }: SimpleType): number | undefined {
  if (variety.kind !== "atomic") return undefined;
  const [first, second] = [a, b].map((text) =>
    readValue(normalized(text, facets.whiteSpace), variety.primitive, nowhere),
  );
  return first && second && compareValues(first, second);
}

function problemOf(text: string, type: SimpleType, context: Context): ValueProblem | undefined {
  const { variety } = type;
  if (variety.kind === "atomic") return atomicProblem(text, type, variety.primitive, context);
  return variety.kind === "list" ? listProblem(text, type, variety.item, context) : unionProblem(text, type, context);
}

type PrimitiveOf = Extract<SimpleType["variety"], { readonly kind: "atomic" }>["primitive"];

function atomicProblem(
  text: string,
  type: SimpleType,
  primitive: PrimitiveOf,
  context: Context,
): ValueProblem | undefined {
  const { facets } = type;
  const value = normalized(text, facets.whiteSpace);
  const result = readValue(value, primitive, context.prefixes);
  if (result === undefined) {
    const prefix = primitive === "QName" || primitive === "NOTATION" ? prefixOfName(value) : undefined;
    return prefix === undefined
      ? { kind: "lexical", value, type: builtInOf(type) }
      : { kind: "prefix", value, type, prefix };
  }
  return (
    patternProblem(value, type, context) ??
    lengthProblem(value, type, lengthOf(result)) ??
    digitsProblem(value, type, result) ??
    boundProblem(value, type, primitive, result) ??
    enumerationProblem(value, type, () => keyOfAtom(result, primitive))
  );
}

function listProblem(text: string, type: SimpleType, item: SimpleType, context: Context): ValueProblem | undefined {
  const items: string[] = [];
  for (const { 0: word, index } of text.matchAll(/[^ \t\r\n]+/g)) {
    const problem = problemOf(word, item, context);
    if (problem) return { kind: "item", value: word, type, span: { start: index, end: index + word.length }, problem };
    items.push(word);
  }
  const value = items.join(" ");
  return (
    patternProblem(value, type, context) ??
    lengthProblem(value, type, items.length) ??
    enumerationProblem(value, type, () => keyOf(value, type, context))
  );
}

function unionProblem(text: string, type: SimpleType, context: Context): ValueProblem | undefined {
  const problems: ValueProblem[] = [];
  const member = memberOf(text, type, context, problems);
  if (member === undefined) {
    return { kind: "member", value: normalized(text, type.facets.whiteSpace), type, problems };
  }
  const value = normalized(text, member.facets.whiteSpace);
  return patternProblem(value, type, context) ?? enumerationProblem(value, type, () => keyOf(text, member, context));
}

function memberOf(
  text: string,
  { variety }: SimpleType,
  context: Context,
  problems: ValueProblem[] = [],
): SimpleType | undefined {
  if (variety.kind !== "union") return undefined;
  for (const member of variety.members) {
    const problem = problemOf(text, member, context);
    if (problem === undefined) return member;
    problems.push(problem);
  }
  return undefined;
}

function keyOf(text: string, type: SimpleType, context: Context): string {
  const { variety } = type;
  if (variety.kind === "atomic") {
    const value = normalized(text, type.facets.whiteSpace);
    const result = readValue(value, variety.primitive, context.prefixes);
    return result ? keyOfAtom(result, variety.primitive) : "";
  }
  if (variety.kind === "union") {
    const member = memberOf(text, type, context);
    return member ? keyOf(text, member, context) : "";
  }
  const items = text.match(/[^ \t\r\n]+/g) ?? [];
  // A list of one item is another value than the item.
  return ["list", ...items.map((item) => keyOf(item, variety.item, context))].join("\n");
}

/** Values of different primitive types are different. */
function keyOfAtom(value: Value, primitive: PrimitiveOf): string {
  return `${primitive} ${keyOfValue(value)}`;
}

/** The problem of a value that doesn't match a pattern. Patterns of built-in types are checked with the lexical form. */
function patternProblem(value: string, type: SimpleType, { budget }: Context): ValueProblem | undefined {
  const broken = type.facets.patterns.find((facet) => !matchesPattern(value, facet, budget));
  if (broken === undefined) return undefined;
  return broken.source === undefined
    ? { kind: "lexical", value, type: builtInOf(type) }
    : { kind: "pattern", value, type, patterns: broken.value };
}

function lengthProblem(value: string, type: SimpleType, actual: number | undefined): ValueProblem | undefined {
  if (actual === undefined) return undefined;
  const { length, minLength, maxLength } = type.facets;
  if (length && actual !== length.value) return limit(value, type, "length", length, actual);
  if (minLength && actual < minLength.value) return limit(value, type, "minLength", minLength, actual);
  return maxLength && actual > maxLength.value ? limit(value, type, "maxLength", maxLength, actual) : undefined;
}

function digitsProblem(value: string, type: SimpleType, actual: Value): ValueProblem | undefined {
  if (actual.kind !== "decimal") return undefined;
  const { totalDigits: most, fractionDigits } = type.facets;
  const [all, after] = [totalDigits(actual.value), actual.value.fraction.length];
  if (fractionDigits && after > fractionDigits.value)
    return limit(value, type, "fractionDigits", fractionDigits, after);
  return most && all > most.value ? limit(value, type, "totalDigits", most, all) : undefined;
}

const bounds: readonly (readonly [Bound, (order: number) => boolean])[] = [
  ["minInclusive", (order) => order >= 0],
  ["minExclusive", (order) => order > 0],
  ["maxInclusive", (order) => order <= 0],
  ["maxExclusive", (order) => order < 0],
];

function boundProblem(
  value: string,
  type: SimpleType,
  primitive: PrimitiveOf,
  actual: Value,
): ValueProblem | undefined {
  for (const [name, holds] of bounds) {
    const facet = type.facets[name];
    if (facet === undefined) continue;
    const bound = boundOf(facet, primitive);
    const order = bound && compareValues(actual, bound);
    if (bound && (order === undefined || !holds(order))) return limit(value, type, name, facet);
  }
  return undefined;
}

const boundValues = new WeakMap<Facet<string>, Value>();

function boundOf(facet: Facet<string>, primitive: PrimitiveOf): Value | undefined {
  const cached = boundValues.get(facet);
  const bound = cached ?? readValue(facet.value, primitive, nowhere);
  if (bound && !cached) boundValues.set(facet, bound);
  return bound;
}

function limit(
  value: string,
  type: SimpleType,
  facet: Bound | Size,
  allowed: Facet<number> | Facet<string>,
  actual?: number,
): ValueProblem {
  return { kind: "limit", value, type, facet, allowed: String(allowed.value), actual };
}

/** The keys of an enumeration's values, for look-ups in constant time. Undefined if computing them takes long. */
const keys = new WeakMap<readonly Enumerated[], ReadonlySet<string> | undefined>();

function enumerationProblem(value: string, type: SimpleType, key: () => string): ValueProblem | undefined {
  const allowed = type.facets.enumeration;
  if (allowed === undefined) return undefined;
  if (!keys.has(allowed)) keys.set(allowed, keysOf(allowed, enumeratedType(type)));
  const cached = keys.get(allowed);
  return cached === undefined || cached.has(key()) ? undefined : { kind: "enumeration", value, type, allowed };
}

function keysOf(allowed: readonly Enumerated[], base: SimpleType): ReadonlySet<string> | undefined {
  const budget = new Budget(documentSteps);
  const allowedKeys = allowed.map(({ value, source }) =>
    keyOf(value, base, { prefixes: (prefix) => namespaceInScope(source.scope, prefix), budget }),
  );
  return budget.isSpent ? undefined : new Set(allowedKeys);
}

/** The type of the values in an enumeration: the base of the type that contains the enumeration (section 4.3.5). */
export function enumeratedType(type: SimpleType): SimpleType {
  let base = type.base ?? type;
  while (base.base && base.facets.enumeration === type.facets.enumeration) base = base.base;
  return base;
}

function nowhere(): undefined {
  return undefined;
}
