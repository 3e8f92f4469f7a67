import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { firstSignature } from "../../../../client/src/transport/authentication/ntlm.ts";
import { channelBindings } from "../../../../client/src/transport/authentication/ntlmAuthenticator.ts";
import { firstToken, messageIn, nextToken } from "../../../../client/src/transport/authentication/spnego.ts";
import { TestAuthority } from "../../../support/certificates.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const message = Uint8Array.of(1, 2, 3);

suite("SPNEGO", () => {
  test("the first token offers NTLM alone, and has its message", () => {
    assert.equal(
      hex(firstToken(message)),
      ["6023", "06062b0601050502", "a0193017", "a00e300c060a2b06010401823702020a", "a205", "0403010203"].join(""),
    );
    assert.deepEqual(messageIn(firstToken(message)), message);
  });

  test("the next token has a message, and a MIC if there is one", () => {
    assert.equal(hex(nextToken(message, undefined)), "a1093007a2050403010203");
    assert.equal(hex(nextToken(message, Uint8Array.of(9))), "a10e300ca2050403010203a303040109");
    assert.deepEqual(messageIn(nextToken(message, undefined)), message);
  });

  test("a token without a message, or one that is broken, has none", () => {
    const whole = nextToken(message, undefined);
    for (const token of [new Uint8Array(0), Buffer.from("a1073005a0030a0102", "hex"), message, whole.subarray(1)])
      assert.equal(messageIn(token), undefined);
    for (let length = 0; length < whole.length; length++) assert.equal(messageIn(whole.subarray(0, length)), undefined);
  });
});

suite("protection of NTLM", () => {
  test("the client's first signature in a session is as Python's ntlm-auth computes it", () => {
    const key = Buffer.from("8de40ccadbc14a82f15cb0ad0de95ca3", "hex");
    assert.equal(hex(firstSignature(key, message)), "010000004391b0b2a3b0e79e00000000");
  });

  test("channel bindings have the hash of the service's certificate, and there are none for bytes that are no certificate", () => {
    const { der } = new TestAuthority().certificate;
    const hash = createHash("sha256").update(der).digest();
    const bindings = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([53, 0, 0, 0]),
      Buffer.from("tls-server-end-point:"),
      hash,
    ]);
    assert.equal(hex(channelBindings(der) ?? message), createHash("md5").update(bindings).digest("hex"));
    assert.equal(channelBindings(message), undefined);
  });
});
