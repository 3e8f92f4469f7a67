import assert from "node:assert/strict";
import { explain } from "../../../../client/src/core/failures/failures.ts";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import { asLatin1 } from "../../../support/transport/bytes.ts";
import { type RawConnection, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

suite("a response that doesn't end as expected", () => {
  const services: RawService[] = [];
  teardown(async () => {
    for (const service of services.splice(0)) await service.close();
  });

  const send = async (respond: (connection: RawConnection) => void): Promise<SendResult> => {
    const service = await startRawService(async (connection) => {
      await connection.request();
      respond(connection);
    });
    services.push(service);
    return nodeTransport().send(requestTo(service, "/"), sending({ timeout: 300 }));
  };
  const words = (result: SendResult) => {
    if (result.kind === "response") assert.fail("a complete response");
    const { title, cause, remedies } = explain(result, "node");
    return { title, cause, remedies: remedies.join("\n") };
  };
  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  for (const scheme of ["http", "https"] as const) {
    test(`the failure says that an ${scheme} address without a route can't be connected to`, async () => {
      // A link-local address needs a zone.
      const place = { host: "fe80::1", port: 81 };
      const result = await nodeTransport().send(requestTo(place, "/", { scheme }), sending());
      assert.equal(result.kind, "unreachable");
      assert.match(
        words(result).cause,
        /^(?:Couldn't connect|There is no network route) to \[fe80::1\]:81 \(E[A-Z]+\)\.$/,
      );
    });
  }

  test("a connection closed after 100 Continue is a failure that quotes the status line, and keeps its bytes", async () => {
    const interim = "HTTP/1.1 100 Continue\r\n\r\n";
    const result = await send((connection) => connection.end(interim));
    const { title, cause } = words(result);
    assert.equal(title, "connection closed without a final response");
    assert.match(cause, /^The service sent HTTP\/1\.1 100 Continue and then closed the connection/);
    assert.equal(asLatin1(result.wire?.received ?? new Uint8Array()), interim);
  });

  test("a connection reset after 100 Continue is a failure that quotes the status line", async () => {
    const result = await send((connection) => {
      connection.write("HTTP/1.1 100 Continue\r\n\r\n");
      setTimeout(() => connection.reset(), 50);
    });
    assert.match(words(result).cause, /sent HTTP\/1\.1 100 Continue and then reset the connection/);
  });

  test("the failure says that the end of a response without a length is unknown while the connection is open", async () => {
    const result = await send((connection) => connection.write("HTTP/1.1 200 OK\r\n\r\n<a/>"));
    const { title, cause, remedies } = words(result);
    assert.equal(title, "the end of the response is unknown");
    assert.match(cause, /neither a Content-Length nor Transfer-Encoding: chunked.* 4 bytes of the body arrived/);
    assert.match(remedies, /Connection: close/);
    assert.equal(result.kind !== "response" && asLatin1(result.partial?.body ?? new Uint8Array()), "<a/>");
  });

  test("the failure shows the size of an incomplete chunk and how much of it arrived", async () => {
    const text = `${chunked}7fffffff\r\nhello`;
    const closed = await send((connection) => connection.end(text));
    assert.match(words(closed).cause, /declares 2,?147,?483,?647 bytes; 5 bytes of it arrived/);
    const open = await send((connection) => connection.write(text));
    assert.match(words(open).cause, /declares 2,?147,?483,?647 bytes; 5 bytes of it arrived/);
  });

  test("a chunk size above every limit is too large, not invalid", async () => {
    const result = await send((connection) => connection.end(`${chunked}ffffffffffffffff\r\nhello`));
    assert.equal(words(result).title, "the size of a chunk is too large");
  });

  for (const [how, end] of [
    ["closed", (connection: RawConnection) => connection.end()],
    ["broken", (connection: RawConnection) => setTimeout(() => connection.reset(), 50)],
    ["left open", () => {}],
  ] as const) {
    test(`a response without the empty line after its last chunk is complete, with a problem, if the connection is ${how}`, async () => {
      const result = await send((connection) => {
        connection.write(`${chunked}2\r\nok\r\n0\r\n`);
        end(connection);
      });
      assert.ok(result.kind === "response", result.kind);
      assert.equal(asLatin1(result.body), "ok");
      assert.deepEqual(result.problems, ["chunked-end-missing"]);
    });
  }

  test("a response with Transfer-Encoding: identity ends at its Content-Length", async () => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 4\r\n\r\n";
    const result = await send((connection) => connection.write(`${head}<a/>`));
    assert.ok(result.kind === "response", result.kind);
    assert.deepEqual([asLatin1(result.body), result.problems], ["<a/>", []]);
  });
});
