import { portOf, withoutBrackets } from "./authority.ts";
import type { TransportRequest } from "./transport.ts";

/** A request that no file has. User information in the URL is not sent. */
export function ownRequest(
  method: string,
  url: URL,
  fields: TransportRequest["fields"],
  body: Uint8Array = new Uint8Array(),
): TransportRequest {
  const target = url.pathname + url.search;
  const all = [{ name: "Host", value: url.host }, ...fields];
  return {
    scheme: url.protocol === "https:" ? "https" : "http",
    host: withoutBrackets(url.hostname),
    port: portOf(url),
    method,
    target,
    requestLine: `${method} ${target} HTTP/1.1`,
    absoluteRequestLine: `${method} ${url.protocol}//${url.host}${target} HTTP/1.1`,
    head: all.map(({ name, value }) => `${name}: ${value}\r\n`).join(""),
    emptyLine: true,
    fields: all,
    body,
  };
}
