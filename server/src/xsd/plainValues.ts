import { Budget } from "../text/budget.ts";
import { valueSteps } from "../text/limits.ts";
import { memoized } from "../text/memoized.ts";
import type { ElementDeclaration, Facet, Facets, PlainTest, SimpleType } from "./components.ts";
import { mayRefer } from "./derivation.ts";
import { matchesPattern } from "./pattern/patterns.ts";
import { normalized } from "./primitives.ts";
import { enumeratedType } from "./values.ts";

/** Whether a whole text is certainly a value of a type. */
export function isPlainValue(text: string, type: SimpleType, budget = new Budget(valueSteps)): boolean {
  return plainTestOf(type)(text, 0, text.length, budget);
}

const plainTestOf = memoized(testOf);

export function plainTestFor(declaration: Omit<ElementDeclaration, "plainTest">): PlainTest | undefined {
  const { type, abstract, given, constraints } = declaration;
  const isPlain = type.kind === "simple" && !abstract && !given && constraints.length === 0 && !mayRefer(type);
  return isPlain ? plainTestOf(type) : undefined;
}

function testOf(type: SimpleType): PlainTest {
  const { variety, facets } = type;
  if (variety.kind !== "atomic") return never;
  switch (variety.primitive) {
    case "anySimpleType":
    case "string":
      return textTest(facets, enumeratedType(type).facets.whiteSpace);
    case "boolean":
      return withPatterns(facets.patterns, isBoolean);
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

const never: PlainTest = () => false;
const always: PlainTest = () => true;

const isBoolean: PlainTest = (text, start, end) =>
  (end - start === 4 && text.startsWith("true", start)) || (end - start === 5 && text.startsWith("false", start));

function withPatterns(patterns: Facets["patterns"], test: PlainTest): PlainTest {
  if (patterns.length === 0) return test;
  return (text, start, end, budget) => {
    if (!test(text, start, end, budget)) return false;
    for (const facet of patterns) if (!matchesPattern(text, facet, budget, start, end)) return false;
    return true;
  };
}

function textTest(
  { whiteSpace, patterns, enumeration, length, minLength, maxLength }: Facets,
  ofEnumeration: Facets["whiteSpace"],
): PlainTest {
  const [least, most] = [length ?? minLength, length ?? maxLength];
  const isKept = whiteSpace === "preserve" ? isWithoutReturn : isCollapsed;
  if (enumeration !== undefined) {
    if (least ?? most) return never;
    const values = enumeration.map(({ value }) => normalized(value, ofEnumeration));
    const allowed = new Set(values.filter((value) => isKept(value, 0, value.length)));
    return withPatterns(patterns, (text, start, end) => allowed.has(text.slice(start, end)));
  }
  if ((least ?? most) === undefined) return patterns.length === 0 ? always : withPatterns(patterns, isKept);
  const [from, to] = [least?.value ?? 0, most?.value ?? Number.POSITIVE_INFINITY];
  return withPatterns(
    patterns,
    (text, start, end) =>
      end - start >= from && end - start <= to && isKept(text, start, end) && !hasSurrogate(text, start, end),
  );
}

function isWithoutReturn(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === carriageReturn) return false;
  return true;
}

/** Whether a text has no whitespace that the type would remove or replace. */
function isCollapsed(text: string, start: number, end: number): boolean {
  let isAfterSpace = true;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === tab || code === lineFeed || code === carriageReturn) return false;
    if (code === space && isAfterSpace) return false;
    isAfterSpace = code === space;
  }
  return start === end || !isAfterSpace;
}

/** Whether a text contains surrogates, of which two count as one character. */
function hasSurrogate(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((text.charCodeAt(at) & 0xf800) === 0xd800) return true;
  return false;
}

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

/** Maximum number of digits that a JavaScript number represents exactly. */
const exactDigits = 15;

/** A test for digits, possibly with a point. A number at a bound is compared exactly elsewhere. */
function decimalTest({ patterns, enumeration, totalDigits, fractionDigits, ...bounds }: Facets): PlainTest {
  if (enumeration !== undefined) return never;
  // The pattern of integers allows only digits.
  const isInteger = patterns.some(({ source }) => source === undefined);
  const own = patterns.filter(({ source }) => source !== undefined);
  const most = Math.min(exactDigits, totalDigits?.value ?? exactDigits);
  const afterPoint = isInteger ? -1 : Math.min(exactDigits, fractionDigits?.value ?? exactDigits);
  const numberOf = (facet: Facet<string> | undefined, none: number) => (facet ? Number(facet.value) : none);
  const least = Math.max(...[bounds.minInclusive, bounds.minExclusive].map((one) => numberOf(one, -Infinity)));
  const greatest = Math.min(...[bounds.maxInclusive, bounds.maxExclusive].map((one) => numberOf(one, Infinity)));
  return withPatterns(own, (text, start, end) => {
    const isNegative = text.charCodeAt(start) === 0x2d;
    const first = isNegative ? start + 1 : start;
    if (end === first || end - first > most) return false;
    let point = -1;
    let digits = 0;
    for (let at = first; at < end; at++) {
      const digit = text.charCodeAt(at) - 0x30;
      if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
      else if (digit === -2 && point < 0 && at > first && at + 1 < end) point = at;
      else return false;
    }
    const after = point < 0 ? 0 : end - point - 1;
    if (point >= 0 && after > afterPoint) return false;
    // Both numbers are exact, so that the quotient is the nearest number, like the result of `Number`.
    const value = (isNegative ? -digits : digits) / 10 ** after;
    return value > least && value < greatest;
  });
}

/** A test for `2000-12-28` or `2000-12-28T23:59:59`. Days after the 28th are checked elsewhere. */
function dateTest({ patterns, enumeration, ...bounds }: Facets, length: number): PlainTest {
  const isBounded = bounds.minInclusive ?? bounds.minExclusive ?? bounds.maxInclusive ?? bounds.maxExclusive;
  if (enumeration !== undefined || isBounded) return never;
  return withPatterns(
    patterns,
    (text, start, end) =>
      end - start === length &&
      isDay(text, start) &&
      (length === 10 || (text[start + 10] === "T" && isTime(text, start + 11))),
  );
}

function isDay(text: string, at: number): boolean {
  if (text[at + 4] !== "-" || text[at + 7] !== "-" || two(text, at) + two(text, at + 2) <= 0) return false;
  const month = two(text, at + 5);
  return isIn(month, 1, 12) && isIn(two(text, at + 8), 1, month === 2 ? 28 : 30);
}

function isTime(text: string, at: number): boolean {
  if (text[at + 2] !== ":" || text[at + 5] !== ":") return false;
  return isIn(two(text, at), 0, 23) && isIn(two(text, at + 3), 0, 59) && isIn(two(text, at + 6), 0, 59);
}

/** The number that two digits form; negative if they aren't digits. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return isIn(tens, 0, 9) && isIn(ones, 0, 9) ? tens * 10 + ones : Number.NEGATIVE_INFINITY;
}

function isIn(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
