import * as l10n from "@vscode/l10n";
import { formatDuration, medianOf } from "../text/quantities.ts";
import type { Exchange } from "./exchange.ts";

/** Width of the bars in columns, beside their labels. */
const width = 40;

/**
 * The stages of an exchange as bars, one below the other, and the last durations of its request as columns, with an empty line
 * at the end; no lines if nothing can be compared. The figures are in the details.
 * @param durations in milliseconds, the oldest first
 */
export function timingLines({ result: { timings } }: Pick<Exchange, "result">, durations: readonly number[]): string[] {
  const lines = [...stageLines(timings), ...durationLines(durations)];
  return lines.length === 0 ? [] : [...lines, ""];
}

function stageLines({ dns = 0, tcp = 0, tls = 0, firstByte, download = 0 }: Exchange["result"]["timings"]): string[] {
  const whole = (firstByte ?? 0) + download;
  if (firstByte === undefined || whole <= 0) return [];
  const connected = dns + tcp + tls;
  let begin = 0;
  return (
    [
      [l10n.t("name lookup"), dns],
      [l10n.t("TCP connection"), tcp],
      [l10n.t("TLS handshake"), tls],
      [l10n.t("waiting"), Math.max(0, firstByte - connected)],
      [l10n.t("download"), download],
    ] as const
  ).flatMap(([label, duration]) => {
    if (duration === 0) return [];
    const line = labelled(label, bar(begin / whole, (begin + duration) / whole));
    begin += duration;
    return line;
  });
}

function durationLines(durations: readonly number[]): string[] {
  if (durations.length < 2) return [];
  const [least, most] = [Math.min(...durations), Math.max(...durations)];
  const columns = durations.map((one) => "▁▂▃▄▅▆▇█"[most <= 0 ? 0 : Math.round((one / most) * 7)]).join("");
  const figures = [least, most, medianOf(durations)].map(formatDuration);
  return [
    labelled(l10n.t("last {0} sends", durations.length), `${columns} ${l10n.t("{0} to {1}, median {2}", ...figures)}`),
  ];
}

function labelled(label: string, text: string): string {
  return `${label.padEnd(15)} ${text}`;
}

/** Returns a bar from one share of the width to another, to an eighth of a column. Even a short bar is visible. */
function bar(from: number, to: number): string {
  const indent = Math.floor(Math.min(from, 1) * width);
  const eighths = Math.max(1, Math.round(Math.min(to, 1) * width * 8) - indent * 8);
  return `${" ".repeat(indent)}${"█".repeat(Math.floor(eighths / 8))}${"▏▎▍▌▋▊▉"[(eighths % 8) - 1] ?? ""}`;
}
