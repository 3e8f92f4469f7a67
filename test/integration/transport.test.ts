import * as vscode from "vscode";
import { browserTransport } from "../../client/src/transport/browser/browser.ts";
import type { Capabilities } from "../../client/src/transport/transport.ts";
import { contract } from "../client/transport/contract.ts";
import type { Place } from "../support/transport/request.ts";
import * as assert from "./assert.ts";
import { extension, inNode, workspaceFile } from "./support.ts";

/* The contract of all transports, in the host that they are for: VS Code's own agents, and a browser's worker. */

const node: Capabilities = {
  exactHead: true,
  seesWire: true,
  bodyOnGet: true,
  plainHttp: "anywhere",
  tlsOptions: true,
  seesRedirects: true,
};

let place: Place | undefined;

suite("the transport of this host", () => {
  suiteSetup(async () => {
    const bytes = await vscode.workspace.fs.readFile(workspaceFile("service.json"));
    const { misbehaving } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly misbehaving?: unknown };
    assert.ok(typeof misbehaving === "number", "service.json names no misbehaving service");
    place = { host: "127.0.0.1", port: misbehaving };
    const { transport } = (await extension()).forTests;
    assert.deepEqual({ ...transport.capabilities }, { ...(inNode ? node : browserTransport().capabilities) });
  });

  contract({
    name: inNode ? "VS Code's Node host" : "VS Code's worker host",
    transport: {
      capabilities: inNode ? node : browserTransport().capabilities,
      send: async (request, options) => (await extension()).forTests.transport.send(request, options),
    },
    service: () => place ?? assert.fail("the suite was not set up"),
    nowhere: () => ({ host: "127.0.0.1", port: 47391 }),
    enforcesCors: !inNode,
    equal: (actual, expected) => assert.deepEqual(plain(actual), plain(expected)),
  });
});

/** A Buffer is as good as a Uint8Array. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Array.from(value) : value;
}
