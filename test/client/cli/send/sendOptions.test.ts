import assert from "node:assert/strict";
import { sendOptions } from "../../../../client/src/cli/send/sendOptions.ts";

suite("how the command line sends", () => {
  const waits = (...lengths: readonly string[]) => {
    const outgoing = { fields: lengths.map((value) => ({ name: "Content-Length", value })), body: new Uint8Array(5) };
    type Given = Parameters<typeof sendOptions>;
    const request = { outgoing, timeout: 1, redirects: "never" } as unknown as Given[0];
    const options = { insecureHosts: [], allowUnencrypted: false, maxHeadBytes: undefined } as unknown as Given[1];
    return sendOptions(request, options, {} as Given[2], new AbortController().signal).surplusWait;
  };

  test("the command line doesn't wait for bytes after the response of a request whose Content-Length is right", () => {
    assert.equal(waits("5"), 0);
  });

  test("the command line waits for what a service responds to the rest of a body that is longer than Content-Length", () => {
    assert.equal(waits("4"), undefined);
    assert.equal(waits("5", "5"), undefined);
    assert.equal(waits(), undefined);
  });
});
