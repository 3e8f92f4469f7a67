import type { Server, Socket } from "node:net";
import * as assert from "./assert.ts";

/** A server that answers every connection with the same bytes once the request seems complete, and keeps what it got. */
export interface Peer {
  readonly origin: string;
  readonly received: () => string;
  readonly close: () => Promise<void>;
}

export async function peer(answer: string, complete: (received: string) => boolean, end = true): Promise<Peer> {
  // Not an import that a bundler sees: the same suite is bundled for a browser, which has no built-ins of Node.
  const name = ["node", "net"].join(":");
  const net: typeof import("node:net") = await import(name);
  const parts: Buffer[] = [];
  const sockets = new Set<Socket>();
  const received = () => Buffer.concat(parts).toString("latin1");
  const server: Server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      parts.push(data);
      if (complete(received())) {
        socket.write(Buffer.from(answer, "latin1"));
        if (end) socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    origin: `http://localhost:${address.port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
