/* A service that sends arbitrary bytes, and records all received bytes. */
import net, { type AddressInfo, type Socket } from "node:net";
import tls, { type TlsOptions } from "node:tls";

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Header section up to and including the empty line, one character for each byte. */
  readonly head: string;
  readonly body: Buffer;
  readonly bytes: Buffer;
}

export class RawConnection {
  readonly socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #taken = 0;
  #wake: (() => void) | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (piece: Buffer) => {
      this.#received = Buffer.concat([this.#received, piece]);
      this.#wake?.();
    });
    // A client that disconnects is not an error of the service.
    socket.on("error", () => {});
    socket.on("close", () => this.#wake?.());
  }

  /** All received bytes, with TLS after decryption. */
  get received(): Buffer {
    return this.#received;
  }

  get text(): string {
    return this.#received.toString("latin1");
  }

  /** Waits until the bytes satisfy a condition. Rejects if the connection ends before. */
  async until(condition: (text: string) => boolean): Promise<void> {
    while (!condition(this.text)) {
      if (this.socket.destroyed) throw new Error(`the connection ended after ${JSON.stringify(this.text)}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Waits for the next header section and for as many body bytes as Content-Length says. */
  async request(): Promise<RawRequest> {
    const start = this.#taken;
    await this.until((text) => text.includes("\r\n\r\n", start));
    const headEnd = this.text.indexOf("\r\n\r\n", start) + 4;
    const head = this.text.slice(start, headEnd);
    const length = Number(/^content-length:[ \t]*(\d+)[ \t]*\r$/im.exec(head)?.[1] ?? 0);
    this.#taken = headEnd + length;
    await this.until((text) => text.length >= this.#taken);
    const [method = "", target = ""] = head.split(/ /, 2);
    const bytes = this.#received.subarray(start, this.#taken);
    return { method, target, head, body: this.#received.subarray(headEnd, this.#taken), bytes };
  }

  /** Sends one byte for each character. */
  write(text: string | Uint8Array): void {
    this.socket.write(typeof text === "string" ? Buffer.from(text, "latin1") : text);
  }

  end(text: string | Uint8Array = ""): void {
    this.socket.end(typeof text === "string" ? Buffer.from(text, "latin1") : text);
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }
}

export interface RawService {
  readonly host: "127.0.0.1";
  readonly port: number;
  readonly connections: readonly RawConnection[];
  close(): Promise<void>;
}

/**
 * Starts a service that reads the first request of each connection, sends a response, and closes the connection. Tests needn't
 * close the service.
 */
export function startResponding(
  response: Response | ((request: RawRequest) => Response | Promise<Response>),
  tlsOptions?: TlsOptions,
): Promise<RawService> {
  return startRawService(async (connection) => {
    const request = await connection.request();
    connection.end(typeof response === "function" ? await response(request) : response);
  }, tlsOptions);
}

/** One byte for each character. */
type Response = string | Uint8Array;

/**
 * Starts a service on a free port of 127.0.0.1. Errors of `answer` close the connection. Tests needn't close the service: it
 * doesn't keep the process alive.
 */
export async function startRawService(
  answer: (connection: RawConnection) => unknown,
  tlsOptions?: TlsOptions,
): Promise<RawService> {
  const connections: RawConnection[] = [];
  const sockets = new Set<Socket>();
  const accept = async (socket: Socket) => {
    const connection = new RawConnection(socket);
    connections.push(connection);
    try {
      await answer(connection);
    } catch {
      socket.destroy();
    }
  };
  const server = tlsOptions === undefined ? net.createServer(accept) : tls.createServer(tlsOptions, accept);
  server.on("tlsClientError", () => {});
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.unref();
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.unref().listen(0, "127.0.0.1", resolve));
  return {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function closedPort(): Promise<number> {
  const service = await startRawService(() => {});
  await service.close();
  return service.port;
}
