import type { Span } from "../text/span.ts";

/** A host with an optional port: `uri-host [ ":" port ]` (RFC 9110 section 7.2). Offsets are in the value. */
export interface Host {
  /** The name as typed; an IPv6 literal includes its brackets. */
  readonly name: string;
  readonly port: number | undefined;
  readonly problem: HostProblem | undefined;
}

export interface HostProblem extends Span {
  readonly kind: "empty" | "scheme" | "path" | "user-information" | "character" | "port" | "ipv6";
}

export function parseHost(value: string): Host {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(value)?.[0].length ?? 0;
  const path = value.slice(scheme).search(/[/?#\\]/);
  const end = path < 0 ? value.length : scheme + path;
  const user = value.slice(scheme, end).lastIndexOf("@");
  const start = user < 0 ? scheme : scheme + user + 1;
  const { nameEnd, ipv6 } = nameEndOf(value, start, end);
  const name = value.slice(start, nameEnd);
  const portText = value.charAt(nameEnd) === ":" ? value.slice(nameEnd + 1, end) : "";
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : undefined;
  return { name, port, problem: problemOf() };

  function problemOf(): HostProblem | undefined {
    if (value === "") return { kind: "empty", start: 0, end: 0 };
    if (scheme > 0) return { kind: "scheme", start: 0, end: scheme };
    if (user >= 0) return { kind: "user-information", start: scheme, end: start };
    if (path >= 0 && end > start) return { kind: "path", start: end, end: value.length };
    if (ipv6 && !isIpv6(name.slice(1, -1))) return { kind: "ipv6", start, end: nameEnd };
    if (name === "") return { kind: "empty", start: 0, end: value.length };
    if (!ipv6) {
      const bad = badCharacter(value, start, nameEnd);
      if (bad) return { kind: "character", ...bad };
    }
    if (nameEnd < end && value.charAt(nameEnd) !== ":") return { kind: "character", start: nameEnd, end };
    if (portText !== "" && (port === undefined || port === 0 || port > 65535))
      return { kind: "port", start: nameEnd + 1, end };
    return undefined;
  }
}

/** Whether two authorities are equal. Case is ignored, and a missing port equals the default port. */
export function sameHost(a: Host, b: Host, defaultPort: number): boolean {
  return a.name.toLowerCase() === b.name.toLowerCase() && (a.port ?? defaultPort) === (b.port ?? defaultPort);
}

function nameEndOf(value: string, start: number, end: number): { nameEnd: number; ipv6: boolean } {
  if (value.charAt(start) === "[") {
    const close = value.indexOf("]", start);
    return { nameEnd: close < 0 || close >= end ? end : close + 1, ipv6: true };
  }
  const colon = value.slice(start, end).indexOf(":");
  return { nameEnd: colon < 0 ? end : start + colon, ipv6: false };
}

/** The first character that isn't allowed in a `reg-name` (RFC 3986 section 3.2.2). */
function badCharacter(value: string, start: number, end: number): Span | undefined {
  for (let at = start; at < end; at++) {
    const character = value.charAt(at);
    if (character === "%" && /^[0-9A-Fa-f]{2}/.test(value.slice(at + 1, at + 3))) continue;
    if (!/[A-Za-z0-9\-._~!$&'()*+,;=]/.test(character)) {
      return { start: at, end: at + (/[\uD800-\uDBFF]/.test(character) ? 2 : 1) };
    }
  }
  return undefined;
}

function isIpv6(text: string): boolean {
  if (/^v[0-9a-f]+\.[\w\-.~!$&'()*+,;=:]+$/i.test(text)) return true;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1);
  const ipv4 = last?.includes(".") ?? false;
  if (ipv4 && !/^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(last ?? "")) return false;
  const hex = ipv4 ? groups.slice(0, -1) : groups;
  const count = hex.length + (ipv4 ? 2 : 0);
  return hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}
