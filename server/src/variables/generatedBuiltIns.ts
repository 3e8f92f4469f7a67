import * as l10n from "@vscode/l10n";
import dayjs, { type ManipulateType } from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { fact } from "../http/facts.ts";
import type { Shift } from "../protocol/toolsProtocol.ts";
import { lazily } from "../text/memoized.ts";
import type { Argument, BuiltIn, Generated } from "./builtIn.ts";

export const format = "the .soaphttp format";
export const usernameToken = "WS-Security UsernameToken Profile 1.0 section 3.1";
const timestamp = "WS-Security 1.0 SOAP Message Security section 10";

const offset: Argument = { kind: "word", usage: "±n unit", optional: true };

const created = (): Generated => ({
  sample: createdAt(new Date(0)),
  exported: { kind: "tokenTime", shift: undefined },
  text: ({ now }) => createdAt(now),
});

/** The variables whose values differ each time: random values and times. */
export const generatedBuiltIns: readonly BuiltIn[] = [
  {
    ...fact("$guid", format, () => l10n.t("A new UUID each time the request is sent.")),
    arguments: [],
    gives: "text",
    generated: () => ({
      sample: "00000000-0000-0000-0000-000000000000",
      exported: { kind: "guid" },
      text: (sending) => sending.guid(),
    }),
  },
  {
    ...fact("$timestamp", format, () => l10n.t("Seconds since 1970 in UTC. You can add an offset: $timestamp -1 d.")),
    arguments: [offset],
    gives: "text",
    generated: (words) => {
      const later = timeOffset(words);
      return (
        later && {
          sample: later.days < staysTenDigits ? "0000000000" : undefined,
          exported: { kind: "timestamp", shift: later.shift },
          text: ({ now }) => String(later.from(now).unix()),
        }
      );
    },
  },
  {
    ...fact("$datetime", format, () =>
      l10n.t(
        'The time of sending: iso8601, rfc1123, or a format in quotes. You can add an offset such as 5 m, and to a format zone="Europe/Zagreb".',
      ),
    ),
    arguments: [
      { kind: "word", usage: 'iso8601|rfc1123|"format"', example: "iso8601" },
      offset,
      { kind: "word", usage: 'zone="NAME"', optional: true },
    ],
    gives: "text",
    generated: ([typed = "", ...all]) => {
      const zone = all.flatMap((word) => /^zone="?([\w/+-]*)"?$/.exec(word)?.[1] ?? [])[0];
      const words = all.filter((word) => !word.startsWith("zone="));
      if (words.length + (zone === undefined ? 0 : 1) < all.length) return undefined;
      if (zone !== undefined && zoneOffset(zone, new Date(0)) === undefined)
        return { unavailable: l10n.t("The time zone {0} is unknown. Use a name such as Europe/Zagreb.", zone) };
      if (zone !== undefined && !/^["']/.test(typed))
        return { unavailable: l10n.t("{0} is always in UTC. Use a format in quotes with zone.", typed) };
      if (typed.length > longestFormat) {
        return { unavailable: l10n.t("The format is longer than {0} characters.", longestFormat) };
      }
      const later = timeOffset(words);
      const pattern = formatIn(typed);
      if (!later || pattern === undefined) return undefined;
      const text = (now: Date) => {
        const time = later.from(now);
        const minutes = zone === undefined ? 0 : (zoneOffset(zone, time.toDate()) ?? 0);
        return (minutes === 0 ? time : time.utcOffset(minutes)).format(pattern);
      };
      return {
        sample: hasOneLength(pattern) ? text(new Date(0)) : undefined,
        exported: { kind: "datetime", format: pattern, shift: later.shift, ...(zone === undefined ? {} : { zone }) },
        text: ({ now }) => text(now),
      };
    },
  },
  {
    ...fact("$randomInt", format, () =>
      l10n.t("A random integer, from the first number up to but not including the second."),
    ),
    arguments: [
      { kind: "word", usage: "min", example: "1" },
      { kind: "word", usage: "max", example: "1000" },
    ],
    gives: "text",
    generated: (words) => {
      const [min, max] = words.map(Number);
      if (words.length !== 2 || min === undefined || max === undefined) return undefined;
      if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || min >= max) return undefined;
      return {
        sample: digits(min) === digits(max - 1) && min < 0 === max - 1 < 0 ? String(min) : undefined,
        exported: { kind: "randomInt", min, max },
        text: (sending) => String(min + Math.floor(sending.random() * (max - min))),
      };
    },
  },
  {
    ...fact("$wsse.nonce", usernameToken, () =>
      l10n.t("16 random bytes in Base64 for a Nonce. All occurrences in a request have the same value."),
    ),
    arguments: [],
    gives: "text",
    generated: () => ({
      sample: `${"A".repeat(22)}==`,
      exported: { kind: "nonce" },
      text: (sending) => sending.nonce(),
    }),
  },
  {
    ...fact("$wsse.created", usernameToken, () => l10n.t("The time of sending in UTC for Created, without fractions.")),
    arguments: [],
    gives: "text",
    generated: created,
  },
  {
    ...fact("$wsu.created", timestamp, () => l10n.t("The time of sending in UTC for Created, without fractions.")),
    arguments: [],
    gives: "text",
    generated: created,
  },
  {
    ...fact("$wsu.expires", timestamp, () =>
      l10n.t("$wsu.created plus this duration, for Expires. The units are those of $datetime. Default: 5 minutes."),
    ),
    arguments: [{ ...offset, example: "5 m" }],
    gives: "text",
    generated: (words) => {
      const lifetime = timeOffset(words.length > 0 ? words : ["5", "m"]);
      return (
        lifetime && {
          sample: expiresAt(new Date(0), lifetime),
          exported: { kind: "tokenTime", shift: lifetime.shift },
          text: ({ now }) => expiresAt(now, lifetime),
        }
      );
    },
  },
];

/** Maximum time shift of a timestamp in days. Timestamps have ten digits from 2001 to 2286. */
const staysTenDigits = 8000;

function digits(number: number): number {
  return String(Math.abs(number)).length;
}

const dayjsUtc = lazily(() => {
  dayjs.extend(utc);
  return dayjs.utc;
});

interface TimeOffset {
  /** Maximum time shift in days. */
  readonly days: number;
  /** `undefined` if there are no arguments. */
  readonly shift: Shift | undefined;
  from(now: Date): dayjs.Dayjs;
}

/** Maximum time shift of a date in days, about 800 years, so that years have four digits. */
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

/** Reads the time shift in the arguments: none, or a number and a unit: `-1 d`. */
function timeOffset(args: readonly string[]): TimeOffset | undefined {
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

/** The creation time of a security token: `2026-01-02T03:04:05Z` */
function createdAt(now: Date): string {
  return `${now.toISOString().slice(0, -".000Z".length)}Z`;
}

/** The end of a lifetime that begins at `createdAt`. */
function expiresAt(now: Date, lifetime: TimeOffset): string {
  return `${lifetime.from(new Date(createdAt(now))).format("YYYY-MM-DD[T]HH:mm:ss")}Z`;
}

/** Minutes from UTC at a time in a zone such as `Europe/Zagreb`; `undefined` if the platform doesn't know it. */
function zoneOffset(zone: string, at: Date): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(at);
    const [, sign = "+", hours = "0", minutes = "0"] =
      /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find(({ type }) => type === "timeZoneName")?.value ?? "") ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return undefined;
  }
}

/** Maximum length of a format in characters, because dayjs takes quadratic time. */
const longestFormat = 100;

/** The dayjs format in the first argument of `$datetime`; `undefined` if the argument is no format. */
function formatIn(argument: string): string | undefined {
  if (argument === "iso8601") return "YYYY-MM-DD[T]HH:mm:ss.SSS[Z]";
  if (argument === "rfc1123") return "ddd, DD MMM YYYY HH:mm:ss [GMT]";
  const [quote = ""] = argument;
  return argument.length > 2 && `"'`.includes(quote) && argument.endsWith(quote) ? argument.slice(1, -1) : undefined;
}

/** Tokens of dayjs (outside of brackets) whose values differ in length. */
const varying = new Set(["M", "MMMM", "D", "dddd", "H", "h", "m", "s"]);

function hasOneLength(format: string): boolean {
  const tokens = format.match(/\[[^\]]*\]?|M{1,4}|D{1,2}|d{1,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}/g) ?? [];
  return !tokens.some((token) => varying.has(token) || (token.startsWith("[") && !token.endsWith("]")));
}
