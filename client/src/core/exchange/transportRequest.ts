import type { OutgoingMessage } from "../../../../server/src/protocol.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import type { TransportRequest } from "../../transport/transport.ts";

/** The server's message as a transport takes it. */
export function toTransportRequest(message: OutgoingMessage): TransportRequest {
  return transportRequest(message, fromBase64(message.body));
}

/** The header section of a message, with the request line, and its body. */
export function requestBytes(message: OutgoingMessage): readonly [head: Uint8Array, body: Uint8Array] {
  const { requestLine, head, emptyLine, body } = message;
  return [new TextEncoder().encode(`${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}`), fromBase64(body)];
}

/** The same the other way: what `request` has is put in the place of what the message had. */
export function withTransportRequest(message: OutgoingMessage, request: TransportRequest): OutgoingMessage {
  const { absoluteForm, body, typedRequestLine: _, ...parts } = request;
  return { ...message, ...parts, absoluteRequestLine: absoluteForm, body: toBase64(body) };
}

/** What a transport needs of an outgoing message; its body as bytes. */
export type OutgoingParts = Pick<
  OutgoingMessage,
  | "scheme"
  | "host"
  | "port"
  | "requestLine"
  | "typedRequestLine"
  | "absoluteRequestLine"
  | "head"
  | "emptyLine"
  | "fields"
  | "method"
  | "target"
>;

export function transportRequest(parts: OutgoingParts, body: Uint8Array): TransportRequest {
  const { scheme, host, port, requestLine, absoluteRequestLine, head, emptyLine, fields, method, target } = parts;
  return {
    typedRequestLine: parts.typedRequestLine,
    scheme,
    host,
    port,
    requestLine,
    absoluteForm: absoluteRequestLine,
    head,
    emptyLine,
    fields,
    method,
    target,
    body,
  };
}
