import * as l10n from "@vscode/l10n";
import { toBinary } from "../../../../server/src/text/base64.ts";
import type { Failure, ReceivedField, Response, ResponseMessage } from "../../transport/result.ts";

interface CookieMessage {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly target: string;
  readonly head: string;
  readonly emptyLine: boolean;
  readonly fields: readonly Pick<ReceivedField, "name" | "value">[];
  readonly changes: readonly string[];
  readonly secrets: readonly string[];
  readonly cookies?: boolean;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Host in lower case. */
  readonly host: string;
  /** Whether subdomains of `host` receive it, too. */
  readonly withSubdomains: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Time of expiry in the form of `Date.now()`; Infinity: until the jar is cleared. */
  readonly expires: number;
}

/** Maximum length of a cookie in UTF-16 units (RFC 6265 section 6.1); longer cookies are ignored. */
const longest = 4096;
/** Maximum number of cookies (RFC 6265 section 6.1). The oldest ones are dropped. */
const maxCookies = 3000;

/**
 * The cookies of a run or a window, by host and path (RFC 6265). A Domain without a dot is ignored; there is no list of
 * public suffixes, because a cookie is sent only where `# @cookies` asks for it.
 */
export class CookieJar {
  /** Cookies by host, path and name, the oldest first. */
  readonly #cookies = new Map<string, Cookie>();
  readonly #adopted = new WeakSet<Cookie>();

  /** Keeps the cookies of a response and of the redirects before it. `now`: as in `Date.now()`. */
  keep(result: Response | Failure, now: number): void {
    for (const { url, message } of [...result.redirects, ...(result.authentication ?? [])])
      this.#keepFields(url, message, now);
    if (result.kind === "response") this.#keepFields(result.url, result, now);
  }

  /**
   * Returns the message with a Cookie header, and an entry about it in its changes; the unchanged message if it doesn't
   * ask for cookies, has the header already, or there is no cookie for it.
   */
  appliedTo<Message extends CookieMessage>(message: Message, now: number): Message {
    const { head, fields, emptyLine, changes, secrets } = message;
    const hasOwn = fields.some(({ name }) => name.toLowerCase() === "cookie");
    const value = message.cookies && emptyLine && !hasOwn ? this.#valueFor(message, now) : "";
    if (value === "") return message;
    return {
      ...message,
      head: `${head}Cookie: ${value}\r\n`,
      fields: [...fields, { name: "Cookie", value }],
      changes: [...changes, l10n.t("The Cookie header contains the cookies that the service has set (# @cookies).")],
      secrets: [...secrets, value],
    };
  }

  /** Takes over the cookies of another jar, each once, because this jar may have received newer ones since then. */
  adopt(other: CookieJar): void {
    for (const [key, cookie] of other.#cookies) {
      if (!this.#adopted.has(cookie)) this.#cookies.set(key, cookie);
      this.#adopted.add(cookie);
    }
  }

  clear(): void {
    this.#cookies.clear();
  }

  #keepFields(url: string, { fields, head }: Pick<ResponseMessage, "fields" | "head">, now: number): void {
    const { hostname, pathname } = new URL(url);
    for (const { name, value } of fields) {
      if (name.toLowerCase() !== "set-cookie" || !canBeReturned(value, head)) continue;
      const cookie = readCookie(value, hostname.toLowerCase(), pathname, now);
      if (!cookie) continue;
      const key = JSON.stringify([cookie.host, cookie.path, cookie.name]);
      const isKnown = this.#cookies.has(key);
      if (cookie.expires <= now) this.#cookies.delete(key);
      else this.#cookies.set(key, cookie);
      const [oldest] = this.#cookies.keys();
      if (!isKnown && this.#cookies.size > maxCookies && oldest !== undefined) this.#cookies.delete(oldest);
    }
  }

  /** Returns the value of the Cookie header (RFC 6265 section 5.4): longer paths come first. */
  #valueFor({ scheme, host, target }: CookieMessage, now: number): string {
    const path = target.split("?", 1)[0] ?? "/";
    return [...this.#cookies.values()]
      .filter((one) => one.expires > now && (!one.secure || scheme === "https"))
      .filter((one) => isHostOf(one, host.toLowerCase()) && isBelow(path, one.path))
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }
}

/** Controls could end the header (RFC 6265bis section 5.6); it is sent in UTF-8, so other charsets would change. */
function canBeReturned(value: string, head: Uint8Array): boolean {
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(value)) return false;
  return /^[\0-\x7f]*$/.test(value) || toBinary(head).includes(toBinary(new TextEncoder().encode(value)));
}

/** Reads a Set-Cookie header (RFC 6265 sections 5.2 and 5.3). */
function readCookie(field: string, host: string, requestPath: string, now: number): Cookie | undefined {
  const [pair = "", ...rest] = field.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, equals).trim();
  if (equals < 0 || name === "" || field.length > longest) return undefined;
  const attributes = new Map<string, string>();
  for (const part of rest) {
    const [attribute = "", ...value] = part.split("=");
    attributes.set(attribute.trim().toLowerCase(), value.join("=").trim());
  }
  const domain = (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase();
  const withSubdomains = domain.includes(".") && isHostOf({ host: domain, withSubdomains: true }, host);
  if (domain.includes(".") && !withSubdomains) return undefined;
  const path = attributes.get("path") ?? "";
  return {
    name,
    value: pair.slice(equals + 1).trim(),
    host: withSubdomains ? domain : host,
    withSubdomains: withSubdomains && !isIpAddress(host),
    path: path.startsWith("/") ? path : requestPath.slice(0, Math.max(requestPath.lastIndexOf("/"), 1)),
    secure: attributes.has("secure"),
    expires: expiryOf(attributes, now),
  };
}

/** Max-Age takes precedence over Expires. */
function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const age = attributes.get("max-age") ?? "";
  if (/^-?\d+$/.test(age)) return now + Number(age) * 1000;
  const date = Date.parse(attributes.get("expires") ?? "");
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date;
}

/** Whether a cookie is for a host (RFC 6265 section 5.1.3). */
function isHostOf(cookie: Pick<Cookie, "host" | "withSubdomains">, host: string): boolean {
  return host === cookie.host || (cookie.withSubdomains && !isIpAddress(host) && host.endsWith(`.${cookie.host}`));
}

function isIpAddress(host: string): boolean {
  return /^[\d.]+$|:/.test(host);
}

/** Whether a path matches the path of a cookie (RFC 6265 section 5.1.4). */
function isBelow(path: string, own: string): boolean {
  return path === own || (path.startsWith(own) && (own.endsWith("/") || path[own.length] === "/"));
}
