import { trimTrailing } from "../../text/trailing.ts";
import { type CivilDate, dateOf, dateText, daysTo, two, zoneText } from "../../xsd/dates.ts";
import { FunctionFault } from "./fault.ts";
import { capitalized, longestPicture, numbered } from "./numbers.ts";

/* Dates and times of XPath and XQuery Functions and Operators 3.1, sections 9.6, 9.8 and 9.9, in English. */

/** A date or time, read from the form of XPath. Components that its type doesn't have are undefined. */
interface Moment {
  readonly date: CivilDate | undefined;
  readonly time: { readonly hour: number; readonly minute: number; readonly second: number } | undefined;
  /** Digits of the fraction of a second. */
  readonly fraction: string;
  /** Time zone offset in minutes. */
  readonly zone: number | undefined;
}

function momentOf(text: string): Moment {
  const match =
    /^(?:(-?\d{4,})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const [, year, month, day, hour, minute, second, fraction = "", zone] = match;
  return {
    date: year === undefined ? undefined : { year: Number(year), month: Number(month), day: Number(day) },
    time: hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute), second: Number(second) },
    fraction,
    zone: zone === undefined ? undefined : minutesOf(zone),
  };
}

function minutesOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d?):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (60 * Number(hours ?? 0) + Number(minutes ?? 0));
}

const months = "January February March April May June July August September October November December".split(" ");
const weekdays = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

/** Day of the week; Monday is 0. */
function weekdayOf(date: CivilDate): number {
  return (((daysTo(date) + 2) % 7) + 7) % 7;
}

/** The ISO 8601 week, which belongs to the year or month of its Thursday. `first`: the first day of either. */
function weekOf(date: CivilDate, first: (thursday: CivilDate) => CivilDate): number {
  const thursday = daysTo(date) - weekdayOf(date) + 3;
  return 1 + Math.floor((thursday - daysTo(first(dateOf(thursday)))) / 7);
}

/** Formats a date, a time or both with a picture such as `[D1o] [MNn] [Y]`. */
export function formatMoment(value: string, picture: string, language: string, calendar: string): string {
  if (picture.length > longestPicture) throw new FunctionFault("FOFD1340", picture);
  const moment = momentOf(value);
  const pieces: string[] = [];
  for (const [piece, marker] of picture.matchAll(/\[\[|\]\]|\[([^[\]]*)\]|[^[\]]+|[[\]]/g)) {
    if (marker !== undefined) pieces.push(component(moment, marker.replace(/\s/g, ""), picture));
    else if (piece === "[" || piece === "]") throw new FunctionFault("FOFD1340", picture);
    else pieces.push(piece === "[[" || piece === "]]" ? piece.charAt(0) : piece);
  }
  const isEnglish = language === "" || /^en(?:-|$)/i.test(language);
  const isUsual = /^(?:|(?:Q\{\})?(?:AD|ISO|CE))$/.test(calendar);
  return `${isEnglish ? "" : "[Language: en]"}${isUsual ? "" : "[Calendar: AD]"}${pieces.join("")}`;
}

const defaults: Readonly<Record<string, string>> = {
  F: "n",
  P: "n",
  C: "n",
  E: "n",
  m: "01",
  s: "01",
  Z: "01:01",
  z: "01:01",
};

interface Presentation {
  readonly form: string;
  readonly isOrdinal: boolean;
  readonly min: number;
  readonly max: number;
  readonly hasWidth: boolean;
}

function component(moment: Moment, marker: string, picture: string): string {
  const match = /^([YMDdFWwHhPmsfZzCE])([^,]*)(?:,(\*|[1-9]\d{0,8})(?:-(\*|[1-9]\d{0,8}))?)?$/.exec(marker);
  if (!match) throw new FunctionFault("FOFD1340", picture);
  const [, name = "", written = "", least, most] = match;
  const isOrdinal = written.length > 1 && written.endsWith("o");
  const form =
    (/^.+[atco]$/.test(written) && !/^[Zz]/.test(name) ? written.slice(0, -1) : written) || (defaults[name] ?? "1");
  const min = least === undefined || least === "*" ? 1 : Math.min(Number(least), longestPicture);
  const max = most === undefined || most === "*" ? Number.POSITIVE_INFINITY : Number(most);
  if (max < min) throw new FunctionFault("FOFD1340", picture);
  const presentation = { form, isOrdinal, min, max, hasWidth: least !== undefined };
  return shown(name, moment, presentation);
}

function shown(name: string, { date, time, fraction, zone }: Moment, how: Presentation): string {
  if (name === "Z" || name === "z")
    return zone === undefined ? (how.form === "Z" ? "J" : "") : zoneShown(name, zone, how);
  if (name === "C") return named("Ad", how);
  if ("YMDdFWwE".includes(name)) {
    if (!date) throw new FunctionFault("FOFD1350", name);
    return dateShown(name, date, how);
  }
  if (!time) throw new FunctionFault("FOFD1350", name);
  switch (name) {
    case "H":
      return numberShown(time.hour, how);
    case "h":
      return numberShown(time.hour % 12 || 12, how);
    case "P":
      return named(time.hour < 12 ? "Am" : "Pm", how);
    case "m":
      return numberShown(time.minute, how);
    case "s":
      return numberShown(time.second, how);
    default:
      return fractionShown(fraction, how);
  }
}

function dateShown(name: string, date: CivilDate, how: Presentation): string {
  switch (name) {
    case "Y":
      return yearShown(Math.abs(date.year), how);
    case "M":
      return isName(how.form) ? named(months[date.month - 1] ?? "", how) : numberShown(date.month, how);
    case "D":
      return numberShown(date.day, how);
    case "d":
      return numberShown(1 + daysTo(date) - daysTo({ ...date, month: 1, day: 1 }), how);
    case "F":
      return isName(how.form) ? named(weekdays[weekdayOf(date)] ?? "", how) : numberShown(1 + weekdayOf(date), how);
    case "W":
      return numberShown(
        weekOf(date, ({ year }) => ({ year, month: 1, day: 1 })),
        how,
      );
    case "w":
      return numberShown(
        weekOf(date, ({ year, month }) => ({ year, month, day: 1 })),
        how,
      );
    default:
      return named(date.year < 0 ? "Bc" : "Ad", how);
  }
}

function isName(form: string): boolean {
  return /^(?:N|n|Nn)$/.test(form);
}

function named(name: string, { form, min, max }: Presentation): string {
  // English abbreviations have three letters.
  const short = name.length > max ? name.slice(0, Math.max(max, Math.min(min, name.length))) : name;
  return (form === "N" ? short.toUpperCase() : form === "Nn" ? capitalized(short) : short.toLowerCase()).padEnd(min);
}

function numberShown(value: number, { form, isOrdinal, min }: Presentation): string {
  const text = numbered(String(value), isName(form) ? "1" : form, isOrdinal);
  return /^\d+$/.test(text) ? text.padStart(min, "0") : text;
}

function yearShown(value: number, how: Presentation): string {
  const digits = how.form.match(/[\p{Nd}#]/gu)?.length ?? 0;
  const most = how.hasWidth && Number.isFinite(how.max) ? how.max : !how.hasWidth && digits > 1 ? digits : 0;
  const isDecimal = /\d/.test(how.form);
  return numberShown(isDecimal && most > 0 && most < 9 ? value % 10 ** most : value, {
    ...how,
    min: Math.max(how.min, isDecimal && most > 0 && String(value).length > most ? most : 1),
  });
}

function fractionShown(fraction: string, { form, min, max, hasWidth }: Presentation): string {
  const digits = form.match(/[\d#]/g)?.length ?? 1;
  const mandatory = form.match(/\d/g)?.length ?? 1;
  const [least, most] = hasWidth ? [min, max] : digits > 1 ? [mandatory, digits] : [1, Number.POSITIVE_INFINITY];
  return trimTrailing(fraction.slice(0, most), "0").padEnd(least, "0");
}

function zoneShown(name: string, zone: number, { form }: Presentation): string {
  if (form === "Z" && zone % 60 === 0 && Math.abs(zone) <= 720) return militaryZone(zone / 60);
  const isZ = form.endsWith("t");
  if (isZ && zone === 0) return "Z";
  const [, hours = "01", separator = form === "Z" || isName(form) ? ":" : "", minutes] =
    /^(0?\d|\d{2}(?=\d{2}t?$)|\d(?=\d{2}t?$))([^\d]?)(\d\d)?t?$/.exec(form) ?? [];
  const size = Math.abs(zone);
  const [hour, minute] = [Math.floor(size / 60), size % 60];
  const hourText = String(hour).padStart(hours.length, "0");
  const isShort = minutes === undefined && /^\d{1,2}t?$/.test(form);
  const rest = isShort ? (minute === 0 ? "" : `:${two(minute)}`) : `${separator}${two(minute)}`;
  return `${name === "z" ? "GMT" : ""}${zone < 0 ? "-" : "+"}${hourText}${rest}`;
}

/** Military time zone: A to Z without J, from Greenwich to the east, then to the west. */
function militaryZone(hours: number): string {
  if (hours === 0) return "Z";
  return hours > 0 ? ("ABCDEFGHIKLM"[hours - 1] ?? "") : ("NOPQRSTUVWXY"[-hours - 1] ?? "");
}

/** Converts a value to another time zone. `duration`: an offset such as `-PT5H`; empty removes the zone. */
export function adjusted(value: string, duration: string): string {
  const moment = momentOf(value);
  const plain = value.replace(/(\d)(?:Z|[+-]\d\d:\d\d)$/, "$1");
  if (duration === "") return plain;
  const [, sign, hours, minutes, rest] = /^(-?)P(?:T(?:(\d{1,2})H)?(?:(\d{1,2})M)?)(.*)$/.exec(duration) ?? [
    "",
    "",
    "",
    "",
    "S",
  ];
  const zone = (sign === "-" ? -1 : 1) * (60 * Number(hours ?? 0) + Number(minutes ?? 0));
  if (rest === "S" && duration !== "PT0S") throw new FunctionFault("FODT0003", duration);
  const offset = duration === "PT0S" ? 0 : zone;
  if (Math.abs(offset) > 840 || (rest !== "" && duration !== "PT0S")) throw new FunctionFault("FODT0003", duration);
  if (moment.zone === undefined) return plain + zoneText(offset);
  const { hour, minute } = moment.time ?? { hour: 0, minute: 0 };
  const total = 60 * hour + minute + offset - moment.zone;
  const days = Math.floor(total / 1440);
  const left = total - 1440 * days;
  const date = moment.date ? dateText(dateOf(daysTo(moment.date) + days)) : "";
  const time = moment.time
    ? `${two(Math.floor(left / 60))}:${two(left % 60)}${/:\d\d(:\d\d(?:\.\d+)?)/.exec(plain)?.[1] ?? ""}`
    : "";
  return `${date}${date === "" || time === "" ? "" : "T"}${time}${zoneText(offset)}`;
}

const zones: Readonly<Record<string, number>> = {
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};

const ietfTime =
  "(?<hour>\\d\\d?):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?<fraction>\\.\\d+)?)?(?:\\s*(?<zone>ut|utc|gmt|[ecmp][sd]t|[+-]\\d\\d?:?(?:\\d\\d)?)(?:\\s*\\(\\s*[a-z]+\\s*\\))?)?";
const ietfMonth = "(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";
const ietfYear = "(?<year>\\d{4}|\\d{2})";
const ietfDay = "(?<day>\\d\\d?)";
const ietf = [
  `${ietfDay}(?:\\s*-\\s*|\\s+)${ietfMonth}(?:\\s*-\\s*|\\s+)${ietfYear}\\s+${ietfTime}`,
  `${ietfMonth}(?:\\s*-\\s*|\\s+)${ietfDay}\\s+${ietfTime}\\s+${ietfYear}`,
].map(
  (rest) => new RegExp(`^\\s?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satu?r?|sun)(?:day)?,?\\s+)?${rest}\\s?$`, "i"),
);

/** Converts a time as in a `Date` header, or in the form of RFC 850 or asctime, to the form of XPath. */
export function readIetfDate(text: string): string {
  const collapsed = text.length > longestPicture ? "" : text.replace(/\s+/g, " ");
  const parts = ietf.map((pattern) => pattern.exec(collapsed)?.groups).find((groups) => groups !== undefined);
  if (!parts) throw new FunctionFault("FORG0010");
  const { year = "", month = "", day = "", hour = "", minute = "", second = "00", fraction = "", zone = "" } = parts;
  const monthNumber = 1 + months.findIndex((name) => name.slice(0, 3).toLowerCase() === month.toLowerCase());
  const minutes = /^[+-]/.test(zone) ? minutesOf(zone) : (zones[zone.toUpperCase()] ?? 0);
  const date = dateText({
    year: year.length === 2 ? 1900 + Number(year) : Number(year),
    month: monthNumber,
    day: Number(day),
  });
  const isDate =
    dateText(dateOf(daysTo({ year: Number(date.slice(0, 4)), month: monthNumber, day: Number(day) }))) === date;
  if (!isDate || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 59 || Math.abs(minutes) > 840)
    throw new FunctionFault("FORG0010");
  return `${date}T${hour.padStart(2, "0")}:${minute}:${second}${fraction}${zoneText(minutes)}`;
}
