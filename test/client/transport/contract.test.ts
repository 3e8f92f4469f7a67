import assert from "node:assert/strict";
import { browserTransport } from "../../../client/src/transport/browser/browser.ts";
import { nodeTransport } from "../../../client/src/transport/node/node.ts";
import { startMisbehavingService } from "../../support/transport/misbehavingService.ts";
import { closedPort, type RawService } from "../../support/transport/rawService.ts";
import { contract } from "./contract.ts";

/** Passes the body as a Blob: Node 20's fetch detaches a byte array and can't repeat it after a redirect. */
const nodeFetch: typeof fetch = (input, init) =>
  globalThis.fetch(input, init?.body instanceof Uint8Array ? { ...init, body: new Blob([init.body]) } : init);

suite("transport contract in Node", () => {
  let service: RawService;
  let nowhere: number;
  suiteSetup(async () => {
    service = await startMisbehavingService();
    nowhere = await closedPort();
  });
  suiteTeardown(() => service.close());

  for (const [name, transport] of [
    ["socket", nodeTransport()],
    ["fetch", browserTransport({ fetch: nodeFetch, origin: undefined })],
  ] as const) {
    contract({
      name,
      transport,
      service: () => service,
      nowhere: () => ({ host: "127.0.0.1", port: nowhere }),
      equal: (actual, expected) => assert.deepEqual(plain(actual), plain(expected)),
    });
  }
});

/** Replaces byte arrays by arrays, so that a Buffer equals a Uint8Array. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Array.from(value) : value;
}
