import type { OutgoingMessage } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import type { TransportRequest } from "../../transport/transport.ts";

export function toTransportRequest(message: OutgoingMessage): TransportRequest {
  return { ...message, body: fromBase64(message.body) };
}

export function withTransportRequest(message: OutgoingMessage, request: TransportRequest): OutgoingMessage {
  const { body, typedRequestLine: _, ...parts } = request;
  return { ...message, ...parts, body: toBase64(body) };
}

/** The header section of a message, with the request line, and its body. */
export function requestBytes(message: OutgoingMessage): readonly [head: Uint8Array, body: Uint8Array] {
  return [headBytes(message), fromBase64(message.body)];
}

/** The header section, with the request line and the empty line. */
export function headBytes({
  requestLine,
  head,
  emptyLine,
}: Pick<TransportRequest, "requestLine" | "head" | "emptyLine">): Uint8Array {
  return new TextEncoder().encode(`${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}`);
}
