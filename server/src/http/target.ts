import { type Span, shift } from "../text/span.ts";
import { parseHost } from "./host.ts";

/** The parts of a request target (RFC 9112 section 3.2, RFC 3986). Offsets: in the target. */
export interface Target {
  readonly form: "origin" | "absolute" | "other";
  /** In lower case; only in absolute-form. */
  readonly scheme: "http" | "https" | undefined;
  readonly authority: Span | undefined;
  /** The path and the query, as in origin-form; may be empty. */
  readonly pathAndQuery: Span;
  /** Includes the `#`. */
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

/** Characters that RFC 3986 allows neither in a path nor in a query (except an IPv6 literal's brackets), and bad escapes. */
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
