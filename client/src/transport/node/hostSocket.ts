/**
 * A socket that the host's own `http(s).request` connects: only this uses VS Code's proxy settings, system certificates and
 * proxy logins. Node never writes to it, because the request is never ended. The public `'socket'` event provides the
 * socket, and Node's parser is removed from it. Differences in VS Code's agent:
 * - the socket is already connected, for https without the handshake;
 * - for plain http through a proxy, `request.path` becomes the absolute-form, and there may be `proxy-authorization`;
 * - a proxy's refusal of CONNECT is data on a socket that isn't encrypted, pushed by a `'socket'` listener that runs after
 *   ours;
 * - an unreachable proxy causes a `'proxy'` event, then an error without a code;
 * - the socket may come from a pool: `reusedSocket`.
 *
 * Tested in plain Node 20, with VS Code's agent in plain Node 20, and in the extension host of VS Code server 1.139
 * (Node 24): direct, an http proxy with and without login, CONNECT, its refusal, a dead proxy, `http.noProxy`, every
 * `http.proxySupport`. Not tested, because it needs the desktop: Electron, proxy scripts (PAC), SOCKS, interactive proxy
 * logins (Kerberos, basic), certificates of the operating system.
 */
import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { checkServerIdentity } from "node:tls";
import { authorityOf } from "../authority.ts";
import type { FailureFacts } from "../result.ts";
import { type Connect, type Connected, type ConnectTarget, type ConnectWatch, isTls, whenReady } from "./connect.ts";
import { connectFailure, describedError } from "./connectFailure.ts";
import { readConnectResponse } from "./connectResponse.ts";
import { secureOptions } from "./secureOptions.ts";

/** The maximum number of used sockets that are taken from a pool. */
const maxReused = 50;

export const hostConnect: Connect = async (target, watch) => {
  for (let attempt = 0; attempt < maxReused; attempt++) {
    const taken = await take(target, watch);
    if (taken.kind !== "taken") return taken;
    if (taken.request.reusedSocket) taken.socket.destroy();
    else return ready(taken, target, watch);
  }
  return { kind: "unreachable", code: "EREUSED", addresses: [], detail: "The host gave only used connections." };
};

interface Taken {
  readonly kind: "taken";
  readonly socket: Socket;
  readonly request: http.ClientRequest;
}

function take(target: ConnectTarget, watch: ConnectWatch): Promise<Taken | FailureFacts> {
  return new Promise((resolve) => {
    let proxyFailure: FailureFacts | undefined;
    const fail = (error: unknown) => {
      resolve(proxyFailure ?? connectFailure(error, { ...target, stage: "connect", certificate: undefined }));
    };
    watch.stage("connect");
    try {
      const request = makeRequest(target);
      const cancel = () => request.destroy();
      watch.signal.addEventListener("abort", cancel, { once: true });
      request.on("error", fail);
      request.on("proxy", (event: unknown) => {
        proxyFailure = proxyFailureOf(event);
      });
      request.once("socket", (socket) => {
        watch.signal.removeEventListener("abort", cancel);
        // From here on, the socket reports errors, and Node repeats them on the request.
        request.off("error", fail).on("error", placeholder);
        detach(socket);
        resolve({ kind: "taken", socket, request });
      });
    } catch (error) {
      fail(error);
    }
  });
}

function makeRequest({ scheme, host, port, tls }: ConnectTarget): http.ClientRequest {
  const module = scheme === "https" ? https : http;
  return module.request({
    host,
    port,
    path: "/",
    // VS Code's agent uses the Host header for the absolute-form, and as the name for TLS.
    headers: { Host: authorityOf({ host, port }) },
    // For this machine, an agent of our own prevents VS Code's from using a proxy (`http.proxySupport: on`).
    ...(isLoopback(host) ? { agent: new module.Agent() } : {}),
    ...(tls === undefined ? {} : secureOptions(tls)),
    ...(tls?.servername === undefined ? {} : { servername: tls.servername }),
    ...(scheme === "https" ? { checkServerIdentity: identityOf(tls?.servername ?? host) } : {}),
  });
}

/** In a proxy's tunnel, VS Code's agent gives TLS no host if it is an address, and Node would use "localhost". */
function identityOf(host: string): typeof checkServerIdentity {
  return (_name, certificate) => checkServerIdentity(host, certificate);
}

/** Returns the cause of a proxy failure from an event of VS Code's agent, because the error that follows has none. */
function proxyFailureOf(event: unknown): FailureFacts | undefined {
  if (typeof event !== "object" || event === null || !("error" in event) || !("proxy" in event)) return undefined;
  const { code, detail } = describedError(event.error);
  const proxy = String(event.proxy).replace(/^[A-Z0-9]+ /, "");
  return { kind: "proxy", reason: "unreachable", proxy, code, detail };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

/**
 * With `agentRemove`, Node itself removes an upgraded connection from its pool. The agent's own `'socket'` listeners run
 * after this: one requires a `'data'` listener, another resumes the socket.
 */
function detach(socket: Socket): void {
  socket.emit("agentRemove");
  socket.removeAllListeners("data");
  socket.on("data", placeholder);
  socket.pause();
  socket.setTimeout(0);
}

function placeholder(): void {}

async function ready(
  { socket, request }: Taken,
  target: ConnectTarget,
  watch: ConnectWatch,
): Promise<Connected | FailureFacts> {
  socket.off("data", placeholder);
  socket.pause();
  const proxied = !socket.connecting;
  if (target.scheme === "https" && !isTls(socket)) return refusedBy(socket, watch);
  const failure = await whenReady(socket, target, watch);
  if (failure !== undefined) return failure;
  const authorization = request.getHeader("proxy-authorization");
  const absoluteForm = target.scheme === "http" && request.path.startsWith("http:");
  return {
    kind: "connected",
    socket,
    proxied,
    absoluteForm,
    proxyAuthorization: absoluteForm && authorization !== undefined ? String(authorization) : undefined,
  };
}

async function refusedBy(socket: Socket, watch: ConnectWatch): Promise<FailureFacts> {
  const response = await readConnectResponse(socket, watch, undefined);
  if (response.kind !== "open") return response;
  socket.destroy();
  return { kind: "proxy", reason: "unreachable", detail: "The host gave a connection without TLS." };
}
