import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import { analyze, requestAt } from "../../../../server/src/service/languageService.ts";
import { sentOf } from "../../../support/outgoing.ts";
import { asLatin1 } from "../../../support/transport/bytes.ts";
import { sending } from "../../../support/transport/request.ts";

suite("a request whose body is typed in chunks", () => {
  let service: http.Server;
  suiteSetup(async () => {
    service = http.createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => response.end(`${Buffer.concat(pieces)} ${JSON.stringify(request.trailers)}`));
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  });
  suiteTeardown((done) => {
    service.closeAllConnections();
    service.close(done);
  });

  for (const [name, body, arrived] of [
    ["chunks", "4\n<a/>\n1\n\n\n0\n\n", "<a/>\n {}"],
    [
      "chunks and trailers, before another request",
      "4\n<a/>\n0\nX-T: v\n\n\n\n### next\nGET / HTTP/1.1\n",
      '<a/> {"x-t":"v"}',
    ],
  ] as const) {
    test(`Node's server reads the whole body: ${name}`, async () => {
      const { port } = service.address() as AddressInfo;
      const head = `POST / HTTP/1.1\nHost: 127.0.0.1:${port}\nTransfer-Encoding: chunked\n\n`;
      // The chunk of one byte is LF: it is data, not a line ending of the chunked coding.
      const text = `${head}${body}`.replaceAll("\n", "\r\n").replace("\r\n1\r\n\r\n", "\r\n1\r\n\n");
      const analysis = analyze(text);
      const request = requestAt(analysis, 0);
      assert.ok(request);
      const out = sentOf(analysis, request);
      assert.ok("body" in out);
      const result = await nodeTransport().send({ ...out, ...out.address }, sending({ timeout: 20_000 }));
      assert.equal(result.kind, "response");
      assert.equal(result.kind === "response" && asLatin1(result.body), arrived);
    });
  }
});
