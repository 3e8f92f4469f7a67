import type { Socket } from "node:net";
import type { Pace } from "../../../../server/src/protocol/served.ts";
import { longestTimer } from "../../transport/transport.ts";

/** The state of the connection after a response: `open` for the next request, or how it ends. */
export type AfterDelivery = "open" | "close" | "reset" | "hang";

/** The time between two pieces of a slow response, in milliseconds, unless a byte takes longer. */
const slowStep = 50;
/** Milliseconds between the response and a reset. */
const beforeReset = 50;

/** Resolves when the next response may follow, or when the client has closed the connection. */
export async function deliverAtPace(
  socket: Socket,
  whole: Uint8Array,
  { delay, bytesPerSecond, cutAfter, end }: Pace,
): Promise<AfterDelivery> {
  if (delay) await pause(socket, delay.from + Math.random() * (delay.to - delay.from));
  // If the response isn't cut off, the connection ends before the first byte.
  if (end !== undefined && cutAfter === undefined) return end;
  const bytes = whole.subarray(0, cutAfter);
  if (bytesPerSecond === undefined) await written(socket, bytes);
  else await writeSlowly(socket, bytes, bytesPerSecond);
  // A reset may discard bytes that the client hasn't read.
  if (end === "reset") await pause(socket, beforeReset);
  return cutAfter === undefined ? "open" : (end ?? "close");
}

async function writeSlowly(socket: Socket, bytes: Uint8Array, perSecond: number): Promise<void> {
  const start = performance.now();
  const step = Math.max(slowStep, 1000 / perSecond);
  for (let at = 0; at < bytes.length && !socket.destroyed; ) {
    await pause(socket, step);
    const due = Math.floor(((performance.now() - start) * perSecond) / 1000);
    const next = Math.min(bytes.length, Math.max(at + 1, due));
    await written(socket, bytes.subarray(at, next));
    at = next;
  }
}

/** Resolves when the system has taken the bytes, or the connection is closed. */
function written(socket: Socket, bytes: Uint8Array): Promise<void> {
  return untilClosed(socket, (done) => void socket.write(bytes, done));
}

function pause(socket: Socket, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waiting = untilClosed(socket, (done) => {
    timer = setTimeout(done, Math.min(milliseconds, longestTimer));
  });
  return waiting.finally(() => clearTimeout(timer));
}

/** Resolves when `begin` has called its argument, or when the connection is closed. */
export function untilClosed(socket: Socket, begin: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off("close", done);
      resolve();
    };
    if (socket.destroyed) {
      resolve();
      return;
    }
    socket.on("close", done);
    begin(done);
  });
}
