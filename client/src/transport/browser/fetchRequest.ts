import * as l10n from "@vscode/l10n";
import { changedByFetch, fieldFate, forbidsBody } from "../../../../server/src/http/fetch.ts";
import { toBinary } from "../../../../server/src/text/base64.ts";
import { isSecretHeader } from "../../../../server/src/text/secretNames.ts";
import { requestLineChange, sourcesOf, urlOf } from "../redirect.ts";
import type { FailureFacts, MessageChange, ReceivedField } from "../result.ts";
import type { SendOptions, TransportRequest } from "../transport.ts";

export interface FetchArguments {
  readonly kind: "prepared";
  readonly url: string;
  readonly init: RequestInit;
  /** The typed fields that are in `init`. */
  readonly kept: readonly ReceivedField[];
  readonly changes: readonly MessageChange[];
}

/** Returns the arguments for fetch, and the differences between the typed message and the one that it sends. */
export function fetchArguments(
  request: TransportRequest,
  redirects: SendOptions["redirects"],
): FetchArguments | FailureFacts {
  const url = parseUrl(request);
  if (url === undefined) return { kind: "unsendable", reason: "address", detail: urlOf(request) };
  if (isBlocked(url)) return { kind: "mixed-content", host: url.hostname };
  if (isInChunks(request)) {
    const detail = l10n.t(
      "A browser frames the body itself, so it can't send it in chunks. Remove @chunked, or use VS Code on the desktop.",
    );
    return { kind: "unsendable", reason: "fetch", detail };
  }
  const dropsBody = forbidsBody(request.method) && request.body.length > 0;
  const context = { method: request.method, authority: url.host, bodyLength: request.body.length };
  const kept = request.fields.filter((field) => fieldFate(field, context).kind === "kept");
  const { secretFields, secretPlaces } = secretParts({ ...request, fields: kept });
  const init: RequestInit = {
    method: request.method,
    // fetch sends each character as a byte: the bytes of UTF-8, as the Node transport sends them.
    headers: kept.map(({ name, value }) => [name, toBinary(new TextEncoder().encode(value))]),
    ...(forbidsBody(request.method) ? {} : { body: request.body.slice() }),
    // The browser answers challenges only if it may also send cookies. Otherwise:
    // No cookies and no referrer, because the author didn't type them. `no-store` adds Cache-Control and Pragma, so it is
    // used only for methods whose responses may be cached.
    credentials: request.authentication ? "include" : "omit",
    referrerPolicy: "no-referrer",
    cache: forbidsBody(request.method) ? "no-store" : "default",
    mode: "cors",
    redirect: redirects === "always" && secretFields.length + secretPlaces.length === 0 ? "follow" : "manual",
  };
  try {
    new Request(url, init);
  } catch (error) {
    return { kind: "unsendable", reason: "fetch", detail: error instanceof Error ? error.message : String(error) };
  }
  const changes: MessageChange[] = [...lineChange(request, url), ...changedByFetch(request.fields, context)];
  if (dropsBody) changes.push({ kind: "body-dropped", bytes: request.body.length });
  changes.push(...added(request.fields, context));
  return { kind: "prepared", url: url.href, init, kept, changes };
}

/** Whether the body is in chunks. fetch would send the sizes of the chunks as content. */
function isInChunks({ fields, body }: TransportRequest): boolean {
  const isCoded = fields.some(({ name, value }) => /^transfer-encoding$/i.test(name) && /chunked\s*$/i.test(value));
  return isCoded && /^[0-9a-f]+[\r;]/i.test(toBinary(body.subarray(0, 20)));
}

/** The secret parts that fetch would send to another origin: it drops only Authorization (HTTP-redirect fetch). */
export function secretParts({ fields, secretUses = [] }: Pick<TransportRequest, "fields" | "secretUses">) {
  const isSecret = (name: string) => isSecretHeader(name) || sourcesOf(secretUses, "header", name).length > 0;
  const names = fields.map(({ name }) => name);
  return {
    secretFields: names.filter((name) => isSecret(name) && !/^(?:authorization|host)$/i.test(name)),
    secretPlaces: (["target", "body"] as const).filter((place) => sourcesOf(secretUses, place).length > 0),
  };
}

/** Undefined if it has none. If the target didn't begin with `/` or `?`, the host could become user information. */
function parseUrl(request: TransportRequest): URL | undefined {
  if (!/^[/?]/.test(request.target)) return undefined;
  try {
    return new URL(urlOf(request));
  } catch {
    return undefined;
  }
}

/**
 * Whether the browser blocks a URL. VS Code's worker host has the policy `connect-src https: http://localhost:*
 * http://127.0.0.1:*`. A page from https can't fetch plain http from other hosts anyway (Mixed Content section 5.3).
 */
function isBlocked({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && hostname !== "localhost" && hostname !== "127.0.0.1";
}

/** fetch writes six methods in upper case, normalizes the target, and uses its own version of HTTP. */
function lineChange(request: TransportRequest, url: URL): readonly MessageChange[] {
  const method = /^(delete|get|head|options|post|put)$/i.test(request.method)
    ? request.method.toUpperCase()
    : request.method;
  return requestLineChange(request, `${method} ${url.pathname}${url.search} HTTP/1.1`);
}

/** Fields that a browser adds unless they were typed. */
function added(
  fields: readonly ReceivedField[],
  { authority, bodyLength, method }: { authority: string; bodyLength: number; method: string },
): readonly MessageChange[] {
  const typed = new Set(fields.map(({ name }) => name.toLowerCase()));
  const own: Readonly<Record<string, string | undefined>> = {
    Host: authority,
    ...(forbidsBody(method)
      ? { "Cache-Control": "no-cache", Pragma: "no-cache" }
      : { "Content-Length": String(bodyLength) }),
    Accept: "*/*",
    "Accept-Encoding": undefined,
    "Accept-Language": undefined,
    Origin: undefined,
    "User-Agent": undefined,
  };
  return Object.entries(own)
    .filter(([name]) => !typed.has(name.toLowerCase()))
    .map(([name, sent]) => ({ kind: "added", name, sent, secret: false }));
}
