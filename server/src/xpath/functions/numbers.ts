import { trimTrailing } from "../../text/trailing.ts";
import { FunctionFault } from "./fault.ts";

/* `format-integer` and `format-number` of XPath and XQuery Functions and Operators 3.1, sections 4.6 and 4.7, in English. */

/** Maximum length of a picture, in UTF-16 units. */
export const longestPicture = 1000;

/** @param value digits of an integer, with its sign */
export function formatInteger(value: string, picture: string): string {
  const { primary, modifier } = splitPicture(picture);
  if (primary === "" || picture.length > longestPicture || !/^(?:[co](?:\([^()]*\))?)?[at]?$/.test(modifier))
    throw new FunctionFault("FODF1310", picture);
  const size = Math.abs(Number(value));
  if (!Number.isFinite(size)) return value;
  // The library writes a large integer as 1E24.
  const digits = /^[+-]?\d+$/.test(value) ? value.replace(/^[+-]/, "") : BigInt(size).toString();
  return (value.startsWith("-") ? "-" : "") + numbered(digits, primary, modifier.startsWith("o"));
}

function splitPicture(picture: string): { readonly primary: string; readonly modifier: string } {
  const at = picture.lastIndexOf(";");
  return at < 0
    ? { primary: picture, modifier: "" }
    : { primary: picture.slice(0, at), modifier: picture.slice(at + 1) };
}

/** Writes a number without a sign in the form of the first presentation modifier. */
export function numbered(digits: string, primary: string, isOrdinal: boolean): string {
  const value = Number(digits);
  // Letters and words are only for numbers that are exact in JavaScript.
  if (value > Number.MAX_SAFE_INTEGER && /^(?:[AaIiWw]|Ww)$/.test(primary)) return digits;
  switch (primary) {
    case "A":
      return letters(value) ?? digits;
    case "a":
      return letters(value)?.toLowerCase() ?? digits;
    case "I":
      return roman(value) ?? digits;
    case "i":
      return roman(value)?.toLowerCase() ?? digits;
    case "w":
      return words(value, isOrdinal);
    case "W":
      return words(value, isOrdinal).toUpperCase();
    case "Ww":
      return words(value, isOrdinal).replace(/[a-z]+/g, (word) => (word === "and" ? word : capitalized(word)));
    default:
      return withPattern(digits, primary) + (isOrdinal ? ending(Number(digits.slice(-2))) : "");
  }
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** A number as letters: 1 is A, 27 is AA. */
function letters(value: number): string | undefined {
  if (value === 0) return undefined;
  let text = "";
  for (let left = value; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text;
  return text;
}

const romans = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
] as const;

function roman(value: number): string | undefined {
  if (value === 0 || value > 3999) return undefined;
  let left = value;
  return romans
    .map(([sign, size]) => {
      const count = Math.floor(left / size);
      left -= count * size;
      return sign.repeat(count);
    })
    .join("");
}

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const large = [
  ["quadrillion", 1e15],
  ["trillion", 1e12],
  ["billion", 1e9],
  ["million", 1e6],
  ["thousand", 1e3],
  ["hundred", 100],
] as const;
const ordinals: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

function words(value: number, isOrdinal: boolean): string {
  const text = cardinal(value);
  if (!isOrdinal) return text;
  const at = 1 + Math.max(text.lastIndexOf(" "), text.lastIndexOf("-"));
  const last = text.slice(at);
  return text.slice(0, at) + (ordinals[last] ?? `${last.endsWith("y") ? `${last.slice(0, -1)}ie` : last}th`);
}

function cardinal(value: number): string {
  if (value < 20) return small[value] ?? "";
  if (value < 100) return (tens[Math.floor(value / 10)] ?? "") + (value % 10 ? `-${small[value % 10]}` : "");
  const [name, size] = large.find(([, size]) => value >= size) ?? large[5];
  const rest = value % size;
  const joint = rest === 0 ? "" : rest < 100 ? " and " : " ";
  return `${cardinal(Math.floor(value / size))} ${name}${joint}${rest === 0 ? "" : cardinal(rest)}`;
}

function ending(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1;
  return (isTeen ? undefined : ["th", "st", "nd", "rd"][value % 10]) ?? "th";
}

/** Writes digits with a pattern such as `#,##0`. Letters without a meaning count as `1`. */
function withPattern(digits: string, pattern: string): string {
  const signs = [...pattern];
  const numerals = signs.filter((sign) => /\p{Nd}/u.test(sign));
  if (numerals.length === 0) {
    if (/[#\p{P}\p{S}]/u.test(pattern)) throw new FunctionFault("FODF1310", pattern);
    return digits;
  }
  const zero = zeroOf(numerals[0] ?? "0");
  if (
    numerals.some((sign) => zeroOf(sign) !== zero) ||
    signs.lastIndexOf("#") > signs.indexOf(numerals[0] ?? "") ||
    signs.some((sign) => /[\p{L}\p{Nl}\p{No}]/u.test(sign))
  )
    throw new FunctionFault("FODF1310", pattern);
  const grouping = groupsOf(signs, (sign) => sign !== "#" && !/\p{Nd}/u.test(sign), pattern);
  return inGroups(inDigits(digits.padStart(numerals.length, "0"), zero), grouping);
}

/** Code point of the digit 0 in the family of a digit, which begins at …0 or …6 in hexadecimal. */
function zeroOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  const start = code - (code % 16);
  return /\p{Nd}/u.test(String.fromCodePoint(start)) ? start : start + 6;
}

function inDigits(digits: string, zero: number): string[] {
  return [...digits].map((digit) => String.fromCodePoint(zero + Number(digit)));
}

/** Separators by the number of digits on their right. `every`: they are repeated at this distance. */
interface Grouping {
  readonly at: ReadonlyMap<number, string>;
  readonly every: number | undefined;
}

function groupsOf(signs: readonly string[], isSeparator: (sign: string) => boolean, pattern: string): Grouping {
  const at = new Map<number, string>();
  let count = 0;
  for (const sign of signs.toReversed()) {
    if (!isSeparator(sign)) count++;
    else if (count === 0 || at.has(count)) throw new FunctionFault("FODF1310", pattern);
    else at.set(count, sign);
  }
  if (at.has(count)) throw new FunctionFault("FODF1310", pattern);
  const places = [...at.keys()];
  const first = places[0] ?? 0;
  const isRegular = new Set(at.values()).size === 1 && places.every((place, index) => place === first * (index + 1));
  return { at, every: isRegular && count - (places.at(-1) ?? 0) <= first ? first : undefined };
}

function inGroups(digits: readonly string[], { at, every }: Grouping): string {
  const [separator = ""] = at.values();
  return digits
    .map((digit, index) => {
      const right = digits.length - index;
      if (index === 0) return digit;
      return ((every === undefined ? at.get(right) : right % every === 0 ? separator : undefined) ?? "") + digit;
    })
    .join("");
}

interface SubPicture {
  readonly prefix: string;
  readonly whole: string;
  readonly fraction: string;
  readonly exponent: string | undefined;
  readonly suffix: string;
}

/** @param value a number in the form of XPath: 1, -0.5, 1.5E10, NaN, INF */
export function formatNumber(value: string, picture: string): string {
  const parts = picture.length > longestPicture ? [] : picture.split(";");
  const [positive, negative, ...rest] = parts.map((part) => readSubPicture(part, picture));
  if (!positive || rest.length > 0) throw new FunctionFault("FODF1310", picture);
  if (value === "NaN") return value;
  const isNegative = value.startsWith("-");
  const used = (isNegative && negative) || positive;
  const sign = isNegative && !negative ? "-" : "";
  const unsigned = value.replace(/^-/, "");
  const text = unsigned === "INF" ? "Infinity" : formatted(numberOf(unsigned), used);
  return `${sign}${used.prefix}${text}${used.suffix}`;
}

function readSubPicture(text: string, picture: string): SubPicture {
  const start = Math.max(0, text.search(/[\d#.,]/));
  const active = text.slice(start);
  const [all = "", whole = "", fraction = "", exponent] = /^([\d#,]*)(?:\.([\d#,]*))?(?:e(\d+))?/.exec(active) ?? [];
  const [prefix, suffix] = [text.slice(0, start), active.slice(all.length)];
  const percents = (prefix + suffix).match(/[%‰]/g)?.length ?? 0;
  const isWrong =
    /[\d#.,]/.test(suffix) ||
    /,,|,$/.test(whole) ||
    /^,|,,|,$/.test(fraction) ||
    /\d#/.test(whole.replaceAll(",", "")) ||
    /#\d/.test(fraction.replaceAll(",", "")) ||
    (exponent !== undefined && percents > 0);
  if (!/[\d#]/.test(whole + fraction) || percents > 1 || isWrong) throw new FunctionFault("FODF1310", picture);
  return { prefix, whole, fraction, exponent, suffix };
}

/** Digits with the position of the decimal point from the left. The point may be outside of the digits. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

function numberOf(text: string): Decimal {
  const [mantissa = "", exponent = "0"] = text.split("E");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = whole + fraction;
  const digits = all.replace(/^0+/, "");
  return { digits, point: digits === "" ? 0 : whole.length + Number(exponent) - (all.length - digits.length) };
}

function formatted(number: Decimal, { prefix, suffix, whole, fraction, exponent }: SubPicture): string {
  const passive = prefix + suffix;
  const percent = passive.includes("%") ? 2 : passive.includes("‰") ? 3 : 0;
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  let leastWhole = count(whole, /\d/g);
  let leastFraction = count(fraction, /\d/g);
  let mostFraction = count(fraction, /[\d#]/g);
  const scale = leastWhole;
  if (leastWhole === 0 && mostFraction === 0) {
    if (exponent === undefined) leastWhole = 1;
    else leastFraction = mostFraction = 1;
  }
  if (exponent !== undefined && leastWhole === 0 && whole.includes("#")) leastWhole = 1;
  if (leastWhole === 0 && leastFraction === 0) leastFraction = 1;
  const { digits } = number;
  const power = exponent === undefined || digits === "" ? 0 : number.point - scale;
  const rounded = round({ digits, point: number.point + percent - power }, mostFraction);
  // Rounding may add a digit: 9.99 becomes 10.0.
  const isLonger = exponent !== undefined && rounded.whole.length > scale && digits !== "" && scale > 0;
  const { whole: left, fraction: right } = isLonger
    ? round({ digits, point: number.point - power - 1 }, mostFraction)
    : rounded;
  const shownWhole = left.padStart(leastWhole, "0");
  const shownFraction = trimTrailing(right, "0").padEnd(leastFraction, "0");
  const wholeText = inGroups(
    [...shownWhole],
    groupsOf([...whole], (sign) => sign === ",", whole),
  );
  const fractionText = inFractionGroups(shownFraction, fraction);
  const shownPower = power + (isLonger ? 1 : 0);
  const exponentText =
    exponent === undefined
      ? ""
      : `e${shownPower < 0 ? "-" : ""}${String(Math.abs(shownPower)).padStart(exponent.length, "0")}`;
  return `${wholeText}${fractionText === "" ? "" : `.${fractionText}`}${exponentText}`;
}

/** Rounds half to even. */
function round({ digits, point }: Decimal, places: number): { readonly whole: string; readonly fraction: string } {
  const kept = point + places;
  const padded = point < 0 ? "0".repeat(Math.min(-point, places + 1)) + digits : digits;
  const length = point < 0 ? places : kept;
  const all = padded.slice(0, length).padEnd(length, "0");
  const rest = padded.slice(length);
  const isOdd = Number(all.at(-1) ?? "0") % 2 === 1;
  const isUp = /^[6-9]/.test(rest) || /^5\d*[1-9]/.test(rest) || (/^50*$/.test(rest) && isOdd);
  const sum = isUp ? String(BigInt(all === "" ? "0" : all) + 1n).padStart(all.length, "0") : all;
  const whole = sum.slice(0, sum.length - places).replace(/^0+/, "");
  return { whole, fraction: places === 0 ? "" : sum.slice(-places) };
}

function inFractionGroups(digits: string, pattern: string): string {
  const places = new Set<number>();
  let count = 0;
  for (const sign of pattern) {
    if (sign === ",") places.add(count);
    else count++;
  }
  return [...digits].map((digit, index) => (places.has(index) ? `,${digit}` : digit)).join("");
}
