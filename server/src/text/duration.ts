const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** Converts `500ms`, `30s`, `2m`, `2min` or `1h`, in any case, to milliseconds. A number without unit means seconds. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)[ \t]*(ms|s|m|min|h)?$/i.exec(text);
  const unit = units[match?.[2]?.toLowerCase() ?? "s"];
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : undefined;
}
