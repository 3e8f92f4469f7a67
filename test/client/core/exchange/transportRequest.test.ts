import { equal } from "node:assert/strict";
import { toTransportRequest } from "../../../../client/src/core/exchange/transportRequest.ts";
import { outgoing } from "../../support.ts";

/** What a transport that can send any head makes of it. */
function wire(message: Parameters<typeof toTransportRequest>[0]): string {
  const { requestLine, head, emptyLine, body } = toTransportRequest(message);
  return `${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}${new TextDecoder().decode(body)}`;
}

suite("the message as the transport takes it", () => {
  const body = btoa("<a/>");

  test("head, empty line, body", () => {
    equal(wire(outgoing({ body })), "POST /calc HTTP/1.1\r\nHost: localhost:8000\r\n\r\n<a/>");
  });

  test("an empty line that the author didn't type isn't sent", () => {
    equal(wire(outgoing({ body, emptyLine: false })), "POST /calc HTTP/1.1\r\nHost: localhost:8000\r\n<a/>");
  });
});
