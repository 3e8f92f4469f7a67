import { fieldFate, forbidsBody, unsendable } from "../../../../server/src/http/fetch.ts";
import { requestLineChange, urlOf } from "../redirect.ts";
import type { Change, FailureFacts, Field } from "../result.ts";
import { isSecretHeader } from "../secretNames.ts";
import type { SendOptions, TransportRequest } from "../transport.ts";

export interface Prepared {
  readonly kind: "prepared";
  readonly url: string;
  readonly init: RequestInit;
  /** The author's fields that are in `init`. */
  readonly kept: readonly Field[];
  readonly changes: readonly Change[];
}

/** What fetch is to be called with, and what of the author's message will not be sent as typed. */
export function prepare(request: TransportRequest, redirects: SendOptions["redirects"]): Prepared | FailureFacts {
  const url = parseUrl(request);
  if (url === undefined) return { kind: "unsendable", reason: "address", detail: urlOf(request) };
  if (isBlocked(url)) return { kind: "mixed-content", host: url.hostname };
  const dropsBody = forbidsBody(request.method) && request.body.length > 0;
  const context = { method: request.method, authority: url.host, bodyLength: request.body.length };
  const kept = request.fields.filter((field) => fieldFate(field, context).kind === "kept");
  const init: RequestInit = {
    method: request.method,
    headers: kept.map(({ name, value }) => [name, byteString(value)]),
    ...(forbidsBody(request.method) ? {} : { body: request.body.slice() }),
    // What the author didn't type is not sent: no cookies, no referrer. `no-store` adds Cache-Control and Pragma, so it is
    // for what may come out of a cache alone.
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: forbidsBody(request.method) ? "no-store" : "default",
    mode: "cors",
    redirect: redirects === "always" && secretFields(kept).length === 0 ? "follow" : "manual",
  };
  try {
    new Request(url, init);
  } catch (error) {
    return { kind: "unsendable", reason: "fetch", detail: error instanceof Error ? error.message : String(error) };
  }
  const changes: Change[] = [...lineChange(request, url), ...unsendable(request.fields, context)];
  if (dropsBody) changes.push({ kind: "body-dropped", bytes: request.body.length });
  changes.push(...added(request.fields, context));
  return { kind: "prepared", url: url.href, init, kept, changes };
}

/** Names of fields that fetch would send on to another origin; Authorization it leaves behind (Fetch, HTTP-redirect fetch). */
export function secretFields(fields: readonly Field[]): readonly string[] {
  return fields
    .map(({ name }) => name)
    .filter((name) => isSecretHeader(name) && name.toLowerCase() !== "authorization");
}

/** A target that doesn't begin with `/` could turn the host into user information of another one. */
function parseUrl(request: TransportRequest): URL | undefined {
  if (!/^[/?]/.test(request.target)) return undefined;
  try {
    return new URL(urlOf(request));
  } catch {
    return undefined;
  }
}

/**
 * VS Code's worker host runs under `connect-src https: http://localhost:* http://127.0.0.1:*`, and a page from https may
 * fetch plain http from no other host anyway (Mixed Content section 5.3): known without trying.
 */
function isBlocked({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && hostname !== "localhost" && hostname !== "127.0.0.1";
}

/** fetch takes characters for bytes: the UTF-8 bytes of the value, as the Node transport sends them. */
function byteString(value: string): string {
  return /^[\0-\x7f]*$/.test(value)
    ? value
    : Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("");
}

/** fetch writes six methods in capitals, normalises the target, and always speaks a version of its own. */
function lineChange(request: TransportRequest, url: URL): readonly Change[] {
  const method = /^(delete|get|head|options|post|put)$/i.test(request.method)
    ? request.method.toUpperCase()
    : request.method;
  const sent = `${method} ${url.pathname}${url.search} HTTP/1.1`;
  return requestLineChange(request, sent);
}

/** Fields that a browser adds where they weren't typed. */
function added(
  fields: readonly Field[],
  { authority, bodyLength, method }: { authority: string; bodyLength: number; method: string },
): readonly Change[] {
  const typed = new Set(fields.map(({ name }) => name.toLowerCase()));
  const own: readonly (readonly [string, string | undefined])[] = [
    ["Host", authority],
    ...(forbidsBody(method) ? [] : ([["Content-Length", String(bodyLength)]] as const)),
    ...(forbidsBody(method)
      ? ([
          ["Cache-Control", "no-cache"],
          ["Pragma", "no-cache"],
        ] as const)
      : []),
    ["Accept", "*/*"],
    ["Accept-Encoding", undefined],
    ["Accept-Language", undefined],
    ["Origin", undefined],
    ["User-Agent", undefined],
  ];
  return own
    .filter(([name]) => !typed.has(name.toLowerCase()))
    .map(([name, sent]) => ({ kind: "added", name, sent, secret: false }));
}
