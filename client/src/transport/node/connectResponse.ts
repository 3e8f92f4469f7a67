import type { Socket } from "node:net";
import { concatBytes } from "../bytes.ts";
import { defaultLimits, ResponseReader } from "../framing.ts";
import type { FailureFacts } from "../result.ts";
import type { ConnectWatch } from "./connect.ts";
import { withContent } from "./decoder.ts";

const maxRefusalBody = 1024 * 1024;

/**
 * Reads the response of a proxy to CONNECT (RFC 9110 section 9.3.6). `open`: the socket is paused, with all bytes that
 * follow the response. After a failure the connection is closed. `proxy`: its `host:port`, if known.
 */
export async function readConnectResponse(
  socket: Socket,
  watch: ConnectWatch,
  proxy: string | undefined,
): Promise<{ readonly kind: "open" } | FailureFacts> {
  watch.stage("proxy");
  const reader = new ResponseReader("CONNECT", { ...defaultLimits, body: maxRefusalBody });
  const received = await readAll(socket, reader, watch.signal);
  const message = reader.message(received);
  const { state } = reader;
  if (state.kind === "complete" && message !== undefined && message.status >= 200 && message.status < 300) {
    if (state.end < received.length) socket.unshift(received.subarray(state.end));
    return { kind: "open" };
  }
  socket.destroy();
  const response = message === undefined ? undefined : (await withContent(message, maxRefusalBody)).message;
  const detail = response?.statusLine ?? "";
  return { kind: "proxy", reason: "connect-refused", proxy, response, detail };
}

function readAll(socket: Socket, reader: ResponseReader, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  return new Promise((resolve) => {
    const stop = () => {
      socket.off("data", take).off("error", end).off("end", end).off("close", end);
      signal.removeEventListener("abort", end);
      socket.pause();
      resolve(concatBytes(pieces));
    };
    const take = (piece: Uint8Array) => {
      pieces.push(piece);
      reader.push(piece);
      if (reader.state.kind !== "reading") stop();
    };
    const end = () => {
      reader.end();
      stop();
    };
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    socket.on("data", take).on("error", end).on("end", end).on("close", end);
    socket.resume();
  });
}
