import assert from "node:assert/strict";
import { readCertificate } from "../../../server/src/crypto/certificate.ts";
import { readDer } from "../../../server/src/crypto/der.ts";
import { Random } from "../../fuzz/random.ts";
import { certificatesOf, keyFile } from "../../support/keyFiles.ts";

suite("hostile DER", () => {
  for (const form of ["der", "ber"] as const) {
    test(`hostile DER is refused if it is nested too deep (${form})`, () => {
      const deep = new Uint8Array(200_000).fill(0x30);
      assert.equal(readDer(deep, form), undefined);
      const indefinite = new Uint8Array(200_000).map((_, index) => (index % 2 === 0 ? 0x30 : 0x80));
      assert.equal(readDer(indefinite, form), undefined);
    });

    test(`hostile DER is refused if it has too many values (${form})`, () => {
      const count = 30_000;
      const many = new Uint8Array(4 + 2 * count);
      many.set([0x30, 0x82, ((2 * count) >> 8) & 0xff, (2 * count) & 0xff]);
      for (let at = 4; at < many.length; at += 2) many[at] = 0x05;
      assert.equal(readDer(many, form), undefined);
      const few = many.slice(0, 4 + 2000);
      few.set([0x30, 0x82, 2000 >> 8, 2000 & 0xff]);
      assert.equal(readDer(few, form)?.children.length, 1000);
    });
  }

  for (const [what, bytes] of [
    ["a length of more than the rest", [0x30, 0x05, 0x05, 0x00]],
    ["a length of 2³²−1", [0x30, 0x84, 0xff, 0xff, 0xff, 0xff]],
    ["a length of 127 octets", [0x30, 0xff, 0x01]],
    ["a length that isn't minimal", [0x04, 0x81, 0x01, 0x00]],
    ["an indefinite length", [0x30, 0x80, 0x00, 0x00]],
    ["a tag of several octets", [0x1f, 0x81, 0x01, 0x00]],
    ["no length", [0x30]],
    ["nothing", []],
    ["a child that is longer than its parent", [0x30, 0x03, 0x04, 0x05, 0x00]],
  ] as const) {
    test(`hostile DER is refused: ${what}`, () => {
      assert.equal(readDer(new Uint8Array(bytes)), undefined);
    });
  }

  test("changed certificates never throw", () => {
    const random = new Random(1);
    const [seed = new Uint8Array(0)] = certificatesOf("me.pem");
    let read = 0;
    for (let round = 0; round < 5000; round++) {
      if (readCertificate(changed(seed, random))) read++;
    }
    assert.ok(read > 0 && read < 5000, String(read));
  });

  test("random bytes and changed PKCS #12 files never throw", () => {
    const random = new Random(2);
    const file = keyFile("me.p12");
    for (let round = 0; round < 2000; round++) {
      readDer(changed(file, random), "ber");
      readDer(new Uint8Array(Array.from({ length: random.below(200) }, () => random.below(256))), "ber");
    }
  });
});

function changed(seed: Uint8Array, random: Random): Uint8Array {
  const bytes = seed.slice();
  for (let count = 1 + random.below(4); count > 0; count--) bytes[random.below(bytes.length)] = random.below(256);
  return random.below(5) === 0 ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}
