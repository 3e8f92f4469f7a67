// A TCP relay that records all bytes.
import { connect, createServer } from "node:net";

/**
 * Relays connections to a port of 127.0.0.1, with their bytes, ends and resets.
 * @param {number} target
 * @param {{ sent?(data: Buffer): Buffer, received?(data: Buffer): Buffer }} [changes] of the pieces that are passed on
 * @returns {Promise<{ port: number, connections: { sent: Buffer, received: Buffer }[], close(): Promise<void> }>}
 *   `connections`: in the order of their start; `sent`: all bytes sent to the target so far; `received`: all bytes
 *   received from it before the client closed the connection
 */
export async function startRelay(target, { sent = same, received = same } = {}) {
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
    pass(near, far, sent, (data) => {
      record.sent = Buffer.concat([record.sent, data]);
    });
    pass(far, near, received, (data) => {
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

const same = (data) => data;

function pass(from, to, changed, keep) {
  from.on("data", (data) => {
    keep(data);
    to.write(changed(data));
  });
  from.on("end", () => to.end());
  from.on("error", () => to.resetAndDestroy());
  from.on("close", () => to.destroy());
}
