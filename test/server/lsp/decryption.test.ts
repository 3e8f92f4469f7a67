import assert from "node:assert/strict";
import type { EvaluateResult, PresentResult } from "../../../server/src/protocol/protocol.ts";
import { encrypted } from "../../support/encrypting.ts";
import { certificatesOf } from "../../support/keyFiles.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { secured, testCompute } from "../../support/signing.ts";
import { received } from "../response/captured.ts";

const payload = "<m:Result>5</m:Result>";
const certificates = certificatesOf("me.pem").map((der) => Buffer.from(der).toString("base64"));
const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n";

suite("encrypted responses over LSP", () => {
  const { key, data } = encrypted(payload);
  const body = secured(key, { body: data });
  let server: TestServer;
  setup(async () => {
    server = await startTestServer(
      {},
      {},
      {
        readKey: () => ({ kind: "key", certificates, algorithm: { kind: "rsa", bits: 2048 } }),
        compute: testCompute,
      },
    );
    await server.notify("soaphttp/keys", { names: ["me"] });
  });

  test("The formatted response is decrypted with the keys of the client, and Raw isn't", async () => {
    const uri = "soaphttp-response:/a?1";
    const shown = (format: boolean) =>
      server.request<PresentResult>("soaphttp/present", { ...received(head, body), uri, format });
    const formatted = await shown(true);
    assert.ok(formatted.text.includes(payload), formatted.text);
    assert.deepEqual(formatted.encryption, ["Decrypted with me: Body (aes256-gcm, rsa-oaep-mgf1p)."]);
    const raw = await shown(false);
    assert.ok(raw.text.endsWith(body));
  });

  test("Expectations and variables are evaluated in the decrypted response", async () => {
    const { uri } = server.open(
      "# @expect //*:Result = 5\n# @set result = //*:Result\nPOST /s HTTP/1.1\nHost: h\n\n<a/>",
    );
    const { results, set } = await server.request<EvaluateResult>("soaphttp/evaluate", {
      ...{ uri, line: 2, isTest: true, values: {}, total: 5 },
      request: { fields: [], body: "" },
      response: {
        status: 200,
        reason: "OK",
        fields: [{ name: "Content-Type", value: "text/xml" }],
        body: Buffer.from(body).toString("base64"),
      },
    });
    const held = results.map(({ held }) => held);
    assert.deepEqual(held, [true]);
    assert.equal(set["result"]?.text, "5");
  });
});
