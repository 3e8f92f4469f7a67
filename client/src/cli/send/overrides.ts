import { isSecretHeader } from "../../../../server/src/text/secretNames.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { portOf, withoutBrackets } from "../../transport/authority.ts";
import type { TransportRequest } from "../../transport/transport.ts";
import type { Arguments } from "../arguments.ts";
import type { OptionTable } from "../options.ts";
import { type Header, readHeaders } from "../sharedOptions.ts";

export const overrideOptions = {
  endpoint: {
    value: "URL",
    help: "send all requests but those of imported files to this scheme, host and port, with its path in front of theirs",
  },
  header: {
    value: "HEADER",
    repeated: true,
    help: "send this header, NAME: VALUE, instead of those of the same name, or behind the last one, but not in imported files",
  },
} as const satisfies OptionTable;

export interface Overrides {
  readonly endpoint: URL | undefined;
  readonly headers: readonly Header[];
}

/** The overrides of imported files: none, because their requests are sent to the addresses in their own file. */
export const noOverrides: Overrides = { endpoint: undefined, headers: [] };

export function readOverrides(given: Arguments): Overrides {
  const headers = readHeaders(given);
  const framing = headers.find(({ name }) => /^(?:content-length|transfer-encoding)$/i.test(name));
  if (framing) given.refuse(`--header can't change ${framing.name}, by which the service finds the end of the body.`);
  return { endpoint: readEndpoint(given), headers };
}

function readEndpoint(given: Arguments): URL | undefined {
  const typed = given.last("endpoint");
  if (typed === undefined) return undefined;
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === "")
    return url;
  given.refuse(
    `Invalid value for --endpoint. Use an address without a login and a query, such as https://localhost:8443 or http://test/v2.`,
  );
  return undefined;
}

/** Returns the request with the options applied, the changes that they made, and the secrets in it. */
export function overridden(
  request: TransportRequest,
  { endpoint, headers }: Overrides,
): { readonly request: TransportRequest; readonly changes: readonly string[]; readonly secrets: readonly string[] } {
  const moved = endpoint ? movedTo(endpoint, request) : request;
  return {
    request: headers.reduce(withHeader, moved),
    changes: [
      ...(endpoint ? [`It is sent to ${endpoint.href} (--endpoint).`] : []),
      ...headers.map(({ name }) => `The header ${name} is that of --header.`),
    ],
    secrets: headers.flatMap(({ name, value }) => (isSecretHeader(name) && value !== "" ? value : [])),
  };
}

function movedTo(endpoint: URL, request: TransportRequest): TransportRequest {
  const { target, requestLine, method } = request;
  const path = target.startsWith("/") ? trimTrailing(endpoint.pathname, "/") : "";
  const at = requestLine.indexOf(target, method.length);
  const lineWith = (before: string) => requestLine.slice(0, at) + before + requestLine.slice(at);
  const moved = {
    ...request,
    scheme: endpoint.protocol === "https:" ? ("https" as const) : ("http" as const),
    host: withoutBrackets(endpoint.hostname),
    port: portOf(endpoint),
    target: `${path}${target}`,
    requestLine: lineWith(path),
    absoluteRequestLine: lineWith(`${endpoint.origin}${path}`),
  };
  const hasHost = request.fields.some(({ name }) => name.toLowerCase() === "host");
  return hasHost ? withHeader(moved, { name: "Host", value: endpoint.host }) : moved;
}

function withHeader(request: TransportRequest, header: Header): TransportRequest {
  const isSame = (name: string) => name.trim().toLowerCase() === header.name.toLowerCase();
  const lines = request.head.split("\r\n").slice(0, -1);
  const line = `${header.name}: ${header.value}`;
  const head = replacedFirst(lines, (one) => isSame(one.slice(0, Math.max(one.indexOf(":"), 0))), line);
  const fields = replacedFirst(request.fields, ({ name }) => isSame(name), header);
  return { ...request, head: head.map((one) => `${one}\r\n`).join(""), fields };
}

/** Replaces the first match, and removes the others. Without any, the new item is added at the end. */
function replacedFirst<Item>(items: readonly Item[], matches: (item: Item) => boolean, by: Item): readonly Item[] {
  const first = items.findIndex(matches);
  if (first < 0) return [...items, by];
  return items.flatMap((item, index) => (index === first ? by : matches(item) ? [] : item));
}
