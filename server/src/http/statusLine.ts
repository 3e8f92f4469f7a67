import { trimBlanks } from "../text/lines.ts";
import { references } from "../text/references.ts";
import type { Span } from "../text/span.ts";

/** `HTTP/1.1 SP 200 SP reason`, without its line break (RFC 9112 section 4). Missing parts are `undefined`. */
export interface StatusLine extends Span {
  readonly version: Span | undefined;
  readonly status: Span | undefined;
  /** The digits of the status; `undefined` if it isn't three digits. */
  readonly code: number | undefined;
  /** Empty if there is none. */
  readonly reason: Span;
}

/** Parses a line that isn't blank. A `{{variable}}` with blanks is one part. */
export function parseStatusLine(text: string, { start, end }: Span): StatusLine {
  const content = trimBlanks(text, { start, end });
  const first = wordAt(text, content);
  const version = first && /^HTTP(?:\/|$)/i.test(text.slice(first.start, first.end)) ? first : undefined;
  const status = version ? wordAt(text, { start: version.end, end: content.end }) : first;
  const reason = trimBlanks(text, { start: status?.end ?? content.end, end: content.end });
  const digits = status && text.slice(status.start, status.end);
  const code = digits !== undefined && /^\d{3}$/.test(digits) ? Number(digits) : undefined;
  return { start, end, version, status, code, reason };
}

/** The first word of a span; `undefined` if there is only whitespace. */
function wordAt(text: string, span: Span): Span | undefined {
  const { start, end } = trimBlanks(text, span);
  if (start === end) return undefined;
  let at = start;
  for (const reference of [...references(text, start, end), { start: end, end }]) {
    const blank = text.slice(at, reference.start).search(/[ \t]/);
    if (blank >= 0) return { start, end: at + blank };
    at = reference.end;
  }
  return { start, end };
}
