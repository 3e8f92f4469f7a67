/** Proxies for the command line, from the variables that curl and others read. VS Code has its own. */
import { BlockList, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { authorityOf, portOf, withoutBrackets } from "../authority.ts";
import type { FailureFacts } from "../result.ts";
import type { TlsOptions } from "../transport.ts";
import { type Connect, type Connected, type ConnectTarget, type ConnectWatch, whenReady } from "./connect.ts";
import { readConnectResponse } from "./connectResponse.ts";
import { hostConnect } from "./hostSocket.ts";
import { secureOptions } from "./secureOptions.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type ProxyChoice =
  | { readonly kind: "direct" }
  | { readonly kind: "proxy"; readonly url: URL }
  /** The variable's value isn't an http or https proxy. Without user and password. */
  | { readonly kind: "invalid"; readonly value: string };

/**
 * `HTTPS_PROXY` or `HTTP_PROXY` for the target's scheme, then `ALL_PROXY`; `NO_PROXY` lists exceptions. Names in lower case
 * take precedence.
 */
export function chooseProxy(
  target: Pick<ConnectTarget, "scheme" | "host" | "port">,
  environment: Environment,
): ProxyChoice {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || "";
  const value = read(target.scheme === "https" ? "HTTPS_PROXY" : "HTTP_PROXY") || read("ALL_PROXY");
  if (value === "" || isExempt(target, read("NO_PROXY"))) return { kind: "direct" };
  const invalid = { kind: "invalid", value: withoutLogin(value) } as const;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
    decodeURIComponent(url.username + url.password);
    const isHttp = (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "";
    return isHttp ? { kind: "proxy", url } : invalid;
  } catch {
    return invalid;
  }
}

/** Redacts everything before the last `@`: a password may contain `/` and `@`. */
function withoutLogin(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1[redacted]@");
}

/**
 * Connects through the environment's proxies: with absolute-form for http, with a CONNECT tunnel for https. `tls`: the
 * options for a proxy with an https URL.
 */
export function proxyEnvironment(environment: Environment, tls?: (host: string, port: number) => TlsOptions): Connect {
  return async (target, watch) => {
    const choice = chooseProxy(target, environment);
    if (choice.kind === "direct") return hostConnect(target, watch);
    if (choice.kind === "invalid") return { kind: "proxy", reason: "invalid", detail: choice.value };
    return connectThrough(proxyTarget(choice.url, tls), target, watch, authorizationOf(choice.url));
  };
}

async function connectThrough(
  proxy: ConnectTarget,
  target: ConnectTarget,
  watch: ConnectWatch,
  proxyAuthorization: string | undefined,
): Promise<Connected | FailureFacts> {
  const name = authorityOf(proxy);
  // Without times, because they are the proxy's.
  const connected = await hostConnect(proxy, { ...watch, time: () => {} });
  if (connected.kind !== "connected") return asProxyFailure(connected, name);
  const { socket } = connected;
  if (target.scheme === "http")
    return { kind: "connected", socket, proxied: true, absoluteForm: true, proxyAuthorization };
  socket.on("error", () => {});
  socket.write(connectRequest(target, proxyAuthorization));
  const response = await readConnectResponse(socket, watch, name);
  return response.kind === "open" ? secure(socket, target, watch) : response;
}

async function secure(tunnel: Socket, target: ConnectTarget, watch: ConnectWatch): Promise<Connected | FailureFacts> {
  const socket = connectTls({
    socket: tunnel,
    host: target.host,
    ALPNProtocols: ["http/1.1"],
    ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
    ...secureOptions(target.tls ?? {}),
  });
  socket.pause();
  const failure = await whenReady(socket, target, watch);
  if (failure !== undefined) return failure;
  return { kind: "connected", socket, proxied: true, absoluteForm: false, proxyAuthorization: undefined };
}

function proxyTarget(url: URL, tls: ((host: string, port: number) => TlsOptions) | undefined): ConnectTarget {
  const scheme = url.protocol === "https:" ? "https" : "http";
  const [host, port] = [withoutBrackets(url.hostname), portOf(url)];
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

/** An entry is `*`, a name (also for its subdomains), an address or a CIDR range, each with or without `:port`. */
function isExempt({ host, port }: Pick<ConnectTarget, "host" | "port">, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      const [, name = entry, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
      return (only === undefined || Number(only) === port) && matches(host.toLowerCase(), withoutBrackets(name));
    });
}

function matches(host: string, entry: string): boolean {
  if (entry === "*") return true;
  if (isIP(host) !== 0) return host === entry || inRange(host, entry);
  const name = entry.replace(/^\*?\./, "");
  return host === name || host.endsWith(`.${name}`);
}

function inRange(address: string, entry: string): boolean {
  const [, network = "", bits] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
  const family = isIP(network);
  if (family === 0 || family !== isIP(address) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  const type = family === 4 ? "ipv4" : "ipv6";
  list.addSubnet(network, Number(bits), type);
  return list.check(address, type);
}
