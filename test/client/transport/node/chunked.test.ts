import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import { sentAround } from "../../../support/resolver.ts";
import { sending } from "../../../support/transport/request.ts";

suite("a body in chunks", () => {
  test("Node's HTTP server receives a body that # @chunked has divided", async () => {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const body = Buffer.concat(pieces).toString();
        response.end(JSON.stringify({ coding: request.headers["transfer-encoding"], pieces: pieces.length, body }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const body = `<a>${"é".repeat(5_000)}</a>`;
      const text = `# @chunked 1 KB\nPOST http://127.0.0.1:${port}/ HTTP/1.1\nHost: 127.0.0.1:${port}\nTransfer-Encoding: chunked\nContent-Type: text/xml; charset=utf-8\n\n${body}`;
      const { outgoing } = sentAround(text, {});
      const { address, ...rest } = outgoing;
      const result = await nodeTransport().send({ ...rest, ...address }, sending({}));
      assert.ok(result.kind === "response", result.kind);
      const received = JSON.parse(Buffer.from(result.body).toString());
      assert.deepEqual([received.coding, received.pieces > 1, received.body], ["chunked", true, body]);
    } finally {
      server.close();
    }
  });
});
