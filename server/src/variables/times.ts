import dayjs, { type ManipulateType } from "dayjs";
import utc from "dayjs/plugin/utc.js";
import type { Shift } from "../protocol/exportProtocol.ts";
import { lazily } from "../text/memoized.ts";

const dayjsUtc = lazily(() => {
  dayjs.extend(utc);
  return dayjs.utc;
});

export interface TimeOffset {
  /** The maximum distance, in days. */
  readonly days: number;
  /** `undefined` if there are no arguments. */
  readonly shift: Shift | undefined;
  from(now: Date): dayjs.Dayjs;
}

/** In days, about 800 years: years have four digits. */
const furthest = 300_000;

const units: Readonly<Record<string, { readonly unit: ManipulateType; readonly days: number }>> = {
  y: { unit: "year", days: 366 },
  M: { unit: "month", days: 31 },
  w: { unit: "week", days: 7 },
  d: { unit: "day", days: 1 },
  h: { unit: "hour", days: 1 / 24 },
  m: { unit: "minute", days: 1 / 1440 },
  s: { unit: "second", days: 1 / 86_400 },
  ms: { unit: "millisecond", days: 1 / 86_400_000 },
};

/** The offset in no argument, or in a number and a unit: `-1 d`. */
export function timeOffset(args: readonly string[]): TimeOffset | undefined {
  if (args.length === 0) return { days: 0, shift: undefined, from: (now) => dayjsUtc()(now) };
  const [number = "", name = "", ...more] = args;
  const unit = Object.hasOwn(units, name) ? units[name] : undefined;
  if (!unit || more.length > 0 || !/^[+-]?\d{1,6}$/.test(number)) return undefined;
  const count = Number(number);
  const days = Math.abs(count) * unit.days;
  if (days > furthest) return undefined;
  return { days, shift: { count, unit: name }, from: (now) => dayjsUtc()(now).add(count, unit.unit) };
}

/*
 * The times in the tokens of WS-Security, in UTC and without fractions of seconds: some stacks read no others.
 */

/** `2026-01-02T03:04:05Z` */
export function createdAt(now: Date): string {
  return `${now.toISOString().slice(0, -".000Z".length)}Z`;
}

/** The time after a lifetime that begins at `createdAt`. */
export function expiresAt(now: Date, lifetime: TimeOffset): string {
  return `${lifetime.from(new Date(createdAt(now))).format("YYYY-MM-DD[T]HH:mm:ss")}Z`;
}

/**
 * The difference of a zone's time from UTC at a time, in minutes; `undefined` if the platform doesn't know the zone.
 * @param zone of the IANA database: `Europe/Zagreb`
 */
export function zoneOffset(zone: string, at: Date): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(at);
    const [, sign = "+", hours = "0", minutes = "0"] =
      /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find(({ type }) => type === "timeZoneName")?.value ?? "") ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return undefined;
  }
}

/** In characters: dayjs takes quadratic time. */
export const longestFormat = 100;

/** The format of dayjs for the first argument of `$datetime`; `undefined` if it is none. */
export function formatIn(argument: string): string | undefined {
  if (argument === "iso8601") return "YYYY-MM-DD[T]HH:mm:ss.SSS[Z]";
  if (argument === "rfc1123") return "ddd, DD MMM YYYY HH:mm:ss [GMT]";
  const [quote = ""] = argument;
  return argument.length > 2 && `"'`.includes(quote) && argument.endsWith(quote) ? argument.slice(1, -1) : undefined;
}

/** Tokens whose values differ in length, outside of brackets. */
const varying = new Set(["M", "MMMM", "D", "dddd", "H", "h", "m", "s"]);

export function hasOneLength(format: string): boolean {
  const tokens = format.match(/\[[^\]]*\]?|M{1,4}|D{1,2}|d{1,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}/g) ?? [];
  return !tokens.some((token) => varying.has(token) || (token.startsWith("[") && !token.endsWith("]")));
}
