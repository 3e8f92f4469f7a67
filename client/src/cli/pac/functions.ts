import { isIPv4 } from "node:net";
import type { Surroundings } from "./task.ts";

export type PacValue = string | number | boolean | null | undefined;

/** As in Firefox, but dates are compared by their parts. `wanted` gets the names that must be looked up. */
export function standardFunctions(
  { now, ownAddress, addresses }: Surroundings,
  wanted: Set<string>,
): Readonly<Record<string, (...args: readonly PacValue[]) => PacValue>> {
  const resolve = (host: string): string | null => {
    if (isIPv4(host)) return host;
    if (!addresses.has(host)) wanted.add(host);
    return addresses.get(host) ?? null;
  };
  /** The time in the zone of this machine, or in UTC if the last argument is GMT, which it removes. */
  const clock = (args: readonly PacValue[]) => {
    const given = args.filter((value) => value !== undefined).map((value) => String(value).toUpperCase());
    const isUtc = given.at(-1) === "GMT";
    const date = new Date(isUtc ? now : now - new Date(now).getTimezoneOffset() * 60_000);
    return { date, given: isUtc ? given.slice(0, -1) : given };
  };
  return {
    isPlainHostName: (host) => !text(host).includes("."),
    dnsDomainIs: (host, domain) => text(host).endsWith(text(domain)),
    localHostOrDomainIs: (host, whole) =>
      text(host) === text(whole) || (!text(host).includes(".") && text(whole).startsWith(`${text(host)}.`)),
    isResolvable: (host) => resolve(text(host)) !== null,
    isInNet: (host, network, mask) => {
      const [address, ...range] = [resolve(text(host)) ?? "", text(network), text(mask)].map(bitsOf);
      const [start = Number.NaN, bits = Number.NaN] = range;
      return address !== undefined && !Number.isNaN(start + bits) && (address & bits) === (start & bits);
    },
    dnsResolve: (host) => resolve(text(host)),
    myIpAddress: () => ownAddress,
    dnsDomainLevels: (host) => text(host).split(".").length - 1,
    shExpMatch: (value, pattern) => matches(text(value), text(pattern)),
    weekdayRange: (...args) => {
      const { date, given } = clock(args);
      const [from = -1, to = from] = given.map((name) => weekdays.indexOf(name));
      return from >= 0 && to >= 0 && isWithin(from, date.getUTCDay(), to);
    },
    dateRange: (...args) => {
      const { date, given } = clock(args);
      const parts = given.map(datePart);
      const half = parts.length === 1 ? 1 : parts.length / 2;
      const [from, to] = [parts.slice(0, half), parts.slice(-half)].map((some) => {
        return some.reduce((sum, part) => sum + (part ? part.value * part.weight : Number.NaN), 0);
      });
      const today = parts.slice(0, half).reduce((sum, part) => sum + (part ? part.of(date) * part.weight : 0), 0);
      return parts.length > 0 && isWithin(from ?? Number.NaN, today, to ?? Number.NaN);
    },
    timeRange: (...args) => {
      const { date, given } = clock(args);
      const numbers = given.map(Number);
      const half = numbers.length === 1 ? 1 : numbers.length / 2;
      const [from = Number.NaN, to = Number.NaN] = [numbers.slice(0, half), numbers.slice(-half)].map(seconds);
      const parts = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
      return isWithin(from, seconds(parts.slice(0, half)), to);
    },
    // Scripts may call it to report something.
    alert: () => undefined,
  };
}

function text(value: PacValue): string {
  return value === null || value === undefined ? "" : String(value);
}

/** The bits of an IPv4 address; undefined for anything else. */
function bitsOf(address: string): number | undefined {
  return isIPv4(address) ? address.split(".").reduce((bits, part) => (bits << 8) | Number(part), 0) : undefined;
}

/** Whether a text matches a pattern with `*` and `?`. Only the last `*` is extended, so that the time isn't exponential. */
function matches(value: string, pattern: string): boolean {
  let [at, expected, star, resumed] = [0, 0, -1, 0];
  while (at < value.length) {
    if (pattern[expected] === "*") {
      star = expected++;
      resumed = at;
    } else if (pattern[expected] === "?" || pattern[expected] === value[at]) {
      expected++;
      at++;
    } else if (star >= 0) {
      expected = star + 1;
      at = ++resumed;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(expected));
}

const weekdays = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** A day, a month or a year, as a number; the sum of several can be compared. */
function datePart(name: string) {
  const [month, number] = [months.indexOf(name), Number(name)];
  if (month >= 0) return { value: month, weight: 100, of: (date: Date) => date.getUTCMonth() };
  if (!Number.isInteger(number) || number < 1) return undefined;
  return number < 32
    ? { value: number, weight: 1, of: (date: Date) => date.getUTCDate() }
    : { value: number, weight: 10_000, of: (date: Date) => date.getUTCFullYear() };
}

function seconds([hours = 0, minutes = 0, rest = 0]: readonly number[]): number {
  return hours * 3600 + minutes * 60 + rest;
}

/** Whether a value is in a range that includes both ends, and that may go over the end of a day, a week or a year. */
function isWithin(from: number, value: number, to: number): boolean {
  return from <= to ? from <= value && value <= to : value >= from || value <= to;
}
