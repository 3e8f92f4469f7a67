import type { Socket } from "node:net";
import { concatBytes } from "../bytes.ts";
import { defaultLimits, ResponseReader } from "../framing.ts";
import type { FailureFacts } from "../result.ts";
import type { ConnectWatch } from "./connect.ts";
import { withContent } from "./contentCoding.ts";

const maxRefusalBody = 1024 * 1024;

/** Reads what a proxy answered instead of opening a tunnel, and closes the connection. */
export async function readRefusal(socket: Socket, watch: ConnectWatch): Promise<FailureFacts> {
  watch.stage("proxy");
  const reader = new ResponseReader("CONNECT", { ...defaultLimits, body: maxRefusalBody });
  const pieces: Uint8Array[] = [];
  await new Promise<void>((resolve) => {
    const stop = () => {
      reader.end();
      resolve();
    };
    watch.signal.addEventListener("abort", stop, { once: true });
    socket.on("data", (piece: Uint8Array) => {
      pieces.push(piece);
      reader.push(piece);
      if (reader.state.kind !== "reading") resolve();
    });
    socket.on("error", stop).on("end", stop).on("close", stop);
    socket.resume();
  });
  socket.destroy();
  const message = reader.message(concatBytes(pieces));
  const answer = message === undefined ? undefined : (await withContent(message, maxRefusalBody)).message;
  return {
    kind: "proxy",
    reason: "connect-refused",
    proxy: undefined,
    answer,
    code: undefined,
    detail: answer?.statusLine ?? "",
  };
}
