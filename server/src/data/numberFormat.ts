import { lazily } from "../text/memoized.ts";
import { trimTrailing } from "../text/trailing.ts";

/** Built-in formats (ECMA-376 part 1, section 18.8.30). Dates in a format of the system are replaced with ISO dates. */
const builtIn = lazily(
  (): Readonly<Record<number, string>> => ({
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    37: "#,##0 ;(#,##0)",
    38: "#,##0 ;(#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
  }),
);

/** Maximum length of a format that Excel allows. */
const longestFormat = 255;

/**
 * Returns a function that formats a number like Excel in English, by a format or the number of a built-in format. Supports
 * numbers, percentages, exponents, dates, times and durations. With other formats, such as fractions, conditions and `General`,
 * all digits of the number are returned.
 */
export function numberFormat(format: string | number, isFrom1904: boolean): (value: number) => string {
  const code = typeof format === "number" ? builtIn()[format] : format;
  const sections = code === undefined || code.length > longestFormat ? [] : sectionsOf(code);
  const isKnown = !sections.flat().some(({ kind }) => kind === "condition");
  return (value) => shownNumber(value, isKnown ? sections : [], isFrom1904);
}

function shownNumber(value: number, sections: readonly (readonly Token[])[], isFrom1904: boolean): string {
  const [first = [], negative, zero] = sections;
  const isNegative = value < 0;
  const section = (isNegative ? negative : value === 0 ? zero : undefined) ?? first;
  // An empty section hides the number.
  if (sections.length > 1 && section.length === 0) return "";
  if (section.some(({ kind }) => kind === "date")) {
    return value < 0 ? general(value) : shownDate(value, section, isFrom1904);
  }
  const shown = shownByDigits(Math.abs(value), section);
  if (shown === undefined) return general(value);
  return isNegative && !negative && /[1-9]/.test(shown) ? `-${shown}` : shown;
}

interface Token {
  readonly kind:
    | "text"
    | "date"
    | "digit"
    | "point"
    | "comma"
    | "percent"
    | "exponent"
    | "general"
    | "condition"
    | "unknown";
  readonly text: string;
}

const tokens = lazily((): readonly (readonly [RegExp, Token["kind"]])[] => [
  [/"([^"]*)"/y, "text"],
  [/\\(.)/suy, "text"],
  // A blank as wide as a character.
  [/_.( ?)/suy, "text"],
  // A fill character, which is repeated to fill the cell.
  [/\*.()/suy, "text"],
  [/\[\$([^\]-]*)(?:-[^\]]*)?\]/y, "text"],
  [/\[(h+|m+|s+)\]()/iy, "date"],
  [/\[[<>=][^\]]*\]/y, "condition"],
  // A color.
  [/\[[^\]]*\]()/y, "text"],
  [/General/iy, "general"],
  [/AM\/PM|A\/P|y+|m+|d+|h+|s+(?:\.0+)?/iy, "date"],
  [/E[+-]/iy, "exponent"],
  [/[0#?]/y, "digit"],
  [/\./y, "point"],
  [/,/y, "comma"],
  [/%/y, "percent"],
  [/[-+$€£¥:()! ^&'~{}<>=/]/y, "text"],
]);

/** The sections of a format, for positive numbers, negative numbers, zero and text. */
function sectionsOf(code: string): readonly (readonly Token[])[] {
  const sections: Token[][] = [[]];
  for (let at = 0; at < code.length; ) {
    if (code[at] === ";") {
      sections.push([]);
      at++;
      continue;
    }
    const token = tokens().flatMap(([pattern, kind]) => {
      pattern.lastIndex = at;
      const match = pattern.exec(code);
      if (!match) return [];
      const text = kind === "text" ? (match[1] ?? match[0]) : match[0];
      return [{ kind, text, end: pattern.lastIndex }];
    })[0] ?? { kind: "unknown", text: code[at] ?? "", end: at + 1 };
    sections.at(-1)?.push(token);
    at = token.end;
  }
  return sections;
}

/** The number with all digits that a spreadsheet stores. */
function general(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** The number in a format with digits; `undefined` if the format has no digits. */
function shownByDigits(value: number, section: readonly Token[]): string | undefined {
  if (section.some(({ kind, text }) => kind === "unknown" || (kind === "text" && text === "/"))) return undefined;
  if (section.length > 0 && section.every(({ kind }) => kind === "text"))
    return section.map(({ text }) => text).join("");
  if (!section.some(({ kind }) => kind === "digit")) {
    if (section.length === 0) return undefined;
    return section
      .map(({ kind, text }) => (kind === "general" ? general(value) : kind === "text" ? text : ""))
      .join("");
  }
  const digits = (part: readonly Token[]) => part.filter(({ kind }) => kind === "digit");
  const exponentAt = section.findIndex(({ kind }) => kind === "exponent");
  const mantissa = exponentAt < 0 ? section : section.slice(0, exponentAt);
  const pointAt = mantissa.findIndex(({ kind }) => kind === "point");
  const whole = pointAt < 0 ? mantissa : mantissa.slice(0, pointAt);
  const decimals = pointAt < 0 ? [] : mantissa.slice(pointAt + 1);
  const places = digits(decimals).length;
  const percents = section.filter(({ kind }) => kind === "percent").length;
  const thousands = commasBehind(whole) + commasBehind(decimals);
  const scaled = Number((value * 100 ** percents).toPrecision(15)) / 1000 ** thousands;
  if (exponentAt >= 0) return withExponent(scaled, section.slice(exponentAt), whole, decimals);
  const [integer = "0", fraction = ""] = rounded(scaled, places).split(".");
  return wholeText(integer === "0" ? "" : integer, whole) + decimalText(fraction, decimals, pointAt >= 0);
}

/** The number of commas after all digits of a part. Each comma divides the number by 1,000. */
function commasBehind(part: readonly Token[]): number {
  const last = part.findLastIndex(({ kind }) => kind === "digit");
  return part.slice(last + 1).filter(({ kind }) => kind === "comma").length;
}

/** Rounds decimal digits half up, as people expect: 1.005 becomes 1.01. */
function rounded(value: number, places: number): string {
  const text = general(value);
  if (text.includes("e")) return value.toFixed(Math.min(places, 100));
  const [integer = "0", fraction = ""] = text.split(".");
  if (fraction.length <= places) return places === 0 ? integer : `${integer}.${fraction.padEnd(places, "0")}`;
  const up = (fraction[places] ?? "0") >= "5" ? 1n : 0n;
  const digits = String(BigInt(integer + fraction.slice(0, places)) + up).padStart(places + 1, "0");
  const at = digits.length - places;
  return places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
}

/** The integer digits in the places of a format, filled from the right, with the literal text of the format. */
function wholeText(integer: string, part: readonly Token[]): string {
  const first = part.findIndex(({ kind }) => kind === "digit");
  const last = part.findLastIndex(({ kind }) => kind === "digit");
  const hasCommas = part.some(({ kind }, at) => kind === "comma" && at > first && at < last);
  let shown = "";
  let left = integer;
  let count = 0;
  const put = (digit: string) => {
    if (hasCommas && count > 0 && count % 3 === 0 && digit !== "") shown = `,${shown}`;
    shown = digit + shown;
    count++;
  };
  for (const [index, { kind, text }] of [...part.entries()].reverse()) {
    if (kind === "text") shown = text + shown;
    else if (kind === "percent") shown = `%${shown}`;
    if (kind !== "digit") continue;
    const digit = left.slice(-1);
    left = left.slice(0, -1);
    if (digit !== "" || text !== "#") put(digit === "" ? (text === "0" ? "0" : " ") : digit);
    if (index === first) for (const rest of [...left].reverse()) put(rest);
  }
  // A format such as .00 has no place for integer digits.
  return first < 0 ? integer + shown : shown;
}

function decimalText(fraction: string, part: readonly Token[], hasPoint: boolean): string {
  const needed = trimTrailing(fraction, "0").length;
  let at = 0;
  const shown = part.map(({ kind, text }) => {
    if (kind === "percent") return "%";
    if (kind !== "digit") return kind === "text" ? text : "";
    const digit = fraction[at] ?? "0";
    const isShown = at++ < needed || text === "0";
    return isShown ? digit : text === "?" ? " " : "";
  });
  return (hasPoint ? "." : "") + shown.join("");
}

/** The number with an exponent. The exponent is a multiple of the number of digit places before the decimal point. */
function withExponent(
  value: number,
  [sign, ...exponent]: readonly Token[],
  whole: readonly Token[],
  decimals: readonly Token[],
): string {
  const step = Math.max(1, whole.filter(({ kind }) => kind === "digit").length);
  const places = decimals.filter(({ kind }) => kind === "digit").length;
  const power = value === 0 ? 0 : Math.floor(Number(value.toExponential().split("e")[1]) / step) * step;
  const shifted = (by: number) => rounded(Number(`${value.toPrecision(15)}e0`) / 10 ** by, places);
  const isOver = shifted(power).split(".")[0]?.length === step + 1;
  const [integer = "0", fraction = ""] = shifted(isOver ? power + step : power).split(".");
  const shownPower = isOver ? power + step : power;
  const mark = shownPower < 0 ? "-" : sign?.text.endsWith("+") ? "+" : "";
  const mantissa = wholeText(integer, whole) + decimalText(fraction, decimals, places > 0);
  return `${mantissa}E${mark}${wholeText(String(Math.abs(shownPower)), exponent)}`;
}

const months = "January February March April May June July August September October November December".split(" ");
const days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const millisecondsOfDay = 86_400_000;

/** A date, a time or a duration. The number is the count of days since the end of 1899, or since 1904. */
function shownDate(serial: number, section: readonly Token[], isFrom1904: boolean): string {
  const dates = section.filter(({ kind }) => kind === "date");
  const places = Math.max(0, ...dates.map(({ text }) => /^s+\.(0+)$/i.exec(text)?.[1]?.length ?? 0));
  const unit = 1000 / 10 ** Math.min(places, 3);
  const elapsed = Math.round((serial * millisecondsOfDay) / unit) * unit;
  // Excel counts February 29, 1900, which did not exist. Numbers up to that day therefore begin one day later.
  const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, elapsed < 60 * millisecondsOfDay ? 31 : 30);
  const date = new Date(epoch + elapsed);
  if (!(date.getUTCFullYear() <= 9999)) return general(serial);
  const isHalf = dates.some(({ text }) => /^a/i.test(text));
  const parts = section.map(({ kind, text }, at) => {
    if (kind !== "date") return kind === "comma" ? "," : kind === "point" ? "." : text;
    const near = (list: readonly Token[]) => list.find((one) => one.kind === "date")?.text ?? "";
    const isMinute = /^\[?h/i.test(near(section.slice(0, at).reverse())) || /^s/i.test(near(section.slice(at + 1)));
    return datePart(text.toLowerCase(), date, { elapsed, isMinute, isHalf, places });
  });
  return parts.join("");
}

function datePart(
  text: string,
  date: Date,
  how: { readonly elapsed: number; readonly isMinute: boolean; readonly isHalf: boolean; readonly places: number },
): string {
  const padded = (value: number, length = text.length) => String(value).padStart(Math.min(length, 2), "0");
  const month = months[date.getUTCMonth()] ?? "";
  const day = days[date.getUTCDay()] ?? "";
  const hours = date.getUTCHours();
  switch (text[0]) {
    case "[": {
      const unit = { h: 3_600_000, m: 60_000, s: 1000 }[text[1] ?? ""] ?? 1000;
      return String(Math.floor(how.elapsed / unit)).padStart(text.length - 2, "0");
    }
    case "y":
      return text.length > 2 ? String(date.getUTCFullYear()).padStart(4, "0") : padded(date.getUTCFullYear() % 100, 2);
    case "m":
      if (how.isMinute && text.length <= 2) return padded(date.getUTCMinutes());
      if (text.length === 5) return month.slice(0, 1);
      return text.length > 3 ? month : text.length === 3 ? month.slice(0, 3) : padded(date.getUTCMonth() + 1);
    case "d":
      return text.length > 3 ? day : text.length === 3 ? day.slice(0, 3) : padded(date.getUTCDate());
    case "h":
      return padded(how.isHalf ? hours % 12 || 12 : hours);
    case "s": {
      const fraction = String(date.getUTCMilliseconds()).padStart(3, "0").padEnd(how.places, "0").slice(0, how.places);
      return padded(date.getUTCSeconds(), text.replace(/\..*/, "").length) + (how.places > 0 ? `.${fraction}` : "");
    }
    default:
      return text.length > 3 ? (hours < 12 ? "AM" : "PM") : hours < 12 ? "A" : "P";
  }
}
