// A TCP relay that records all bytes.
import { connect, createServer } from "node:net";

/**
 * Relays connections to a port of 127.0.0.1, with their bytes, ends and resets.
 * @param {number} target
 * @returns {Promise<{ port: number, connections: { sent: Buffer, received: Buffer }[], close(): Promise<void> }>}
 *   `connections`: in the order of their start; `sent`: all bytes sent to the target so far; `received`: all bytes
 *   received from it before the client closed the connection
 */
export async function startRelay(target) {
  const connections = [];
  const sockets = new Set();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const record = { sent: Buffer.alloc(0), received: Buffer.alloc(0) };
    connections.push(record);
    const far = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    let hungUp = false;
    for (const event of ["end", "close"]) {
      near.once(event, () => {
        hungUp = true;
      });
    }
    pass(near, far, (data) => {
      record.sent = Buffer.concat([record.sent, data]);
    });
    pass(far, near, (data) => {
      if (!hungUp) record.received = Buffer.concat([record.received, data]);
    });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function pass(from, to, keep) {
  from.on("data", (data) => {
    keep(data);
    to.write(data);
  });
  from.on("end", () => to.end());
  from.on("error", () => to.resetAndDestroy());
  from.on("close", () => to.destroy());
}
