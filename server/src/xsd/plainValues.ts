import { Budget } from "../text/budget.ts";
import { valueSteps } from "../text/limits.ts";
import type { Facet, Facets, SimpleType } from "./components.ts";
import { matchesPattern } from "./pattern/patterns.ts";
import { normalized } from "./primitives.ts";
import { enumeratedType } from "./values.ts";

type Test = (text: string, budget: Budget) => boolean;

const tests = new WeakMap<SimpleType, Test>();

/**
 * Whether a text is surely a value of a type, found without making the value: so are most values of messages. False says
 * nothing, nor does true if the budget is spent.
 */
export function isPlainValue(text: string, type: SimpleType, budget = new Budget(valueSteps)): boolean {
  let test = tests.get(type);
  if (test === undefined) {
    test = testOf(type);
    tests.set(type, test);
  }
  return test(text, budget);
}

function testOf(type: SimpleType): Test {
  const { variety, facets } = type;
  if (variety.kind !== "atomic") return never;
  switch (variety.primitive) {
    case "anySimpleType":
    case "string":
      return textTest(facets, enumeratedType(type).facets.whiteSpace);
    case "boolean":
      return withPatterns(facets.patterns, (text) => text === "true" || text === "false");
    case "decimal":
      return decimalTest(facets);
    case "date":
      return dateTest(facets, 10);
    case "dateTime":
      return dateTest(facets, 19);
    default:
      return never;
  }
}

function never(): false {
  return false;
}

function withPatterns(patterns: Facets["patterns"], test: Test): Test {
  if (patterns.length === 0) return test;
  return (text, budget) => test(text, budget) && patterns.every((facet) => matchesPattern(text, facet, budget));
}

/** White space that is kept needs no look at the text; surrogates have to be counted. */
function textTest(
  { whiteSpace, patterns, enumeration, length, minLength, maxLength }: Facets,
  ofEnumeration: Facets["whiteSpace"],
): Test {
  const [least, most] = [length ?? minLength, length ?? maxLength];
  const isKept = whiteSpace === "preserve" ? () => true : (text: string) => !/[\t\n\r]|^ | $| {2}/.test(text);
  if (enumeration !== undefined) {
    if (least ?? most) return never;
    const allowed = new Set(enumeration.map(({ value }) => normalized(value, ofEnumeration)));
    return withPatterns(patterns, (text) => isKept(text) && allowed.has(text));
  }
  if ((least ?? most ?? patterns[0]) === undefined) return () => true;
  const [from, to] = [least?.value ?? 0, most?.value ?? Number.POSITIVE_INFINITY];
  const isShort: Test =
    (least ?? most) === undefined
      ? () => true
      : (text) => text.length >= from && text.length <= to && !/[\ud800-\udfff]/.test(text);
  return withPatterns(patterns, (text, budget) => isShort(text, budget) && isKept(text));
}

/** Maximum digits that a JavaScript number represents exactly. */
const exactDigits = 15;

/** Digits, perhaps with a point; a number at a bound is compared exactly elsewhere. */
function decimalTest({ patterns, enumeration, totalDigits, fractionDigits, ...bounds }: Facets): Test {
  if (enumeration !== undefined) return never;
  // The pattern of integers has no more than digits.
  const isInteger = patterns.some(({ source }) => source === undefined);
  const own = patterns.filter(({ source }) => source !== undefined);
  const most = Math.min(exactDigits, totalDigits?.value ?? exactDigits);
  const afterPoint = isInteger ? -1 : Math.min(exactDigits, fractionDigits?.value ?? exactDigits);
  const numberOf = (facet: Facet<string> | undefined, none: number) => (facet ? Number(facet.value) : none);
  const least = Math.max(...[bounds.minInclusive, bounds.minExclusive].map((one) => numberOf(one, -Infinity)));
  const greatest = Math.min(...[bounds.maxInclusive, bounds.maxExclusive].map((one) => numberOf(one, Infinity)));
  return withPatterns(own, (text) => {
    const sign = text.charCodeAt(0) === 0x2d ? 1 : 0;
    const digits = text.length - sign;
    if (digits === 0 || digits > most) return false;
    let point = -1;
    for (let at = sign; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x2e && point < 0 && at > sign && at + 1 < text.length) point = at;
      else if (code < 0x30 || code > 0x39) return false;
    }
    if (point >= 0 && text.length - point - 1 > afterPoint) return false;
    const value = Number(text);
    return value > least && value < greatest;
  });
}

/** `2000-12-28` or `2000-12-28T23:59:59`: without the last days of most months. */
function dateTest({ patterns, enumeration, ...bounds }: Facets, length: number): Test {
  const isBounded = bounds.minInclusive ?? bounds.minExclusive ?? bounds.maxInclusive ?? bounds.maxExclusive;
  if (enumeration !== undefined || isBounded) return never;
  return withPatterns(patterns, (text) => {
    if (text.length !== length || text[4] !== "-" || text[7] !== "-") return false;
    const isDay =
      two(text, 0) + two(text, 2) > 0 &&
      isIn(two(text, 5), 1, 12) &&
      isIn(two(text, 8), 1, two(text, 5) === 2 ? 28 : 30);
    if (!isDay || length === 10) return isDay;
    return (
      text[10] === "T" &&
      text[13] === ":" &&
      text[16] === ":" &&
      isIn(two(text, 11), 0, 23) &&
      isIn(two(text, 14), 0, 59) &&
      isIn(two(text, 17), 0, 59)
    );
  });
}

/** The number of two digits; negative where there are none. */
function two(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 0x30, text.charCodeAt(at + 1) - 0x30];
  return isIn(tens, 0, 9) && isIn(ones, 0, 9) ? tens * 10 + ones : Number.NEGATIVE_INFINITY;
}

function isIn(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
