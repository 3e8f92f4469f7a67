import { portOf } from "../../transport/authority.ts";
import type { TransportRequest } from "../../transport/transport.ts";

export interface GetOptions {
  readonly userAgent: string;
  /** The value of Authorization. */
  readonly authorization?: string | undefined;
}

/** A GET request for a WSDL or a schema at an http or https URL. User information in the URL is not sent. */
export function getRequest(url: URL, { userAgent, authorization }: GetOptions): TransportRequest {
  const target = url.pathname + url.search;
  const fields = [
    { name: "Host", value: url.host },
    { name: "User-Agent", value: userAgent },
    { name: "Accept", value: "application/wsdl+xml, text/xml, application/xml, */*;q=0.1" },
    ...(authorization === undefined ? [] : [{ name: "Authorization", value: authorization }]),
    { name: "Connection", value: "close" },
  ];
  return {
    scheme: url.protocol === "https:" ? "https" : "http",
    host: url.hostname,
    port: portOf(url),
    method: "GET",
    target,
    requestLine: `GET ${target} HTTP/1.1`,
    absoluteRequestLine: `GET ${url.protocol}//${url.host}${target} HTTP/1.1`,
    head: fields.map(({ name, value }) => `${name}: ${value}\r\n`).join(""),
    emptyLine: true,
    fields,
    body: new Uint8Array(),
  };
}
