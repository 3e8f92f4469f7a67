import net, { isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Certificate, FailureFacts, Stage } from "../result.ts";
import type { TlsOptions } from "../transport.ts";
import { readCertificate, readTlsInfo } from "./certificate.ts";
import { connectFailure } from "./connectFailure.ts";

export interface ConnectTarget {
  readonly scheme: "http" | "https";
  /** In ASCII, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: TlsOptions | undefined;
}

/** What a connection attempt tells while it goes on, and hears. */
export interface ConnectWatch {
  /** Tears the attempt down. */
  readonly signal: AbortSignal;
  stage(stage: Stage): void;
  time(part: "dns" | "tcp" | "tls", milliseconds: number): void;
}

export interface Connected {
  readonly kind: "connected";
  /** Paused, nothing written, nothing read; under TLS the handshake is done and the certificate has passed. */
  readonly socket: Socket;
  /** The other end is a proxy: its address isn't the service's. */
  readonly proxied: boolean;
  /** The proxy wants the target in absolute-form (RFC 9112 section 3.2.2). */
  readonly absoluteForm: boolean;
  readonly proxyAuthorization: string | undefined;
}

/** Makes a connection to write a request to. Resolves in any case. */
export type Connect = (target: ConnectTarget, watch: ConnectWatch) => Promise<Connected | FailureFacts>;

/**
 * Waits until a socket can be written to. Undefined: it can. The times of name lookup and TCP are known only where the
 * socket was still connecting when it came here.
 */
export function whenReady(
  socket: Socket,
  target: ConnectTarget,
  watch: ConnectWatch,
): Promise<FailureFacts | undefined> {
  const listeners = new Listeners();
  const certificate: { seen?: Certificate | undefined } = {};
  let stage: Stage = isIP(target.host) === 0 ? "dns" : "tcp";
  if (!socket.connecting) stage = target.scheme === "https" ? "tls" : "connect";
  return new Promise((resolve) => {
    const destroy = () => socket.destroy();
    watch.signal.addEventListener("abort", destroy, { once: true });
    if (watch.signal.aborted) destroy();
    const settle = (failure: FailureFacts | undefined) => {
      listeners.removeAll();
      watch.signal.removeEventListener("abort", destroy);
      resolve(failure);
    };
    const fail = (error: unknown) => {
      // Node gives undefined or null before the service's first message.
      const cipherChosen = isTls(socket) && Boolean(socket.getCipher());
      settle(connectFailure(error, { ...target, stage, certificate: certificate.seen, cipherChosen }));
    };
    listeners.on(socket, "error", fail);
    listeners.on(socket, "close", () => fail(connectionClosed()));
    watchStages(socket, stage, listeners, watch, (next) => {
      stage = next;
    });
    const connected = () => {
      const error = isTls(socket) ? untrusted(socket, target.tls) : undefined;
      if (error === undefined) return settle(undefined);
      fail(error);
      destroy();
    };
    listeners.on(socket, target.scheme === "http" ? "connect" : "secureConnect", connected);
    if (!isTls(socket)) {
      if (!socket.connecting) settle(undefined);
      return;
    }
    // Before Node's own listener, which ends an unverified connection: afterwards the certificate can't be read.
    socket.prependOnceListener("secure", () => {
      certificate.seen = readCertificate(socket);
    });
    if (socket.getPeerFinished() !== undefined) connected();
  });
}

/** Asked so, Node's TLS need not be loaded for requests without it. */
export function isTls(socket: Socket): socket is TLSSocket {
  return "encrypted" in socket && socket.encrypted === true;
}

/**
 * The TCP socket under a TLS socket, where there are two: VS Code's `tls.connect` makes them so. Node has no public name
 * for it; without it address and times are unknown, nothing else.
 */
export function carrierOf(socket: Socket): Socket {
  const parent = "_parent" in socket ? socket._parent : undefined;
  return parent instanceof net.Socket ? parent : socket;
}

/** Listeners that all go at once. */
class Listeners {
  readonly #removers: (() => void)[] = [];

  on(socket: Socket, event: string, listener: (...values: readonly unknown[]) => void): void {
    socket.on(event, listener);
    this.#removers.push(() => socket.off(event, listener));
  }

  removeAll(): void {
    for (const remove of this.#removers.splice(0)) remove();
  }
}

function watchStages(
  socket: Socket,
  first: Stage,
  listeners: Listeners,
  watch: ConnectWatch,
  enter: (stage: Stage) => void,
): void {
  let since = performance.now();
  const lap = () => {
    const now = performance.now();
    const took = now - since;
    since = now;
    return took;
  };
  const next = (stage: Stage) => {
    enter(stage);
    watch.stage(stage);
  };
  next(first);
  const carrier = carrierOf(socket);
  let looked = false;
  listeners.on(carrier, "lookup", (error) => {
    if (looked || error) return;
    looked = true;
    watch.time("dns", lap());
    next("tcp");
  });
  listeners.on(carrier, "connect", () => {
    watch.time("tcp", lap());
    if (isTls(socket)) next("tls");
  });
  listeners.on(socket, "secureConnect", () => watch.time("tls", lap()));
}

/** Where one certificate is trusted and the service showed another: what is wrong with that. */
function untrusted(socket: TLSSocket, tls: TlsOptions | undefined): Error | undefined {
  if (tls?.certificate === undefined || tls.rejectUnauthorized === false) return undefined;
  if (readTlsInfo(socket, tls.certificate).verified) return undefined;
  // Node gives its code, whatever its type says.
  const code = String(socket.authorizationError);
  return Object.assign(new Error(code), { code });
}

function connectionClosed(): Error {
  return Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" });
}
