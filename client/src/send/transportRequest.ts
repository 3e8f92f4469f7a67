import type { OutgoingMessage } from "../../../server/src/protocol.ts";
import { fromBase64 } from "../base64.ts";
import type { TransportRequest } from "../transport/transport.ts";

/** The server's message as a transport takes it. */
export function toTransportRequest(message: OutgoingMessage): TransportRequest {
  return transportRequest(message, fromBase64(message.body));
}

/** What a transport needs of an outgoing message; its body as bytes. */
export type OutgoingParts = Pick<
  OutgoingMessage,
  | "scheme"
  | "host"
  | "port"
  | "requestLine"
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
