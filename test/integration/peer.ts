import type { Server, Socket } from "node:net";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";

/** A server that sends the same bytes on every connection once the request is complete, and records the requests. */
export interface Peer {
  readonly origin: string;
  readonly port: number;
  /** All received bytes, one character for each. */
  readonly received: () => string;
  readonly close: () => Promise<void>;
}

export const soapXml = "Content-Type: application/soap+xml; charset=utf-8";

/** Returns a response with its Content-Length. `body`: one character for each byte. */
export function answer(body: string, fields: readonly string[] = [soapXml], status = "200 OK"): string {
  return [`HTTP/1.1 ${status}`, ...fields, `Content-Length: ${body.length}`, "", body].join("\r\n");
}

const running = new Set<Peer>();

/**
 * Starts a server, which `closeAll` closes. By default, a request is complete when its envelope ends.
 * @param bytes the response, one character for each byte
 * @param host the address to listen on
 */
export async function peer(bytes: string, complete = endsEnvelope, host = "127.0.0.1"): Promise<Peer> {
  const net = await builtin.net();
  const parts: Buffer[] = [];
  const sockets = new Set<Socket>();
  const received = () => Buffer.concat(parts).toString("latin1");
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      parts.push(data);
      if (complete(received())) socket.end(Buffer.from(bytes, "latin1"));
    });
  });
  const port = await listening(server, host);
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  const made: Peer = { origin: `http://localhost:${port}`, port, received, close };
  running.add(made);
  return made;
}

/** Lets a server listen on a free port, and returns the port. */
export async function listening(server: Server, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
}

export async function closePeers(): Promise<void> {
  const all = [...running];
  running.clear();
  for (const peer of all) await peer.close();
}

function endsEnvelope(received: string): boolean {
  return received.endsWith("</s:Envelope>");
}
