import type { Primitive } from "./components.ts";
import { order, withoutTrailingZeros } from "./decimals.ts";

/** A date or a time (also a recurring one, such as xs:gDay) as a point of the timeline. */
export interface Moment {
  /** Whole seconds in UTC, or in local time if there is no time zone. */
  readonly seconds: number;
  /** Digits of the fraction of a second, without zeros at the end. */
  readonly fraction: string;
  /** Time zone in minutes east of UTC; undefined for none. */
  readonly zone: number | undefined;
}

/** A day of the Gregorian calendar, in any year. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A duration in months and seconds, neither of which can be converted to the other. */
export interface Duration {
  readonly months: number;
  /** Whole seconds, rounded down. */
  readonly seconds: number;
  /** Digits of the fraction that was rounded off. */
  readonly fraction: string;
}

export type DateType = Extract<
  Primitive,
  "dateTime" | "time" | "date" | "gYearMonth" | "gYear" | "gMonthDay" | "gDay" | "gMonth"
>;

const forms: Readonly<Record<DateType, RegExp>> = {
  dateTime:
    /^(?<year>-?\d{4,})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d+))?(?<zone>Z|[-+]\d\d:\d\d)?$/,
  time: /^(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d+))?(?<zone>Z|[-+]\d\d:\d\d)?$/,
  date: /^(?<year>-?\d{4,})-(?<month>\d\d)-(?<day>\d\d)(?<zone>Z|[-+]\d\d:\d\d)?$/,
  gYearMonth: /^(?<year>-?\d{4,})-(?<month>\d\d)(?<zone>Z|[-+]\d\d:\d\d)?$/,
  gYear: /^(?<year>-?\d{4,})(?<zone>Z|[-+]\d\d:\d\d)?$/,
  gMonthDay: /^--(?<month>\d\d)-(?<day>\d\d)(?<zone>Z|[-+]\d\d:\d\d)?$/,
  gDay: /^---(?<day>\d\d)(?<zone>Z|[-+]\d\d:\d\d)?$/,
  // The first edition has the form --MM--, which old documents still use.
  gMonth: /^--(?<month>\d\d)(?:--)?(?<zone>Z|[-+]\d\d:\d\d)?$/,
};

const durationForm =
  /^(?<sign>-?)P(?:(?<years>\d+)Y)?(?:(?<months>\d+)M)?(?:(?<days>\d+)D)?(?<time>T(?:(?<hours>\d+)H)?(?:(?<minutes>\d+)M)?(?:(?<seconds>\d+)(?:\.(?<fraction>\d+))?S)?)?$/;

/** A missing time zone may be any from -14:00 to +14:00. In seconds. */
const farthestZone = 14 * 3600;
const secondsOfDay = 86_400;
/** Months from whose first days durations are compared (section 3.2.6.2). */
const references = [1696 * 12 + 8, 1697 * 12 + 1, 1903 * 12 + 2, 1903 * 12 + 6];

export function isDateType(primitive: Primitive): primitive is DateType {
  return Object.hasOwn(forms, primitive);
}

/** Reads a lexical form (part 2, sections 3.2.7 to 3.2.14); undefined for other text. */
export function readMoment(type: DateType, text: string): Moment | undefined {
  const parts = forms[type].exec(text)?.groups;
  if (parts === undefined) return undefined;
  // 1972 is a leap year, so that --02-29 is valid.
  const { year = "1972", month = "01", day = "01", hour = "00", minute = "00", second = "00", fraction = "" } = parts;
  const [y, m, d, h, min, s] = [year, month, day, hour, minute, second].map(Number) as Six;
  const zone = readZone(parts["zone"]);
  const digits = year.replace("-", "");
  if (y === 0 || (digits.length > 4 && digits.startsWith("0")) || zone === null) return undefined;
  if (m < 1 || m > 12 || d < 1 || d > daysOf(digits, m) || min > 59 || s > 59) return undefined;
  const rest = withoutTrailingZeros(fraction);
  if (h > 24 || (h === 24 && (min > 0 || s > 0 || rest !== ""))) return undefined;
  const clock = (type === "time" ? h % 24 : h) * 3600 + min * 60 + s;
  return {
    seconds: daysTo({ year: y, month: m, day: d }) * secondsOfDay + clock - (zone ?? 0) * 60,
    fraction: rest,
    zone,
  };
}

type Six = [number, number, number, number, number, number];

/** Negative if `a` is earlier, positive if it is later; undefined if this depends on a missing time zone. */
export function compareMoments(a: Moment, b: Moment): number | undefined {
  if ((a.zone === undefined) === (b.zone === undefined)) return a.seconds - b.seconds || order(a.fraction, b.fraction);
  const difference = a.seconds - b.seconds;
  if ((difference + farthestZone || order(a.fraction, b.fraction)) < 0) return -1;
  return (difference - farthestZone || order(a.fraction, b.fraction)) > 0 ? 1 : undefined;
}

/** Reads a lexical form (section 3.2.6.1); undefined for other text. */
export function readDuration(text: string): Duration | undefined {
  const parts = durationForm.exec(text)?.groups;
  if (parts === undefined || /[PT]$/.test(text)) return undefined;
  const [years, months, days, hours, minutes, whole] = ["years", "months", "days", "hours", "minutes", "seconds"].map(
    (name) => Number(parts[name] ?? 0),
  ) as Six;
  const seconds = days * secondsOfDay + hours * 3600 + minutes * 60 + whole;
  const fraction = withoutTrailingZeros(parts["fraction"] ?? "");
  if (parts["sign"] !== "-") return { months: years * 12 + months, seconds, fraction };
  // Avoids -0: zero has no sign.
  const under = { months: 0 - (years * 12 + months), seconds: 0 - seconds };
  return fraction === ""
    ? { ...under, fraction }
    : { months: under.months, seconds: under.seconds - 1, fraction: complement(fraction) };
}

/** Negative if `a` is shorter, positive if it is longer; undefined if this depends on the months. */
export function compareDurations(a: Duration, b: Duration): number | undefined {
  const orders = references.map((month) => {
    const difference = secondsAfter(month, a) - secondsAfter(month, b);
    return Math.sign(difference || order(a.fraction, b.fraction));
  });
  return orders.every((one) => one === orders[0]) ? orders[0] : undefined;
}

export function momentText(type: DateType, { seconds, fraction, zone }: Moment): string {
  const local = seconds + (zone ?? 0) * 60;
  const days = Math.floor(local / secondsOfDay);
  const clock = local - days * secondsOfDay;
  const civil = dateOf(days);
  const [y, m, d] = [yearText(civil.year), two(civil.month), two(civil.day)];
  const time = `${two(Math.floor(clock / 3600))}:${two(Math.floor(clock / 60) % 60)}:${two(clock % 60)}${fraction && `.${fraction}`}`;
  const text: Readonly<Record<DateType, string>> = {
    ...{ dateTime: `${dateText(civil)}T${time}`, time, date: dateText(civil), gYearMonth: `${y}-${m}` },
    ...{ gYear: y, gMonthDay: `--${m}-${d}`, gDay: `---${d}`, gMonth: `--${m}` },
  };
  return text[type] + zoneText(zone);
}

/** The lexical form of a duration. Its months and seconds must have the same sign. */
export function durationText({ months, seconds, fraction }: Duration): string {
  if (months < 0 || seconds < 0) return `-P${-months}MT${-seconds}S`;
  return `P${months}MT${seconds}${fraction && `.${fraction}`}S`;
}

/** Reads a time zone; null for an invalid one. */
function readZone(zone: string | undefined): number | undefined | null {
  if (zone === undefined) return undefined;
  if (zone === "Z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

export function dateText({ year, month, day }: CivilDate): string {
  return `${yearText(year)}-${two(month)}-${two(day)}`;
}

function yearText(year: number): string {
  return `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}`;
}

/** @param zone in minutes east of UTC */
export function zoneText(zone: number | undefined): string {
  if (zone === undefined) return "";
  const minutes = Math.abs(zone);
  return zone === 0 ? "Z" : `${zone < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A number with at least two digits. */
export function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** Number of days in a month. The last four digits of the year decide about leap years. */
function daysOf(year: string, month: number): number {
  const y = Number(year.slice(-4));
  const leap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Number of days from 1 March of the year 0 in the Gregorian calendar. */
export function daysTo({ year, month, day }: CivilDate): number {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear;
}

/** The date at a number of days after 1 March of the year 0. */
export function dateOf(days: number): CivilDate {
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const inEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * inEra + Math.floor(inEra / 4) - Math.floor(inEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  return { year: inEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function secondsAfter(month: number, { months, seconds }: Duration): number {
  const all = month + months;
  const first = { year: Math.floor(all / 12), month: (((all % 12) + 12) % 12) + 1, day: 1 };
  return daysTo(first) * secondsOfDay + seconds;
}

/** Digits of one minus a fraction. */
function complement(digits: string): string {
  return [...digits].map((digit, at) => String((at === digits.length - 1 ? 10 : 9) - Number(digit))).join("");
}
