import { afterBreak, isBlank, lineStart } from "../text/lines.ts";
import { referenceAt } from "../text/references.ts";
import type { Span } from "../text/span.ts";
import { tokenEnd } from "./tokens.ts";

/** `METHOD SP request-target SP HTTP/1.1`, without its line break. Missing parts are `undefined`. */
export interface RequestLine extends Span {
  readonly method: Span | undefined;
  readonly target: Span | undefined;
  readonly version: Span | undefined;
  /** Whitespace that is not allowed: at the start, at the end, more than one space or a tab between two parts. */
  readonly badSpaces: readonly Span[];
  readonly targetSpaces: readonly Span[];
}

/** Parses a line that isn't blank. A `{{variable}}` with blanks is one part. */
export function parseRequestLine(text: string, { start, end }: Span): RequestLine {
  const parts = splitParts(text, start, end);
  const roles = assignRoles(text, parts);
  const badSpaces: Span[] = [];
  const targetSpaces: Span[] = [];
  let from = start;
  for (const part of [...parts, { start: end, end }]) {
    const inTarget = roles.target !== undefined && from >= roles.target.start && part.end <= roles.target.end;
    if (inTarget && from < part.start) targetSpaces.push({ start: from, end: part.start });
    else if (from < part.start) {
      const divides = from > start && part.start < end;
      if (!divides || part.start - from > 1 || text.charCodeAt(from) === 0x09) {
        badSpaces.push({ start: from, end: part.start });
      }
    }
    from = part.end;
  }
  return { start, end, ...roles, badSpaces, targetSpaces };
}

function splitParts(text: string, start: number, end: number): Span[] {
  const parts: Span[] = [];
  let from = -1;
  for (let at = start; at <= end; at++) {
    if (at === end || isBlank(text.charCodeAt(at))) {
      if (from >= 0) parts.push({ start: from, end: at });
      from = -1;
      continue;
    }
    if (from < 0) from = at;
    const reference = referenceAt(text, at);
    if (reference && reference.end <= end) at = reference.end - 1;
  }
  return parts;
}

function assignRoles(text: string, parts: readonly Span[]): Pick<RequestLine, "method" | "target" | "version"> {
  const last = parts.at(-1);
  const version = last && parts.length > 1 && /^HTTP(\/|$)/i.test(text.slice(last.start, last.end)) ? last : undefined;
  const rest = version ? parts.slice(0, -1) : parts;
  const head = rest[0];
  const method = head && looksLikeMethod(text, head) ? head : undefined;
  const targetParts = method ? rest.slice(1) : rest;
  const first = targetParts[0];
  const final = targetParts.at(-1);
  return { method, target: first && final ? { start: first.start, end: final.end } : undefined, version };
}

/** A token (RFC 9110 section 9.1) without a dot: `example.com` is a target without a method. */
function looksLikeMethod(text: string, { start, end }: Span): boolean {
  return tokenEnd(text, start, end) === end && !text.slice(start, end).includes(".");
}

export function strayRequestLine(text: string, from: number | undefined): Span | undefined {
  if (from === undefined) return undefined;
  for (let at = text.indexOf("HTTP/1.", from); at >= 0; at = text.indexOf("HTTP/1.", at + 1)) {
    const end = at + "HTTP/1.1".length;
    // Only one is at the end of its line, so that the search for the start of the line takes linear time.
    if (end < text.length && afterBreak(text, end) === end) continue;
    const line = { start: Math.max(lineStart(text, at), from), end };
    if (isRequestLine(text, line)) return line;
  }
  return undefined;
}

export function isRequestLine(text: string, { start, end }: Span): boolean {
  return end - start < 4000 && /^[A-Z]{3,10} [^\s<>"]+ HTTP\/1\.[01]$/.test(text.slice(start, end));
}
