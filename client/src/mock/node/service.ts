import { type AddressInfo, createServer, type Socket } from "node:net";
import { type SecureContext, TLSSocket } from "node:tls";
import * as l10n from "@vscode/l10n";
import { authorityOf } from "../../transport/authority.ts";
import type { RunningService } from "../service.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";

export interface ServiceOptions extends ConnectionOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Undefined: http. */
  readonly secureContext: SecureContext | undefined;
  readonly maxConnections: number;
}

/** Milliseconds. */
const timeToEnd = 1000;

/** Starts a service. Rejects with an error of the system, such as EADDRINUSE. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { secureContext, maxConnections } = options;
  const sockets = new Map<Socket, Connection | undefined>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (tcp) => {
    tcp.on("error", () => {});
    // Up to twice the limit is accepted, so that the rest gets a response that says why it is refused.
    if (sockets.size >= 2 * maxConnections) {
      tcp.destroy();
      return;
    }
    const isTooMuch = sockets.size >= maxConnections;
    sockets.set(tcp, undefined);
    tcp.on("close", () => sockets.delete(tcp));
    const accept = (socket: Socket) => {
      const connection = new Connection(socket, tcp, options);
      sockets.set(tcp, connection);
      if (!isTooMuch) return;
      connection.refuse({
        status: 503,
        problem: l10n.t("More than {0} clients are connected.", maxConnections),
      });
    };
    if (secureContext === undefined) accept(tcp);
    else shakeHands(tcp, secureContext, options.timeout, accept);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: options.port, host: options.host }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const scheme = secureContext === undefined ? "http" : "https";
  return {
    address: `${scheme}://${authorityOf({ host: options.host, port })}/`,
    port,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const [tcp, connection] of sockets) if (!connection?.isResponding) tcp.destroy();
      const timer = setTimeout(() => {
        for (const tcp of sockets.keys()) tcp.destroy();
      }, timeToEnd);
      return closed.finally(() => clearTimeout(timer));
    },
  };
}

function shakeHands(
  tcp: Socket,
  secureContext: SecureContext,
  timeout: number,
  accept: (socket: Socket) => void,
): void {
  const socket = new TLSSocket(tcp, { isServer: true, secureContext });
  const timer = timeout > 0 ? setTimeout(() => tcp.destroy(), timeout) : undefined;
  socket.on("error", () => tcp.destroy());
  socket.on("close", () => clearTimeout(timer));
  socket.once("secure", () => {
    clearTimeout(timer);
    accept(socket);
  });
}
