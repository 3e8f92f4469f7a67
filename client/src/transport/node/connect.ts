import { isIP, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Certificate, FailureFacts, Stage } from "../result.ts";
import type { TlsOptions } from "../transport.ts";
import { readCertificate } from "./certificate.ts";
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
  const listeners = new AbortController();
  const certificate: { seen?: Certificate | undefined } = {};
  let stage: Stage = isIP(target.host) === 0 ? "dns" : "tcp";
  if (!socket.connecting) stage = target.scheme === "https" ? "tls" : "connect";
  return new Promise((resolve) => {
    const settle = (failure: FailureFacts | undefined) => {
      listeners.abort();
      resolve(failure);
    };
    const fail = (error: unknown) => {
      settle(connectFailure(error, { ...target, stage, certificate: certificate.seen }));
    };
    const on = listen(socket, listeners.signal);
    watch.signal.addEventListener("abort", () => socket.destroy(), { once: true });
    on("error", fail);
    on("close", () => fail(connectionClosed()));
    watchStages(socket, stage, on, watch, (next) => {
      stage = next;
    });
    if (target.scheme === "http") {
      if (!socket.connecting) settle(undefined);
      on("connect", () => settle(undefined));
    } else if (socket instanceof TLSSocket) {
      // Before Node's own listener, which ends an unverified connection: afterwards the certificate can't be read.
      socket.prependOnceListener("secure", () => {
        certificate.seen = readCertificate(socket);
      });
      if (socket.getPeerFinished() !== undefined) settle(undefined);
      on("secureConnect", () => settle(undefined));
    }
  });
}

type On = (event: string, listener: (...values: readonly unknown[]) => void) => void;

/** Adds listeners that all go when the signal says so. */
function listen(socket: Socket, signal: AbortSignal): On {
  return (event, listener) => {
    socket.on(event, listener);
    signal.addEventListener("abort", () => socket.off(event, listener), { once: true });
  };
}

function watchStages(socket: Socket, first: Stage, on: On, watch: ConnectWatch, enter: (stage: Stage) => void): void {
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
  let looked = false;
  next(first);
  on("lookup", () => {
    if (looked) return;
    looked = true;
    watch.time("dns", lap());
    next("tcp");
  });
  on("connect", () => {
    watch.time("tcp", lap());
    if (socket instanceof TLSSocket) next("tls");
  });
  on("secureConnect", () => watch.time("tls", lap()));
}

function connectionClosed(): Error {
  return Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" });
}
