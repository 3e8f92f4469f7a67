/** Connections through proxies that we talk to ourselves, not VS Code. */
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { authorityOf, portOf, withoutBrackets } from "../authority.ts";
import type { FailureFacts } from "../result.ts";
import type { TlsOptions } from "../transport.ts";
import { type Connect, type Connected, type ConnectTarget, type ConnectWatch, whenReady } from "./connect.ts";
import { connectFailure } from "./connectFailure.ts";
import { readConnectResponse } from "./connectResponse.ts";
import { secureOptions } from "./secureOptions.ts";
import { openSocks } from "./socks.ts";

/** The options for a proxy with an https URL. */
type ProxyTls = ((host: string, port: number) => TlsOptions) | undefined;

/** Returns the URL of a proxy, with `http://` if no scheme is typed; undefined if it isn't a proxy of a known kind. */
export function proxyUrl(value: string): URL | undefined {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
    decodeURIComponent(url.username + url.password);
    return /^(?:https?|socks5h?):$/.test(url.protocol) && url.hostname !== "" ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Uses the proxy of `# @proxy`, otherwise `connect`. `withLogin`: the same proxy's URL with its login, if known. */
export function withRequestProxies(
  connect: Connect,
  withLogin: (url: URL, target: ConnectTarget) => URL = (url) => url,
  tls: ProxyTls = undefined,
): Connect {
  return async (target, watch) => {
    if (target.proxy === undefined) return connect(target, watch);
    if (target.proxy === "none") return directConnect(target, watch);
    const url = proxyUrl(target.proxy);
    if (!url) return { kind: "proxy", reason: "invalid", detail: target.proxy };
    return connectThrough(withLogin(url, target), target, watch, tls);
  };
}

function isSocks({ protocol }: URL): boolean {
  return protocol.startsWith("socks");
}

/** By http with absolute-form, for https with a CONNECT tunnel, or by SOCKS. Only the proxy gets the URL's login. */
export async function connectThrough(
  url: URL,
  target: ConnectTarget,
  watch: ConnectWatch,
  tls: ProxyTls,
): Promise<Connected | FailureFacts> {
  const proxy = proxyTarget(url, tls);
  const proxyAuthorization = authorizationOf(url);
  const name = authorityOf(proxy);
  const via = `${url.protocol}//${name}`;
  // The times aren't reported, because they are the proxy's.
  const connected = await directConnect(proxy, { ...watch, time: () => {} });
  if (connected.kind !== "connected") return asProxyFailure(connected, name);
  const { socket } = connected;
  const opened = { kind: "connected", socket, proxied: true, via, absoluteForm: false } as const;
  socket.on("error", () => {});
  if (isSocks(url)) {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    const socks = { name, user, password, resolvesNames: url.protocol === "socks5h:" };
    const failure = await openSocks(socket, socks, target, watch);
    if (failure !== undefined) return failure;
    return target.scheme === "http" ? { ...opened, proxyAuthorization: undefined } : secure(socket, target, watch, via);
  }
  if (target.scheme === "http") return { ...opened, absoluteForm: true, proxyAuthorization };
  socket.write(connectRequest(target, proxyAuthorization));
  const response = await readConnectResponse(socket, watch, name);
  return response.kind === "open" ? secure(socket, target, watch, via) : response;
}

async function secure(
  tunnel: Socket,
  target: ConnectTarget,
  watch: ConnectWatch,
  via: string,
): Promise<Connected | FailureFacts> {
  const socket = secured(target, tunnel);
  socket.pause();
  const failure = await whenReady(socket, target, watch);
  if (failure !== undefined) return failure;
  return { kind: "connected", socket, proxied: true, via, absoluteForm: false, proxyAuthorization: undefined };
}

function proxyTarget(url: URL, tls: ProxyTls): ConnectTarget {
  const scheme = url.protocol === "https:" ? "https" : "http";
  const [host, port] = [withoutBrackets(url.hostname), isSocks(url) && url.port === "" ? 1080 : portOf(url)];
  return { scheme, host, port, tls: scheme === "https" ? tls?.(host, port) : undefined };
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

function connectRequest(target: ConnectTarget, authorization: string | undefined): string {
  const authority = authorityOf(target);
  const login = authorization === undefined ? "" : `Proxy-Authorization: ${authorization}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`;
}

/** Turns a failure to connect to the proxy into a failure of the proxy. */
function asProxyFailure(failure: FailureFacts, proxy: string): FailureFacts {
  if (failure.kind === "cancelled" || failure.kind === "timeout" || failure.kind === "proxy") return failure;
  const code = "code" in failure ? failure.code : failure.kind === "refused" ? "ECONNREFUSED" : undefined;
  return { kind: "proxy", reason: "unreachable", proxy, code, detail: "detail" in failure ? failure.detail : "" };
}

/** Connects without the extension host: VS Code's proxy settings don't apply. */
const directConnect: Connect = async (target, watch) => {
  const { scheme, host, port } = target;
  watch.stage("connect");
  let socket: Socket;
  try {
    socket = scheme === "https" ? secured(target, undefined) : connectTcp({ host, port });
  } catch (error) {
    // The TLS options can't be used.
    return connectFailure(error, { ...target, stage: "connect", certificate: undefined });
  }
  socket.pause();
  const failure = await whenReady(socket, target, watch);
  return failure ?? { kind: "connected", socket, proxied: false, absoluteForm: false, proxyAuthorization: undefined };
};

/** Begins TLS, in a tunnel or on a connection of its own. */
function secured({ host, port, tls }: ConnectTarget, tunnel: Socket | undefined): TLSSocket {
  const servername = tls?.servername ?? host;
  return connectTls({
    ...(tunnel ? { socket: tunnel } : { port }),
    host,
    ALPNProtocols: ["http/1.1"],
    ...(isIP(servername) === 0 ? { servername } : {}),
    ...secureOptions(tls ?? {}),
  });
}
