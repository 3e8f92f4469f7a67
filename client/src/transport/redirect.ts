import type { SecretSource, SecretUse } from "../../../server/src/protocol/protocol.ts";
import { isSecretHeader } from "../../../server/src/text/secretNames.ts";
import { authorityOf, portOf } from "./authority.ts";
import { editFields, editHead, type FieldEdit } from "./headLines.ts";
import { valuesOfField } from "./responseHead.ts";
import type { MessageChange, ReceivedField, Redirect } from "./result.ts";
import type { TransportRequest } from "./transport.ts";

export type Follow =
  | {
      readonly kind: "follow";
      readonly request: TransportRequest;
      readonly location: string;
      readonly sameOrigin: boolean;
      /** Whether the redirect leads from https to http. */
      readonly unencrypted: boolean;
    }
  /** To another origin, which must not get the secrets of these sources in the target or the repeated body. */
  | {
      readonly kind: "secrets";
      readonly location: string;
      readonly place: "target" | "body";
      readonly sources: readonly SecretSource[];
    }
  | { readonly kind: "location-missing" }
  | { readonly kind: "location-invalid"; readonly location: string };

/** Whether a redirect with a status is followed (RFC 9110 section 15.4); 300 and 304 are not. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

export function urlOf(request: TransportRequest): string {
  return `${request.scheme}://${authorityOf(request)}${request.target}`;
}

/**
 * Returns the request that follows a redirect. 307 and 308 repeat method and bytes; 301, 302 and 303 change all
 * methods but GET and HEAD to a GET without a body, as in all clients. For another origin, Host changes, and headers
 * are dropped whose names say that they are secret (RFC 9110 section 15.4), or that contain a secret; a target or a
 * repeated body with a secret isn't sent. All other bytes of the header section stay.
 */
export function followRedirect(
  request: TransportRequest,
  response: { readonly status: number; readonly fields: readonly ReceivedField[] },
): Follow {
  const [location] = valuesOfField(response.fields, "location");
  if (location === undefined || location === "") return { kind: "location-missing" };
  const base = `${request.scheme}://${authorityOf(request)}`;
  const url = resolveUrl(location, request.target.startsWith("/") ? urlOf(request) : base);
  if (url === undefined) return { kind: "location-invalid", location };
  const scheme = url.protocol === "https:" ? "https" : "http";
  const from = new URL(base);
  const sameOrigin = url.protocol === from.protocol && url.host === from.host;
  const repeats = response.status === 307 || response.status === 308 || /^(GET|HEAD)$/.test(request.method);
  const uses = request.secretUses ?? [];
  const withheld = sameOrigin
    ? undefined
    : uses.find(({ place }) => place === "target" || (place === "body" && repeats));
  if (withheld?.place === "target" || withheld?.place === "body") {
    return { kind: "secrets", location, place: withheld.place, sources: sourcesOf(uses, withheld.place) };
  }
  const isSecret = (name: string) => isSecretHeader(name) || sourcesOf(uses, "header", name).length > 0;
  const isDropped = (name: string) => (!sameOrigin && isSecret(name)) || (!repeats && contentField.test(name));
  const host = sameOrigin ? undefined : url.host;
  const edit: FieldEdit = (name) => (host !== undefined && name.toLowerCase() === "host" ? host : !isDropped(name));
  const target = `${url.pathname}${url.search}`;
  const method = repeats ? request.method : "GET";
  const version = request.requestLine.split(/[ \t]+/).at(-1) ?? "HTTP/1.1";
  return {
    kind: "follow",
    sameOrigin,
    unencrypted: request.scheme === "https" && scheme === "http",
    location,
    request: {
      scheme,
      host: url.hostname,
      port: portOf(url),
      method,
      target,
      requestLine: `${method} ${target} ${version}`,
      absoluteRequestLine: `${method} ${scheme}://${url.host}${target} ${version}`,
      head: editHead(request.head, edit),
      emptyLine: request.emptyLine,
      fields: editFields(request.fields, edit),
      // Credentials go only to the origin of the typed request, not even back to it.
      ...(request.authentication ? { authentication: sameOrigin ? request.authentication : undefined } : {}),
      // The client certificate of `# @tls` is only for the origin of the request.
      ...(request.tls ? { tls: sameOrigin ? request.tls : undefined } : {}),
      ...(request.proxy === undefined ? {} : { proxy: request.proxy }),
      body: repeats ? request.body : new Uint8Array(0),
      // Another origin gets no secrets.
      ...(uses.length > 0
        ? { secretUses: sameOrigin ? uses.filter((one) => repeats || one.place !== "body") : [] }
        : {}),
    },
  };
}

/** The sources of the secrets in a place. */
export function sourcesOf(
  uses: TransportRequest["secretUses"] = [],
  place: SecretUse["place"],
  header?: string,
): readonly SecretSource[] {
  const isHere = (use: SecretUse) => use.place === place && use.header?.toLowerCase() === header?.toLowerCase();
  return uses.filter(isHere).map(({ source }) => source);
}

/** Returns the request of the last attempt, after redirects. */
export function lastRequest(
  first: TransportRequest,
  redirects: readonly { readonly message: Pick<Redirect["message"], "status" | "fields"> }[],
): TransportRequest {
  return redirects.reduce((request, { message }) => {
    const follow = followRedirect(request, message);
    return follow.kind === "follow" ? follow.request : request;
  }, first);
}

export function requestLineChange(typed: TransportRequest, sent: string): readonly MessageChange[] {
  const line = typed.typedRequestLine ?? typed.requestLine;
  return line === sent ? [] : [{ kind: "request-line", typed: line, sent }];
}

/** Returns the differences between a typed request and the sent one, without the request line. */
export function changesBetween(typed: TransportRequest, sent: TransportRequest): readonly MessageChange[] {
  if (typed === sent) return [];
  const changes: MessageChange[] = [];
  for (const { name, value } of typed.fields) {
    const now = sent.fields.find((field) => field.name === name);
    const sources = contentField.test(name) ? [] : sourcesOf(typed.secretUses, "header", name);
    if (now === undefined)
      changes.push({ kind: "dropped", name, typed: value, ...(sources.length > 0 ? { sources } : {}) });
    else if (name.toLowerCase() === "host" && now.value !== value) {
      changes.push({ kind: "replaced", name, typed: value, sent: now.value });
    }
  }
  if (typed.body.length > sent.body.length) changes.push({ kind: "body-dropped", bytes: typed.body.length });
  return changes;
}

const contentField = /^(?:content-(?:length|type|encoding|language|location)|transfer-encoding|expect)$/i;

/** Returns an `http:` or `https:` URL without user information; undefined for others. */
function resolveUrl(location: string, base: string): URL | undefined {
  try {
    const url = new URL(location, base);
    const web = (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "";
    return web && !url.href.slice(0, url.href.indexOf(url.host)).includes("@") ? url : undefined;
  } catch {
    return undefined;
  }
}
