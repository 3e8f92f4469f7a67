import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sha1 } from "../../../server/src/crypto/sha1.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

suite("SHA-1", () => {
  test("has the values of FIPS 180-4's examples", () => {
    const of = (text: string) => hex(sha1(new TextEncoder().encode(text)));
    assert.equal(of("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
    assert.equal(of(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    assert.equal(
      of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
    );
  });

  test("is that of Node for each length up to some blocks", () => {
    for (let length = 0; length < 300; length++) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
      assert.equal(hex(sha1(bytes)), createHash("sha1").update(bytes).digest("hex"), `${length} bytes`);
    }
  });
});
