import type { OutgoingMessage } from "../../../../server/src/protocol.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import type { TransportRequest } from "../../transport/transport.ts";

/** The part of an outgoing message that a transport needs, without the body. */
type OutgoingParts = Omit<TransportRequest, "absoluteForm" | "body"> & Pick<OutgoingMessage, "absoluteRequestLine">;

/** The server's message in the form that a transport takes. */
export function toTransportRequest(message: OutgoingMessage): TransportRequest {
  return transportRequest(message, fromBase64(message.body));
}

export function transportRequest(parts: OutgoingParts, body: Uint8Array): TransportRequest {
  const { scheme, host, port, requestLine, typedRequestLine, head, emptyLine, fields, method, target } = parts;
  const absoluteForm = parts.absoluteRequestLine;
  const startLine = { requestLine, typedRequestLine, absoluteForm, method, target };
  return { scheme, host, port, ...startLine, head, emptyLine, fields, body };
}

/** The message with the parts of another request. */
export function withTransportRequest(message: OutgoingMessage, request: TransportRequest): OutgoingMessage {
  const { absoluteForm, body, typedRequestLine: _, ...parts } = request;
  return { ...message, ...parts, absoluteRequestLine: absoluteForm, body: toBase64(body) };
}

/** The header section of a message, with the request line, and its body. */
export function requestBytes(message: OutgoingMessage): readonly [head: Uint8Array, body: Uint8Array] {
  const { requestLine, head, emptyLine, body } = message;
  return [new TextEncoder().encode(`${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}`), fromBase64(body)];
}
