import { browserTransport } from "../../client/src/transport/browser/browser.ts";
import type { Capabilities } from "../../client/src/transport/transport.ts";
import { contract } from "../client/transport/contract.ts";
import * as assert from "./assert.ts";
import { misbehavingPort } from "./messages.ts";
import { extension, inNode } from "./support.ts";

/* Runs the transport contract in VS Code: with its agents in Node, and in a browser's worker. */

const node: Capabilities = {
  seesWire: true,
  bodyOnGet: true,
  plainHttp: "anywhere",
  seesRedirects: true,
};

suite("the transport of this host", () => {
  suiteSetup(async () => {
    const { transport } = (await extension()).forTests;
    assert.deepEqual({ ...transport.capabilities }, { ...(inNode ? node : browserTransport().capabilities) });
  });

  contract({
    name: inNode ? "VS Code's Node host" : "VS Code's worker host",
    transport: {
      capabilities: inNode ? node : browserTransport().capabilities,
      send: async (request, options) => (await extension()).forTests.transport.send(request, options),
    },
    service: () => ({ host: "127.0.0.1", port: misbehavingPort() }),
    nowhere: () => ({ host: "127.0.0.1", port: 47391 }),
    enforcesCors: !inNode,
    equal: (actual, expected) => assert.deepEqual(plain(actual), plain(expected)),
  });
});

/** Replaces byte arrays by arrays, so that a Buffer equals a Uint8Array. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Array.from(value) : value;
}
