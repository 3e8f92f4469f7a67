import net, { isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { CertificateFacts, FailureFacts, Stage } from "../result.ts";
import type { TlsOptions } from "../transport.ts";
import { certificateFacts, readTlsInfo } from "./certificate.ts";
import { connectFailure } from "./connectFailure.ts";

export interface ConnectTarget {
  readonly scheme: "http" | "https";
  /** Host in ASCII; an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: TlsOptions | undefined;
  /** Proxy of `# @proxy`: a URL, or `none`. */
  readonly proxy?: string | undefined;
}

/** Observes and controls a connection attempt. */
export interface ConnectWatch {
  readonly signal: AbortSignal;
  stage(stage: Stage): void;
  time(part: "dns" | "tcp" | "tls", milliseconds: number): void;
}

export interface Connected {
  readonly kind: "connected";
  /** The connected socket, paused and unused; with TLS, after the handshake and the check of the certificate. */
  readonly socket: Socket;
  /** Whether the socket is connected to a proxy. */
  readonly proxied: boolean;
  /** URL of the proxy, without its login; undefined if only VS Code knows it. */
  readonly via?: string | undefined;
  /** Whether the proxy requires the target in absolute-form (RFC 9112 section 3.2.2). */
  readonly absoluteForm: boolean;
  readonly proxyAuthorization: string | undefined;
}

/** Makes a connection for a request. Never rejects. */
export type Connect = (target: ConnectTarget, watch: ConnectWatch) => Promise<Connected | FailureFacts>;

/** Resolves with the reason if it fails. The times of lookup and TCP are known only while the socket connects. */
export function whenReady(
  socket: Socket,
  target: ConnectTarget,
  watch: ConnectWatch,
): Promise<FailureFacts | undefined> {
  const removers: (() => void)[] = [];
  const on: AddListener = (emitter, event, listener) => {
    emitter.on(event, listener);
    removers.push(() => emitter.off(event, listener));
  };
  let certificate: CertificateFacts | undefined;
  let stage: Stage = isIP(target.host) === 0 ? "dns" : "tcp";
  if (!socket.connecting) stage = target.scheme === "https" ? "tls" : "connect";
  const enter = (next: Stage) => {
    stage = next;
    watch.stage(next);
  };
  return new Promise((resolve) => {
    const destroy = () => socket.destroy();
    watch.signal.addEventListener("abort", destroy, { once: true });
    if (watch.signal.aborted) destroy();
    const settle = (failure: FailureFacts | undefined) => {
      for (const remove of removers.splice(0)) remove();
      watch.signal.removeEventListener("abort", destroy);
      resolve(failure);
    };
    const fail = (error: unknown) => {
      // Node returns undefined or null before the service's first message.
      const cipherChosen = isTls(socket) && Boolean(socket.getCipher());
      settle(connectFailure(error, { ...target, stage, certificate, cipherChosen }));
    };
    on(socket, "error", fail);
    on(socket, "close", () => fail(connectionClosed()));
    enter(stage);
    // If there is no route, the attempt fails before the socket exists.
    if (socket.destroyed) return fail(socket.errored ?? connectionClosed());
    watchStages(socket, on, { ...watch, stage: enter });
    const connected = () => {
      const error = isTls(socket) ? untrusted(socket, target.tls) : undefined;
      if (error === undefined) return settle(undefined);
      fail(error);
      destroy();
    };
    on(socket, target.scheme === "http" ? "connect" : "secureConnect", connected);
    if (!isTls(socket)) {
      if (!socket.connecting) settle(undefined);
      return;
    }
    // Node's own listener ends an unverified connection, after which the certificate can't be read.
    socket.prependOnceListener("secure", () => {
      certificate = certificateFacts(socket);
    });
    if (socket.getPeerFinished() !== undefined) connected();
  });
}

type AddListener = (emitter: Socket, event: string, listener: (...values: readonly unknown[]) => void) => void;

/** Whether a socket uses TLS. It doesn't use `instanceof`, so that plain http requests don't load Node's TLS. */
export function isTls(socket: Socket): socket is TLSSocket {
  return "encrypted" in socket && socket.encrypted === true;
}

/**
 * Returns the TCP socket of a TLS socket, if there are two, as VS Code's `tls.connect` makes them. Node has no public name
 * for it. Without it, only address and times would be unknown.
 */
export function carrierOf(socket: Socket): Socket {
  const parent = "_parent" in socket ? socket._parent : undefined;
  return parent instanceof net.Socket ? parent : socket;
}

function watchStages(socket: Socket, on: AddListener, watch: ConnectWatch): void {
  let since = performance.now();
  const lap = (part: "dns" | "tcp" | "tls") => {
    const now = performance.now();
    watch.time(part, now - since);
    since = now;
  };
  const carrier = carrierOf(socket);
  let looked = false;
  on(carrier, "lookup", (error) => {
    if (looked || error) return;
    looked = true;
    lap("dns");
    watch.stage("tcp");
  });
  on(carrier, "connect", () => {
    lap("tcp");
    if (isTls(socket)) watch.stage("tls");
  });
  on(socket, "secureConnect", () => lap("tls"));
}

/** Returns the error of a certificate that is neither valid nor the trusted one. */
function untrusted(socket: TLSSocket, tls: TlsOptions | undefined): Error | undefined {
  if (tls?.certificate === undefined || tls.rejectUnauthorized === false) return undefined;
  if (readTlsInfo(socket, tls.certificate).verified) return undefined;
  // The value is a code, although its type is different.
  const code = String(socket.authorizationError);
  return Object.assign(new Error(code), { code });
}

function connectionClosed(): Error {
  return Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" });
}
