import { deepEqual, equal } from "node:assert/strict";
import { fromBase64, toBase64, toBinary } from "../../../server/src/text/base64.ts";

suite("base64", () => {
  test("the encoding equals the output of Node's Buffer", () => {
    for (const length of [0, 1, 2, 3, 255, 256, 0x8000, 0x8001, 100_000]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + 7) & 0xff);
      equal(toBase64(bytes), Buffer.from(bytes).toString("base64"), `${length} bytes`);
      deepEqual(fromBase64(toBase64(bytes)), bytes, `${length} bytes back`);
    }
  });

  test("the decoding turns each byte into the character of its code in a binary string", () => {
    equal(toBinary(Uint8Array.of(0, 65, 0xe9, 0xff)), "\u0000A\u00e9\u00ff");
  });
});
