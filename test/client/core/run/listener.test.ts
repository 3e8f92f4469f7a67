import assert from "node:assert/strict";
import { type Listen, Listener } from "../../../../client/src/core/run/listener.ts";
import type { ServedRequest } from "../../../../server/src/protocol/served.ts";

suite("the listener of # @receive", () => {
  const receiving = { method: "POST", path: "/callback", within: 20 };
  const response = { requestLine: "HTTP/1.1 202 Accepted", head: "", emptyLine: true, body: new Uint8Array() };
  const request = {
    method: "POST",
    target: "/callback",
    fields: [],
    body: new Uint8Array(),
  } as unknown as ServedRequest;

  test("a request whose response can't be sent gets no response, and the next request is received", async () => {
    let respond: Parameters<Listen>[0] = async () => undefined;
    const listener = new Listener((message: typeof response | undefined) => message);
    await listener.start(async (given) => {
      respond = given;
      return { host: "127.0.0.1:1", close: async () => {} };
    });
    let ready: typeof response | undefined;
    listener.expect(0, receiving, async () => ready);
    assert.equal(await respond(request), undefined);
    const { signal } = new AbortController();
    const missed = await listener.receive(0, receiving, response, signal);
    assert.deepEqual(missed.kind === "callback" && missed.arrived, ["POST /callback"]);
    listener.expect(0, receiving, async () => ready);
    await respond(request);
    ready = response;
    assert.notEqual(await respond(request), undefined);
    assert.equal((await listener.receive(0, receiving, response, signal)).kind, "response");
  });
});
