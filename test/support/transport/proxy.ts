/* A forward proxy: absolute-form for http, CONNECT for everything else. Records the header sections of requests. */
import net from "node:net";
import type { TlsOptions } from "node:tls";
import { type RawConnection, type RawRequest, type RawService, startRawService } from "./rawService.ts";

export interface TestProxy extends RawService {
  readonly heads: readonly string[];
}

export interface ProxyOptions {
  readonly authorization?: string;
  /** The response to every request, instead of forwarding it. */
  readonly refusal?: string;
  readonly hosts?: Readonly<Record<string, string>>;
  readonly tls?: TlsOptions;
}

const wantsLogin =
  "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 9\r\n\r\nlog in !\n";

type Hosts = NonNullable<ProxyOptions["hosts"]>;

export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const heads: string[] = [];
  const service = await startRawService(async (connection) => {
    const request = await connection.request();
    heads.push(request.head);
    const login = /^proxy-authorization: *(.*)\r$/im.exec(request.head)?.[1];
    if (options.refusal !== undefined) return connection.end(options.refusal);
    if (options.authorization !== undefined && login !== options.authorization) return connection.end(wantsLogin);
    return request.method === "CONNECT"
      ? tunnel(connection, request, options.hosts)
      : forward(connection, request, options.hosts);
  }, options.tls);
  return Object.assign(service, { heads });
}

function tunnel({ socket }: RawConnection, { target }: RawRequest, hosts: Hosts = {}): void {
  const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(target) ?? [];
  const service = net.connect(Number(port), hosts[host] ?? host, () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    socket.pipe(service).pipe(socket);
  });
  service.on("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"));
}

/** Forwards the message with an origin-form request line (RFC 9112 section 3.2.2), otherwise unchanged. */
function forward({ socket }: RawConnection, { target, bytes }: RawRequest, hosts: Hosts = {}): void {
  const url = new URL(target);
  const service = net.connect(Number(url.port || 80), hosts[url.hostname] ?? url.hostname, () => {
    const text = bytes.toString("latin1").replace(target, url.pathname + url.search);
    service.write(text.replace(/^proxy-authorization:.*\r\n/im, ""), "latin1");
    service.pipe(socket);
  });
  service.on("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"));
}
