import { trimTrailing } from "../text/trailing.ts";

/** A decimal of any length, without leading and trailing zeros. */
export interface Decimal {
  /** Whether the number is negative. False for zero. */
  readonly negative: boolean;
  /** Digits before the point; "" for zero. */
  readonly integer: string;
  readonly fraction: string;
}

/** Reads a lexical form (part 2, section 3.2.3.1); undefined for other text. */
export function readDecimal(text: string): Decimal | undefined {
  if (!/^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(text)) return undefined;
  const point = text.indexOf(".");
  const integer = withoutZeros(text.slice(/^[-+]/.test(text) ? 1 : 0, point < 0 ? undefined : point));
  const fraction = point < 0 ? "" : withoutTrailingZeros(text.slice(point + 1));
  return { negative: text.startsWith("-") && integer + fraction !== "", integer, fraction };
}

/** Negative if `a` is less, positive if it is greater. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const sign = a.negative ? -1 : 1;
  return sign * (a.integer.length - b.integer.length || order(a.integer, b.integer) || order(a.fraction, b.fraction));
}

/** Number of digits for the facet `totalDigits`, including all digits after the point (part 2, section 4.3.11). Zero has one. */
export function totalDigits({ integer, fraction }: Decimal): number {
  return Math.max(1, integer.length + fraction.length);
}

export function decimalText({ negative, integer, fraction }: Decimal): string {
  return `${negative ? "-" : ""}${integer || "0"}${fraction && `.${fraction}`}`;
}

/** Adds a number of units of 10^-`scale` to a decimal. */
export function addUnits(to: Decimal, units: number, scale: number): Decimal {
  return sumOfUnits(to, BigInt(units), scale);
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const { length } = b.fraction;
  return sumOfUnits(a, unitsOf(b, length), length);
}

export function negated(decimal: Decimal): Decimal {
  return { ...decimal, negative: !decimal.negative && decimal.integer + decimal.fraction !== "" };
}

/** The decimal as a number of units of 10^-`scale`. It must have at most this many digits after the point. */
function unitsOf({ negative, integer, fraction }: Decimal, scale: number): bigint {
  const units = BigInt(integer + fraction.padEnd(scale, "0") || "0");
  return negative ? -units : units;
}

function sumOfUnits(to: Decimal, units: bigint, scale: number): Decimal {
  const digits = Math.max(scale, to.fraction.length);
  const sum = unitsOf(to, digits) + units * 10n ** BigInt(digits - scale);
  const text = (sum < 0n ? -sum : sum).toString().padStart(digits + 1, "0");
  const at = text.length - digits;
  const [integer, fraction] = [withoutZeros(text.slice(0, at)), withoutTrailingZeros(text.slice(at))];
  return { negative: sum < 0n, integer, fraction };
}

/** Compares digits after the point, or the same number of digits before it. */
export function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export function withoutTrailingZeros(digits: string): string {
  return trimTrailing(digits, "0");
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, "");
}
