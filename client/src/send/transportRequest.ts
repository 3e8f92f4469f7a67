import type { OutgoingMessage } from "../../../server/src/protocol.ts";
import { fromBase64 } from "../base64.ts";
import type { TransportRequest } from "../transport/transport.ts";

/** The server's message as a transport takes it. */
export function toTransportRequest(message: OutgoingMessage): TransportRequest {
  const { scheme, host, port, requestLine, absoluteRequestLine, head, emptyLine, fields, method, target, body } =
    message;
  return {
    scheme,
    host,
    port,
    requestLine,
    absoluteForm: absoluteRequestLine,
    // A transport adds the empty line's CRLF. Where the author typed none, that one ends the last header line instead.
    head: emptyLine ? head : head.replace(/\r\n$/, ""),
    fields,
    method,
    target,
    body: fromBase64(body),
  };
}
