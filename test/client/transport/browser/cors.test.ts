import assert from "node:assert/strict";
import { browserTransport } from "../../../../client/src/transport/browser/browser.ts";
import { closedPort, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

suite("distinguishing CORS failures from unreachable services", () => {
  let service: RawService | undefined;
  let seen: string[] = [];
  teardown(async () => {
    await service?.close();
    service = undefined;
    seen = [];
  });

  /** Resets the connection of a POST, so that fetch fails as it does for CORS. */
  const start = async (answersHead: boolean) => {
    service = await startRawService(async (connection) => {
      const { method, target, head, body } = await connection.request();
      seen.push(`${method} ${target} ${/^(cookie|authorization|soapaction):/im.test(head)} ${body.length}`);
      if (method === "HEAD" && answersHead) connection.end("HTTP/1.1 405 No\r\n\r\n");
      else if (method !== "HEAD") connection.reset();
    });
    return service;
  };
  const send = (port: number, origin: string | undefined, signal = new AbortController().signal) =>
    browserTransport({ fetch: globalThis.fetch, origin }).send(
      requestTo({ host: "127.0.0.1", port }, "/s?x", { lines: ["Authorization: Basic eDp5", "SOAPAction: x"] }),
      sending({ signal, timeout: 60_000 }),
    );

  test("the transport returns cors if the service responds to a probe without body and headers, and sends the request once", async () => {
    const { port } = await start(true);
    const result = await send(port, "https://editor.example");
    assert.ok(result.kind === "cors");
    assert.deepEqual([result.origin, result.probe], ["https://editor.example", "responded"]);
    assert.deepEqual(result.fieldNames.toSorted(), ["Authorization", "SOAPAction"]);
    assert.deepEqual(seen, ["POST /s?x true 4", "HEAD / false 0"]);
  });

  test("the transport returns unreachable if nothing responds", async () => {
    const result = await send(await closedPort(), "https://editor.example");
    assert.equal(result.kind, "unreachable");
  });

  test("the transport doesn't probe the page's own origin", async () => {
    const { port } = await start(true);
    const result = await send(port, `http://127.0.0.1:${port}`);
    assert.equal(result.kind, "unreachable");
    assert.deepEqual(seen, ["POST /s?x true 4"]);
  });

  test("the transport cancels the probe too", async () => {
    const { port } = await start(false);
    const controller = new AbortController();
    const result = send(port, "https://editor.example", controller.signal);
    while (seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    assert.equal((await result).kind, "cancelled");
  });
});
