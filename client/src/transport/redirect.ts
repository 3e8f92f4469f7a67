import { fieldValues } from "./head.ts";
import type { Change, Field, Redirect } from "./result.ts";
import { isSecretHeader } from "./secretNames.ts";
import type { TransportRequest } from "./transport.ts";

export type Follow =
  | {
      readonly kind: "follow";
      readonly request: TransportRequest;
      readonly location: string;
      readonly sameOrigin: boolean;
      /** It leads from https to http: everybody on the way could read what is sent there. */
      readonly unencrypted: boolean;
    }
  | { readonly kind: "location-missing" }
  | { readonly kind: "location-invalid"; readonly location: string };

/** RFC 9110 section 15.4; 300 and 304 name no place to go to. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

export function urlOf(request: TransportRequest): string {
  return `${request.scheme}://${authorityOf(request)}${request.target}`;
}

/**
 * The request that follows a redirect. 307 and 308 repeat method and bytes; 301, 302 and 303 turn everything but GET and
 * HEAD into a GET without a body, as all clients do. Where the origin changes, Host becomes the new one, and every header
 * whose name says that it holds a secret is left out (RFC 9110 section 15.4). All other bytes of the head stay.
 */
export function followRedirect(
  request: TransportRequest,
  response: { readonly status: number; readonly fields: readonly Field[] },
): Follow {
  const [location] = fieldValues(response.fields, "location");
  if (location === undefined || location === "") return { kind: "location-missing" };
  const base = `${request.scheme}://${authorityOf(request)}`;
  const url = resolveUrl(location, request.target.startsWith("/") ? urlOf(request) : base);
  if (url === undefined) return { kind: "location-invalid", location };
  const scheme = url.protocol === "https:" ? "https" : "http";
  const port = url.port === "" ? (scheme === "https" ? 443 : 80) : Number(url.port);
  const sameOrigin = urlOrigin(url) === urlOrigin(new URL(base));
  const repeats = response.status === 307 || response.status === 308 || /^(GET|HEAD)$/.test(request.method);
  const isDropped = (name: string) =>
    (!sameOrigin && isSecretHeader(name)) || (!repeats && contentFields.includes(name.toLowerCase()));
  const head = editHead(request.head, isDropped, sameOrigin ? undefined : url.host);
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
      port,
      method,
      target,
      requestLine: `${method} ${target} ${version}`,
      absoluteForm: `${method} ${scheme}://${url.host}${target} ${version}`,
      head,
      emptyLine: request.emptyLine,
      fields: editFields(request.fields, isDropped, sameOrigin ? undefined : url.host),
      body: repeats ? request.body : new Uint8Array(0),
    },
  };
}

/** The request of the last attempt, where redirects were followed. */
export function lastRequest(
  first: TransportRequest,
  redirects: readonly { readonly message: Pick<Redirect["message"], "status" | "fields"> }[],
): TransportRequest {
  return redirects.reduce((request, { message }) => {
    const follow = followRedirect(request, message);
    return follow.kind === "follow" ? follow.request : request;
  }, first);
}

/** Where a request line that was sent differs from the author's. */
export function requestLineChange(typed: TransportRequest, sent: string): readonly Change[] {
  const line = typed.typedRequestLine ?? typed.requestLine;
  return line === sent ? [] : [{ kind: "request-line", typed: line, sent }];
}

/** Where a request differs from the author's, field by field; the request line aside. */
export function changesBetween(typed: TransportRequest, sent: TransportRequest): readonly Change[] {
  if (typed === sent) return [];
  const changes: Change[] = [];
  for (const { name, value } of typed.fields) {
    const now = sent.fields.find((field) => field.name === name);
    if (now === undefined) changes.push({ kind: "dropped", name, typed: value });
    else if (name.toLowerCase() === "host" && now.value !== value) {
      changes.push({ kind: "replaced", name, typed: value, sent: now.value });
    }
  }
  if (typed.body.length > sent.body.length) changes.push({ kind: "body-dropped", bytes: typed.body.length });
  return changes;
}

const contentFields = [
  "content-length",
  "content-type",
  "content-encoding",
  "content-language",
  "content-location",
  "transfer-encoding",
  "expect",
];

function authorityOf({ host, port }: TransportRequest): string {
  return `${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
}

/** `http:` or `https:` without user information; undefined for anything else. */
function resolveUrl(location: string, base: string): URL | undefined {
  try {
    const url = new URL(location, base);
    const web = (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "";
    return web && !url.href.slice(0, url.href.indexOf(url.host)).includes("@") ? url : undefined;
  } catch {
    return undefined;
  }
}

function urlOrigin(url: URL): string {
  return `${url.protocol}//${url.host}`;
}

function editFields(
  fields: readonly Field[],
  isDropped: (name: string) => boolean,
  host: string | undefined,
): readonly Field[] {
  return fields
    .filter(({ name }) => !isDropped(name))
    .map((field) => (host !== undefined && field.name.toLowerCase() === "host" ? { ...field, value: host } : field));
}

/** Works on the lines as typed; a folded line belongs to the one before it. */
function editHead(head: string, isDropped: (name: string) => boolean, host: string | undefined): string {
  let keep = true;
  const kept: string[] = [];
  for (const [at, line] of head.split(/(?<=\r\n)/).entries()) {
    const name = nameOf(line);
    const folded = at > 0 && /^[ \t]/.test(line);
    if (!folded) keep = !isDropped(name);
    if (!keep) continue;
    kept.push(host !== undefined && name.toLowerCase() === "host" ? line.replace(/:.*/s, `: ${host}\r\n`) : line);
  }
  return kept.join("");
}

/** What stands before the colon; in a line without one the first word, because nobody knows where the name ends. */
function nameOf(line: string): string {
  const colon = line.indexOf(":");
  return colon < 0 ? (line.trim().split(/[\s=]/, 1)[0] ?? "") : line.slice(0, colon).trim();
}
