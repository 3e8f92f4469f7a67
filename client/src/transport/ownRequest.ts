import { portOf, withoutBrackets } from "./authority.ts";
import type { TransportRequest } from "./transport.ts";

/** Returns a request that isn't in a file. User information in the URL is not sent. */
export function ownRequest(
  method: string,
  url: URL,
  fields: TransportRequest["fields"],
  body: Uint8Array = new Uint8Array(),
): TransportRequest {
  const scheme = url.protocol === "https:" ? "https" : "http";
  const place = { scheme, host: withoutBrackets(url.hostname), port: portOf(url), authority: url.host } as const;
  return requestTo(place, method, url.pathname + url.search, [{ name: "Host", value: url.host }, ...fields], body);
}

/** Returns a request with exactly these fields. `authority`: the authority of a target in absolute-form. */
export function requestTo(
  { authority, ...destination }: Pick<TransportRequest, "scheme" | "host" | "port"> & { readonly authority: string },
  method: string,
  target: string,
  fields: TransportRequest["fields"],
  body: Uint8Array,
): TransportRequest {
  return {
    ...destination,
    method,
    target,
    requestLine: `${method} ${target} HTTP/1.1`,
    absoluteRequestLine: `${method} ${destination.scheme}://${authority}${target} HTTP/1.1`,
    head: fields.map(({ name, value }) => `${name}: ${value}\r\n`).join(""),
    emptyLine: true,
    fields,
    body,
  };
}
