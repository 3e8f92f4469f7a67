import assert from "node:assert/strict";
import { detailLines } from "../../../../client/src/core/exchange/details.ts";
import { followingOf, messageThatFollows } from "../../../../client/src/core/exchange/following.ts";
import { toTransportRequest } from "../../../../client/src/core/exchange/transportRequest.ts";
import { wireText } from "../../../../client/src/core/exchange/wireText.ts";
import { storedOf, unpackExchange } from "../../../../client/src/core/history/stored.ts";
import { harEntries } from "../../../../client/src/export/har/har.ts";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import {
  type OutgoingMessage,
  OutgoingRequest,
  type OutgoingResult,
} from "../../../../server/src/protocol/protocol.ts";
import { startTestServer } from "../../../support/server.ts";
import { startDigestService } from "../../../support/transport/digestService.ts";
import { startRawService } from "../../../support/transport/rawService.ts";
import { sending } from "../../../support/transport/request.ts";

/** The message that the language server makes of a request with `# @auth`. */
async function messageTo(port: number): Promise<OutgoingMessage> {
  const server = await startTestServer({});
  const { uri } = server.open(
    `@user = ann\n# @auth digest user "secret"\nPOST /s HTTP/1.1\nHost: 127.0.0.1:${port}\nContent-Length: 4\n\nbody\n`,
  );
  const outgoing = (await server.request(OutgoingRequest.method, { uri, line: 2 })) as OutgoingResult;
  assert.ok(outgoing.kind === "message", JSON.stringify(outgoing));
  return outgoing.message;
}

suite("a request with # @auth in the editor", () => {
  test("a challenge is answered, and all its exchanges are shown, stored and archived", async () => {
    const service = await startDigestService();
    const message = await messageTo(service.port);
    assert.deepEqual(message.secrets, ["secret"]);
    const result = await nodeTransport().send(toTransportRequest(message), sending());
    await service.close();
    assert.ok(result.kind === "response" && result.status === 200);

    const titles = wireText({ message, result }, "text").match(/^\S.*: \d+ bytes$/gm) ?? [];
    assert.deepEqual(
      titles.map((title) => title.replace(/:\d+\/|: \d+ bytes/g, "/")),
      ["Sent to http://127.0.0.1/s/", "Received: a Digest challenge (401)/", "Sent/", "Received/"],
    );
    assert.match(wireText({ message, result }, "text"), /Authorization: Digest username="ann"/);
    const details = detailLines({ result, at: 0 }).join("\n");
    assert.match(details, /^Digest {10}401 Unauthorized$/m);
    assert.match(details, /not as typed {4}Authorization was added/);

    const exchange = { id: "1-1", from: "file:///a", label: "a", message, result, at: 0 };
    const stored = unpackExchange((await storedOf(exchange)).exchange);
    assert.equal(stored.result.authentication?.length, 1);
    const entries = harEntries(
      { label: "a", request: toTransportRequest(message), secrets: message.secrets, at: 0, result },
      "node",
    );
    assert.deepEqual(
      entries.map(({ response, request }) => [
        response.status,
        request.headers.some(({ name }) => name === "Authorization"),
      ]),
      [
        [401, false],
        [200, true],
      ],
    );
  });

  test("a request with @auth has no credentials when its redirect to another origin is followed by hand", async () => {
    for (const [location, keeps] of [
      ["/next", true],
      ["http://localhost:1/", false],
    ] as const) {
      const service = await startRawService(async (connection) => {
        await connection.request();
        connection.end(`HTTP/1.1 307 Away\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
      });
      const message = await messageTo(service.port);
      const result = await nodeTransport().send(toTransportRequest(message), sending({ redirects: "never" }));
      await service.close();
      const following = followingOf({ message, result });
      assert.ok(following);
      assert.equal(messageThatFollows(message, following).authentication !== undefined, keeps, location);
    }
  });
});
