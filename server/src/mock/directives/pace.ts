import * as l10n from "@vscode/l10n";
import { byteCount } from "../../expectations/operands.ts";
import type { DirectiveProblem } from "../../expectations/problem.ts";
import type { Directive } from "../../format/preamble.ts";
import type { Pace } from "../../protocol/served.ts";
import { parseDuration } from "../../text/duration.ts";
import { longestDelay } from "../../text/limits.ts";
import { type Span, slice } from "../../text/span.ts";

/** How a response misbehaves, by its directives, the last one of each name; and what is wrong with them. */
export function readPace(text: string, directives: readonly Directive[]) {
  let pace: Pace | undefined;
  const problems: DirectiveProblem[] = [];
  for (const { name, value } of directives) {
    const read = readers.get(slice(text, name));
    if (!read) continue;
    const found = read(slice(text, value));
    const at: Span = value.start === value.end ? name : value;
    if (typeof found === "string") problems.push({ ...at, message: found });
    else if (found.end && pace?.end && pace.end !== found.end) {
      problems.push({ ...name, message: l10n.t("A response can't have both @reset and @hang. Remove one of them.") });
    } else pace = { ...pace, ...found };
  }
  return { pace, problems };
}

/** Returns a part of the pace, or a sentence about the value. */
type Read = (value: string) => Pace | string;

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["delay", readDelay],
  ["slow", readSlow],
  ["cut", readCut],
  ["reset", (value) => readEnd("reset", value)],
  ["hang", (value) => readEnd("hang", value)],
]);

function readDelay(value: string): Pace | string {
  const [first = "", second = first, ...more] = value.split(" to ");
  // Elsewhere, a number without a unit means seconds.
  const read = (time: string) => (/\d\s*$/.test(time) ? undefined : parseDuration(time.trim()));
  const [from, to] = [read(first), read(second)];
  if (from === undefined || to === undefined || more.length > 0) {
    return l10n.t("@delay must be a time, such as 2 s, or two, such as 1 s to 3 s.");
  }
  if (to < from) return l10n.t("The second time of @delay must not be less than the first.");
  if (to > longestDelay) return l10n.t("@delay must be at most {0} hours.", longestDelay / 3_600_000);
  return { delay: { from, to } };
}

function readSlow(value: string): Pace | string {
  const bytesPerSecond = value.endsWith("/s") ? byteCount(value.slice(0, -2).trimEnd()) : undefined;
  if (bytesPerSecond === undefined || bytesPerSecond < 1) {
    return l10n.t("@slow must be a number of bytes per second, such as 100 B/s or 10 KB/s.");
  }
  return { bytesPerSecond };
}

function readCut(value: string): Pace | string {
  const [, count] = /^after[ \t]+(\d{1,12})[ \t]+bytes?$/.exec(value) ?? [];
  return count === undefined
    ? l10n.t("@cut must be a number of bytes, such as after 200 bytes.")
    : { cutAfter: Number(count) };
}

function readEnd(end: "reset" | "hang", value: string): Pace | string {
  return value === "" ? { end } : l10n.t("@{0} must have no value.", end);
}
