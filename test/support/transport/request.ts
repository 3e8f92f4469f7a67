import type { SendOptions, TransportRequest } from "../../../client/src/transport/transport.ts";

export interface Place {
  readonly host: string;
  readonly port: number;
}

export interface Parts {
  readonly scheme?: "http" | "https";
  readonly method?: string;
  /** Header lines after Host, without line endings. A line that starts with a space is folded. */
  readonly lines?: readonly string[];
  readonly body?: string | Uint8Array;
}

/** Returns the request that the server creates for a valid request: Host first, Content-Length last. */
export function requestTo({ host, port }: Place, target: string, parts: Parts = {}): TransportRequest {
  const { scheme = "http", method = "POST", body = "<a/>" } = parts;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const lines = [
    `Host: ${authority}`,
    ...(parts.lines ?? ["Content-Type: application/soap+xml; charset=utf-8"]),
    ...(method === "GET" && bytes.length === 0 ? [] : [`Content-Length: ${bytes.length}`]),
  ];
  return {
    scheme,
    host,
    port,
    method,
    target,
    requestLine: `${method} ${target} HTTP/1.1`,
    absoluteRequestLine: `${method} ${scheme}://${authority}${target} HTTP/1.1`,
    head: lines.map((line) => `${line}\r\n`).join(""),
    emptyLine: true,
    fields: lines
      .filter((line) => !line.startsWith(" "))
      .map((line) => {
        const colon = line.indexOf(":");
        return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
      }),
    body: bytes,
  };
}

/** Returns the request with exactly this request line and header section. The fields for fetch are unchanged. */
export function withHead(request: TransportRequest, requestLine: string, head: string): TransportRequest {
  return { ...request, requestLine, head };
}

export function sending(options: Partial<SendOptions> = {}): SendOptions {
  return { signal: new AbortController().signal, timeout: 5000, redirects: "never", ...options };
}
