import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import * as l10n from "@vscode/l10n";
import { defaultMockBody, defaultMockConnections } from "../../../../server/src/text/limits.ts";
import type { Listen } from "../../core/run/listener.ts";
import { authorityOf } from "../../transport/authority.ts";
import { ownResponse } from "../responses.ts";
import type { RunningService } from "../service.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";

export interface ServiceOptions extends ConnectionOptions {
  readonly host: string;
  /** Port to listen on; 0 for a free one. */
  readonly port: number;
  /** Undefined: the service uses http. `requestCert`: only clients with a certificate of `ca` are served. */
  readonly secure: TlsOptions | undefined;
  /** Called with a sentence about why a client isn't served. */
  readonly onRefused?: (why: string) => void;
  readonly maxConnections: number;
}

/** Milliseconds that responses have to end when the service stops. */
const timeToEnd = 1000;

/** Starts a service. Rejects with an error of the system, such as EADDRINUSE. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { secure, maxConnections } = options;
  const shakeHands = secure && handshakes(secure, options);
  const sockets = new Map<Socket, Connection | undefined>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (tcp) => {
    tcp.on("error", () => {});
    // Up to twice the limit is accepted, so that these clients get a response that explains why they are refused.
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
    if (shakeHands) shakeHands(tcp, accept);
    else accept(tcp);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: options.port, host: options.host }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const scheme = secure === undefined ? "http" : "https";
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

/** Returns the function that accepts TCP connections after their TLS handshakes. */
function handshakes(
  secure: TlsOptions,
  { timeout, onRefused }: ServiceOptions,
): (tcp: Socket, accept: (socket: Socket) => void) => void {
  // Only Node's server verifies certificates of clients. It doesn't tell which of its sockets belongs to which TCP
  // connection.
  const waiting = new Map<string, (socket: Socket) => void>();
  const server = createTlsServer({ allowHalfOpen: true, handshakeTimeout: timeout, ...secure }, (socket) =>
    waiting.get(clientOf(socket))?.(socket),
  );
  server.on("tlsClientError", (error: NodeJS.ErrnoException, socket) => {
    // Node.js doesn't close the socket, not even after the time limit.
    socket.destroy();
    if (socket.authorizationError || error.code === "ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE")
      onRefused?.(l10n.t("A client was refused: it has no certificate of the required certificate authorities."));
  });
  return (tcp, accept) => {
    const client = clientOf(tcp);
    waiting.set(client, (socket) => {
      waiting.delete(client);
      accept(socket);
    });
    tcp.once("close", () => waiting.delete(client));
    server.emit("connection", tcp);
  };
}

function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Listens for the requests of `# @receive`; port 0: a free one. */
export function listenAt(host: string, port: number): Listen {
  return async (respond) => {
    const running = await startService({
      ...{ host, port, timeout: 30_000, secure: undefined },
      ...{ maxBody: defaultMockBody, maxConnections: defaultMockConnections, cors: undefined },
      respond: async (request) => (await respond(request)) ?? ownResponse(404),
      onExchange: () => {},
    });
    return { host: authorityOf({ host, port: running.port }), close: () => running.close() };
  };
}
