import * as l10n from "@vscode/l10n";

/** Returns a size as text: `0 B`, `999 B`, `1.4 KB`, `12 MB`, where 1 KB is 1,024 bytes as in VS Code. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return l10n.t("{0} B", bytes);
  const units = ["KB", "MB", "GB"];
  let value = bytes / 1024;
  let unit = 0;
  // A value that is rounded to 1024 is 1 of the next unit.
  while (Number(rounded(value)) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${rounded(value)} ${units[unit]}`;
}

/** Returns a duration in milliseconds as text: `0.4 ms`, `132 ms`, `1.3 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) {
    return l10n.t("{0} ms", milliseconds < 1 ? milliseconds.toFixed(1) : Math.round(milliseconds));
  }
  if (milliseconds < 59_950) return l10n.t("{0} s", (milliseconds / 1000).toFixed(1));
  const seconds = Math.round(milliseconds / 1000);
  return l10n.t("{0} min {1} s", Math.floor(seconds / 60), seconds % 60);
}

/** Returns `Nov 22, 2026, 4:02:19 AM`: local time in the host's language. Takes arguments of `Date`. */
export function formatTime(at: number | string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? String(at)
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

/** Returns an exact count as text: `1 byte`, `4 bytes`. */
export function countBytes(bytes: number): string {
  return bytes === 1 ? l10n.t("1 byte") : l10n.t("{0} bytes", bytes);
}

function rounded(value: number): string {
  return value < 9.95 ? value.toFixed(1) : value.toFixed(0);
}

/** Returns milliseconds for JSON, with one digit after the point. */
export function roundedMilliseconds(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
