import net from "node:net";
import tls from "node:tls";
import { type ServiceOptions, startService } from "../../../../client/src/mock/node/service.ts";
import type { RunningService, ServedExchange } from "../../../../client/src/mock/service.ts";
import type { ServedRequest, ServedResponse } from "../../../../server/src/protocol/served.ts";
import { latin1 } from "../../../support/transport/bytes.ts";
import { RawConnection } from "../../../support/transport/rawService.ts";

export interface Served extends RunningService {
  readonly requests: readonly ServedRequest[];
  readonly exchanges: readonly ServedExchange[];
  /** Resolves after the next exchange. */
  exchange(): Promise<ServedExchange>;
  /** Opens a connection. Text is one byte for each character. */
  connect(text?: string | Uint8Array): Promise<RawConnection>;
  /** Sends bytes, and resolves with all that is received until the service closes the connection. */
  received(text: string | Uint8Array): Promise<string>;
}

/** Runs a service with a responder of the test, and closes it afterwards. */
export async function serving(
  options: Partial<ServiceOptions>,
  use: (service: Served) => Promise<void>,
): Promise<void> {
  const requests: ServedRequest[] = [];
  const exchanges: ServedExchange[] = [];
  const waiting: ((exchange: ServedExchange) => void)[] = [];
  const exchange = () => new Promise<ServedExchange>((resolve) => waiting.push(resolve));
  const { respond = () => ok("hello"), ...others } = options;
  const service = await startService({
    host: "127.0.0.1",
    port: 0,
    secure: undefined,
    cors: "*",
    timeout: 30_000,
    maxBody: 10_485_760,
    maxConnections: 1000,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      for (const resolve of waiting.splice(0)) resolve(exchange);
    },
    ...others,
    respond: (request) => {
      requests.push(request);
      return respond(request);
    },
  });
  const connect = async (text: string | Uint8Array = "") => {
    const to = { port: service.port, host: "127.0.0.1", allowHalfOpen: true };
    const socket = options.secure ? tls.connect({ ...to, rejectUnauthorized: false }) : net.connect(to);
    const connection = new RawConnection(socket);
    await new Promise((resolve) => socket.once(options.secure ? "secureConnect" : "connect", resolve));
    connection.write(text);
    return connection;
  };
  const received = async (text: string | Uint8Array) => {
    const connection = await connect(text);
    await ended(connection);
    connection.socket.destroy();
    return connection.text;
  };
  try {
    await use({ ...service, requests, exchanges, exchange, connect, received });
  } finally {
    await service.close();
  }
}

/** Resolves when the service has closed the connection: with `end` or, after a TCP reset, with the code of the error. */
export function ended({ socket }: RawConnection): Promise<string> {
  return new Promise((resolve) => {
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once("end", () => resolve("end"));
    socket.once("close", () => resolve("close"));
  });
}

export function ok(body: string, parts: Partial<ServedResponse> = {}): ServedResponse {
  const bytes = latin1(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  return { source: "file", status: 200, bytes, closes: false, ...parts };
}

export const refusedBadRequest = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
