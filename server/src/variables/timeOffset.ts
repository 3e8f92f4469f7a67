import dayjs, { type ManipulateType } from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { lazily } from "../text/memoized.ts";

const dayjsUtc = lazily(() => {
  dayjs.extend(utc);
  return dayjs.utc;
});

export interface TimeOffset {
  /** The maximum distance, in days. */
  readonly days: number;
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
  if (args.length === 0) return { days: 0, from: (now) => dayjsUtc()(now) };
  const [number = "", name = "", ...more] = args;
  const unit = Object.hasOwn(units, name) ? units[name] : undefined;
  if (!unit || more.length > 0 || !/^[+-]?\d{1,6}$/.test(number)) return undefined;
  const count = Number(number);
  const days = Math.abs(count) * unit.days;
  return days > furthest ? undefined : { days, from: (now) => dayjsUtc()(now).add(count, unit.unit) };
}
