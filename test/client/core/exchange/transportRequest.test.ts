import { equal } from "node:assert/strict";
import { toTransportRequest } from "../../../../client/src/core/exchange/transportRequest.ts";
import { outgoing } from "../../support.ts";

/** Returns what a transport that can send any header section sends. */
function wire(message: Parameters<typeof toTransportRequest>[0]): string {
  const { requestLine, head, emptyLine, body } = toTransportRequest(message);
  return `${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}${new TextDecoder().decode(body)}`;
}

suite("the message for the transport", () => {
  const body = btoa("<a/>");

  test("the message consists of header section, empty line and body", () => {
    equal(wire(outgoing({ body })), "POST /calc HTTP/1.1\r\nHost: localhost:8000\r\n\r\n<a/>");
  });

  test("the message has no empty line if the author didn't type one", () => {
    equal(wire(outgoing({ body, emptyLine: false })), "POST /calc HTTP/1.1\r\nHost: localhost:8000\r\n<a/>");
  });
});
