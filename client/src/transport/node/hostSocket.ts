/**
 * A socket that the host's own `http(s).request` has connected: only there do VS Code's proxy settings, its system
 * certificates and its proxy logins act. Node then must not write to it, since it can't carry an author's bytes.
 *
 * The request is made and never ended, so Node never writes. The public `'socket'` event hands the socket over, and
 * Node's parser is taken off it. What VS Code's agent does differently:
 * - it connects by itself and hands the socket over connected, for https with the handshake still to come;
 * - for plain http through a proxy `request.path` becomes the absolute-form, and there may be `proxy-authorization`;
 * - a proxy's refusal of CONNECT comes as data on a socket that isn't encrypted, pushed by a `'socket'` listener that
 *   runs after ours;
 * - a proxy that can't be reached is told by a `'proxy'` event, then by an error without a code;
 * - the socket may come out of a pool: `reusedSocket`.
 *
 * Seen to work in plain Node 20, with VS Code's agent in plain Node 20, and in the extension host of VS Code server 1.139
 * (Node 24): direct, an http proxy with and without login, CONNECT, its refusal, a dead proxy, `http.noProxy`, every
 * `http.proxySupport`. Still to be tried, and only possible there: the desktop's Electron, proxy scripts (PAC), SOCKS, proxy
 * logins that ask (Kerberos, basic), certificates of the operating system.
 */
import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { checkServerIdentity } from "node:tls";
import type { FailureFacts } from "../result.ts";
import { type Connect, type Connected, type ConnectTarget, type ConnectWatch, isTls, whenReady } from "./connect.ts";
import { readConnectAnswer } from "./connectAnswer.ts";
import { connectFailure, describe } from "./connectFailure.ts";
import { secureOptions } from "./secureOptions.ts";

/** A pool that goes on giving used sockets is drained, but not without end. */
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
        // From now on the socket's own errors count; Node repeats them on the request.
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
  const authority = host.includes(":") ? `[${host}]` : host;
  return module.request({
    host,
    port,
    path: "/",
    // A proxy's agent makes the absolute-form and the name for TLS from it.
    headers: { Host: `${authority}:${port}` },
    // An agent of our own keeps VS Code's from acting (`http.proxySupport: on`), but for the own machine it never acts.
    ...(isLoopback(host) ? { agent: new module.Agent() } : {}),
    ...(tls === undefined ? {} : secureOptions(tls)),
    ...(scheme === "https" ? { checkServerIdentity: identityOf(host) } : {}),
  });
}

/** In a proxy's tunnel VS Code's agent names no host for TLS where that is an address, and Node then takes "localhost". */
function identityOf(host: string): typeof checkServerIdentity {
  return (_name, certificate) => checkServerIdentity(host, certificate);
}

/** VS Code's agent tells of its attempts with this event, and then gives up with an error that names no cause. */
function proxyFailureOf(event: unknown): FailureFacts | undefined {
  if (typeof event !== "object" || event === null || !("error" in event) || !("proxy" in event)) return undefined;
  const { code, detail } = describe(event.error);
  const proxy = String(event.proxy).replace(/^[A-Z0-9]+ /, "");
  return { kind: "proxy", reason: "unreachable", proxy, answer: undefined, code, detail };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

/**
 * `agentRemove` is how Node itself takes an upgraded connection out of its pool. The agent's own `'socket'` listeners run
 * after this: one insists on a `'data'` listener, another resumes the socket.
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
  const answer = await readConnectAnswer(socket, watch, undefined);
  if (answer.kind !== "open") return answer;
  socket.destroy();
  const detail = "The host gave a connection without TLS.";
  return { kind: "proxy", reason: "unreachable", proxy: undefined, answer: undefined, code: undefined, detail };
}
