import assert from "node:assert/strict";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import { type RawConnection, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

suite("Expect: 100-continue", () => {
  let service: RawService;
  teardown(() => service.close());

  const sent = async (
    answer: (connection: RawConnection) => unknown,
    { timeout = 20_000, lines = [] }: { readonly timeout?: number; readonly lines?: readonly string[] } = {},
  ) => {
    service = await startRawService(answer);
    const body = new Uint8Array(10).fill(65);
    const request = requestTo(service, "/", { lines: ["Expect: 100-continue", ...lines], body });
    const result = await nodeTransport().send(request, sending({ timeout }));
    assert.ok(result.kind === "response", result.kind);
    const received = service.connections[0]?.text ?? "";
    return { status: result.status, body: received.slice(received.indexOf("\r\n\r\n") + 4) };
  };
  const headOf = (connection: RawConnection) => connection.until((text) => text.includes("\r\n\r\n"));
  const long = 12_000_000;
  const ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  test("the body waits for the response with 100", async () => {
    let before = "";
    const { status, body } = await sent(async (connection) => {
      await headOf(connection);
      before = connection.text;
      connection.write("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Con");
      connection.write("tinue\r\n\r\n");
      await connection.request();
      connection.write(ok);
    });
    assert.ok(before.endsWith("\r\n\r\n"), before);
    assert.deepEqual([status, body], [200, "AAAAAAAAAA"]);
  });

  test("a response with 100 before the head is sent leads to one body", async () => {
    const answer = async (connection: RawConnection) => {
      connection.socket.pause();
      connection.write("HTTP/1.1 100 Continue\r\n\r\n");
      // The head is larger than what the system buffers, so it isn't written yet.
      await new Promise((resolve) => setTimeout(resolve, 300));
      connection.socket.resume();
      await connection.until((text) => text.length > long && text.endsWith("AAAAAAAAAA"));
      connection.write(ok);
    };
    const { status, body } = await sent(answer, { lines: [`X-A: ${"a".repeat(long)}`] });
    assert.deepEqual([status, body], [200, "AAAAAAAAAA"]);
  });

  test("the body is sent when an interim response that took long wasn't the final one", async () => {
    const { status, body } = await sent(async (connection) => {
      await headOf(connection);
      connection.write("HTTP/1.1 103 Early");
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      connection.write(" Hints\r\n\r\n");
      await connection.request();
      connection.write(ok);
    });
    assert.deepEqual([status, body], [200, "AAAAAAAAAA"]);
  });

  test("the body is sent before a short time limit", async () => {
    const answer = async (connection: RawConnection) => {
      await connection.request();
      connection.write(ok);
    };
    assert.deepEqual(await sent(answer, { timeout: 900 }), { status: 200, body: "AAAAAAAAAA" });
  });

  test("the body isn't sent after a final response", async () => {
    const { status, body } = await sent(async (connection) => {
      await headOf(connection);
      connection.end("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n");
    });
    assert.deepEqual([status, body], [417, ""]);
  });

  test("the body is sent to a service that never responds with 100, after a second", async () => {
    const { status, body } = await sent(async (connection) => {
      await connection.request();
      connection.write(ok);
    });
    assert.deepEqual([status, body], [200, "AAAAAAAAAA"]);
  });
});
