import { afterBreak, isBlank, lineStart, trimBlanks } from "../text/lines.ts";
import { referenceAt } from "../text/references.ts";
import { type Span, shift } from "../text/span.ts";
import { parseHost } from "./host.ts";
import { tokenEnd } from "./tokens.ts";

/** A request line `METHOD SP request-target SP HTTP/1.1`, without its line break. Missing parts are `undefined`. */
export interface RequestLine extends Span {
  readonly method: Span | undefined;
  readonly target: Span | undefined;
  readonly version: Span | undefined;
  /** Whitespace that isn't allowed: at both ends, and between two parts a tab, or more than one space. */
  readonly badSpaces: readonly Span[];
  readonly targetSpaces: readonly Span[];
}

/** Parses a line that isn't blank. A `{{variable}}` that contains blanks belongs to one part. */
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
  const version = last && parts.length > 1 && isVersion(text, last) ? last : undefined;
  const rest = version ? parts.slice(0, -1) : parts;
  const head = rest[0];
  const method = head && looksLikeMethod(text, head) ? head : undefined;
  const targetParts = method ? rest.slice(1) : rest;
  const first = targetParts[0];
  const final = targetParts.at(-1);
  return { method, target: first && final ? { start: first.start, end: final.end } : undefined, version };
}

function isVersion(text: string, { start, end }: Span): boolean {
  return /^HTTP(?:\/|$)/i.test(text.slice(start, end));
}

/** Whether a text may be a method: a token (RFC 9110 section 9.1) without a dot, because `example.com` is a target. */
function looksLikeMethod(text: string, { start, end }: Span): boolean {
  return tokenEnd(text, start, end) === end && !text.slice(start, end).includes(".");
}

export function strayRequestLine(text: string, from: number | undefined): Span | undefined {
  if (from === undefined) return undefined;
  for (let at = text.indexOf("HTTP/1.", from); at >= 0; at = text.indexOf("HTTP/1.", at + 1)) {
    const end = at + "HTTP/1.1".length;
    // Only the version at the end of a line is examined, at most one per line, so that searching the starts of the lines takes
    // linear time.
    if (end < text.length && afterBreak(text, end) === end) continue;
    const line = { start: Math.max(lineStart(text, at), from), end };
    if (isRequestLine(text, line)) return line;
  }
  return undefined;
}

export function isRequestLine(text: string, { start, end }: Span): boolean {
  return end - start < 4000 && /^[A-Z]{3,10} [^\s<>"]+ HTTP\/1\.[01]$/.test(text.slice(start, end));
}

/** A status line `HTTP/1.1 SP 200 SP reason`, without its line break (RFC 9112 section 4). Missing parts are `undefined`. */
export interface StatusLine extends Span {
  readonly version: Span | undefined;
  readonly status: Span | undefined;
  /** The status code; `undefined` if it doesn't consist of three digits. */
  readonly code: number | undefined;
  /** The reason; empty if there is none. */
  readonly reason: Span;
}

/** Parses a line that isn't blank. A `{{variable}}` that contains blanks belongs to one part. */
export function parseStatusLine(text: string, { start, end }: Span): StatusLine {
  const [first, second] = splitParts(text, start, end);
  const version = first && isVersion(text, first) ? first : undefined;
  const status = version ? second : first;
  const content = trimBlanks(text, { start, end });
  const reason = trimBlanks(text, { start: status?.end ?? content.end, end: content.end });
  const digits = status && text.slice(status.start, status.end);
  const code = digits !== undefined && /^\d{3}$/.test(digits) ? Number(digits) : undefined;
  return { start, end, version, status, code, reason };
}

/** The parts of a request target (RFC 9112 section 3.2, RFC 3986). Offsets are in the target. */
export interface Target {
  readonly form: "origin" | "absolute" | "other";
  /** The scheme in lower case, which only a target in absolute-form has. */
  readonly scheme: "http" | "https" | undefined;
  readonly authority: Span | undefined;
  /** The path and the query, as in origin-form; may be empty. */
  readonly pathAndQuery: Span;
  /** The fragment, including the `#`. */
  readonly fragment: Span | undefined;
  readonly problems: readonly TargetProblem[];
}

export interface TargetProblem extends Span {
  readonly kind: "character" | "escape" | "user-information" | "port";
}

export function parseTarget(target: string): Target {
  const hash = target.indexOf("#");
  const end = hash < 0 ? target.length : hash;
  const prefix = /^(https?):\/\//i.exec(target);
  const fragment = hash < 0 ? undefined : { start: hash, end: target.length };
  if (!prefix) {
    const form = target.startsWith("/") ? "origin" : "other";
    const pathAndQuery = { start: 0, end };
    const problems = problemsOf(target, 0, end);
    return { form, scheme: undefined, authority: undefined, pathAndQuery, fragment, problems };
  }
  const start = prefix[0].length;
  const length = target.slice(start, end).search(/[/?]/);
  const authorityEnd = length < 0 ? end : start + length;
  const problems = problemsOf(target, start, end);
  const user = target.slice(start, authorityEnd).lastIndexOf("@");
  if (user >= 0) problems.unshift({ kind: "user-information", start, end: start + user + 1 });
  const port = parseHost(target.slice(start, authorityEnd)).problem;
  if (port?.kind === "port") problems.push({ ...shift(port, start), kind: "port" });
  return {
    form: "absolute",
    scheme: prefix[1]?.toLowerCase() === "https" ? "https" : "http",
    authority: { start, end: authorityEnd },
    pathAndQuery: { start: authorityEnd, end },
    fragment,
    problems,
  };
}

/** Characters that RFC 3986 doesn't allow in a path or a query (except the brackets of an IPv6 literal), and invalid escapes. */
function problemsOf(target: string, start: number, end: number): TargetProblem[] {
  const problems: TargetProblem[] = [];
  const brackets = /^\/?\/?(?:[^/?#]*@)?\[[0-9A-Fa-f:.vV]*\]/.exec(target.slice(start, end))?.[0].length ?? 0;
  for (let at = start + (start > 0 ? brackets : 0); at < end; at++) {
    const character = target.charAt(at);
    if (character === "%") {
      if (/^[0-9A-Fa-f]{2}$/.test(target.slice(at + 1, Math.min(at + 3, end)))) continue;
      problems.push({ kind: "escape", start: at, end: Math.min(at + 3, end) });
    } else if (!/[A-Za-z0-9\-._~!$&'()*+,;=:@/?]/.test(character)) {
      const length = /[\uD800-\uDBFF]/.test(character) && at + 1 < end ? 2 : 1;
      problems.push({ kind: "character", start: at, end: at + length });
      at += length - 1;
    }
  }
  return problems;
}
