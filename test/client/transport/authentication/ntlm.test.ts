import assert from "node:assert/strict";
import { md4 } from "../../../../client/src/transport/authentication/hashes.ts";
import {
  authenticateMessage,
  type NtlmService,
  negotiateMessage,
  ntlmResponses,
  readChallenge,
  responseKey,
} from "../../../../client/src/transport/authentication/ntlm.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replace(/\s/g, ""), "hex"));

suite("MD4", () => {
  for (const [text, hash] of [
    ["", "31d6cfe0d16ae931b73c59d7e0c089c0"],
    ["abc", "a448017aaf21d8525fc10ae87aa6729d"],
    ["abcdefghijklmnopqrstuvwxyz", "d79e1c308aa5bbcdeea8ed63df412da9"],
    [
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "e33b4ddc9c38f2199c3e7b164fcc0536",
    ],
  ] as const) {
    test(`MD4 of "${text}" is as in RFC 1320`, () => assert.equal(hex(md4(new TextEncoder().encode(text))), hash));
  }
});

/** The values are those of MS-NLMP section 4.2.4. */
suite("NTLMv2", () => {
  const login = { user: "User", password: "Password", domain: "Domain" };
  const serverChallenge = bytes("0123456789abcdef");
  const targetInfo = bytes("02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000");
  // The time 0 of the specification.
  const choices = { clientChallenge: bytes("aaaaaaaaaaaaaaaa"), now: -11_644_473_600_000 };

  test("NTLMv2 computes the values of the specification", () => {
    const key = responseKey(login);
    assert.equal(hex(key), "0c868a403bfd7a93a3001ef22ef02e3f");
    const { nt, lm, sessionKey } = ntlmResponses(key, { serverChallenge, targetInfo }, choices);
    assert.equal(hex(nt.subarray(0, 16)), "68cd0ab851e51c96aabc927bebef6a1c");
    assert.equal(hex(lm), "86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa");
    assert.equal(hex(sessionKey), "8de40ccadbc14a82f15cb0ad0de95ca3");
  });

  test("NTLMv2 uses the time of the challenge, and then sends a MIC but no LM response", () => {
    const time = "1122334455667788";
    const withTime = bytes(`07000800${time} 00000000`);
    const { nt, lm, hasTime } = ntlmResponses(responseKey(login), { serverChallenge, targetInfo: withTime }, choices);
    assert.equal(hex(nt.subarray(24, 32)), time);
    assert.equal(hex(nt.subarray(44)), `07000800${time}060004000200000000000000${"00000000"}`);
    assert.deepEqual([hex(lm), hasTime], ["00".repeat(24), true]);
  });

  test("NTLMv2 names the service, and its channel bindings, behind the pairs of the challenge", () => {
    const bindings = bytes("00112233445566778899aabbccddeeff");
    const infoFor = (service: NtlmService, info = targetInfo) => {
      const challenge = { serverChallenge, targetInfo: info };
      return hex(ntlmResponses(responseKey(login), challenge, { ...choices, service }).nt.subarray(44));
    };
    const principal = "HTTP/example.org";
    const name = `09002000${Buffer.from(principal, "utf16le").toString("hex")}`;
    const given = hex(targetInfo.subarray(0, -4));
    const end = "0000000000000000";
    assert.equal(infoFor({ principal, bindings: undefined }), `${given}${name}${end}`);
    assert.equal(infoFor({ principal, bindings }), `${given}0a001000${hex(bindings)}${name}${end}`);
    // Without pairs, the service reads none.
    assert.equal(infoFor({ principal, bindings }, new Uint8Array(0)), "00000000");
  });

  test("NTLMv2 writes users in upper case as Windows does: unit by unit", () => {
    const key = (user: string) => hex(responseKey({ ...login, user }));
    assert.equal(key("straße"), key("STRAßE"));
    assert.notEqual(key("straße"), key("STRASSE"));
    assert.equal(key("ärger"), key("ÄRGER"));
    assert.notEqual(hex(responseKey({ ...login, domain: "domain" })), hex(responseKey(login)));
  });

  const challenge = (flags = "05828900", info = targetInfo) => {
    const message = Buffer.alloc(48 + info.length);
    message.write("NTLMSSP\0", "latin1");
    message.writeUInt32LE(2, 8);
    message.set(bytes(flags), 20);
    message.set(serverChallenge, 24);
    message.writeUInt16LE(info.length, 40);
    message.writeUInt32LE(48, 44);
    message.set(info, 48);
    return Uint8Array.from(message);
  };

  test("NTLMv2 writes the last message with its fields", () => {
    const read = readChallenge(challenge());
    assert.ok(read);
    const message = Buffer.from(authenticateMessage(negotiateMessage(), read, login, choices).message);
    const field = (at: number) => {
      const start = message.readUInt32LE(at + 4);
      return message.subarray(start, start + message.readUInt16LE(at));
    };
    assert.equal(message.toString("latin1", 0, 8), "NTLMSSP\0");
    assert.equal(message.readUInt32LE(8), 3);
    assert.equal(hex(field(12)), "86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa");
    assert.equal(hex(field(20).subarray(0, 16)), "68cd0ab851e51c96aabc927bebef6a1c");
    assert.deepEqual([field(28).toString("utf16le"), field(36).toString("utf16le")], ["Domain", "User"]);
  });

  test("NTLMv2 names neither user nor domain in the first message", () => {
    assert.equal(hex(negotiateMessage()), `4e544c4d535350000100000015820800${"00".repeat(24)}`);
  });

  test("NTLMv2 reads no broken challenges", () => {
    const whole = challenge();
    for (let length = 0; length < whole.length; length++)
      assert.equal(readChallenge(whole.subarray(0, length)), undefined);
    assert.equal(readChallenge(challenge("02828900")), undefined, "without UTF-16");
    assert.equal(readChallenge(challenge("05808900")), undefined, "without NTLM");
    assert.equal(readChallenge(challenge(undefined, bytes("0200ff00 00000000"))), undefined, "a pair beyond the end");
    assert.equal(readChallenge(challenge(undefined, bytes("02000000"))), undefined, "no end of the list");
    assert.equal(readChallenge(Uint8Array.from(whole, (byte, at) => (at === 8 ? 3 : byte))), undefined);
  });
});
