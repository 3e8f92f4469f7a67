import { deepEqual, match } from "node:assert/strict";
import { hexLines } from "../../../server/src/text/bytes.ts";

suite("bytes as hex", () => {
  test("a line shows sixteen bytes, with the offset before and ASCII after them", () => {
    deepEqual(hexLines(new TextEncoder().encode("0123456789abcdef\r\n"), 0x10), [
      "000010  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  0123456789abcdef",
      `000020  0d 0a${" ".repeat(42)}  ..`,
    ]);
    deepEqual(hexLines(new Uint8Array()), []);
  });

  test("the dump shows control and non-ASCII bytes as dots", () => {
    match(hexLines(Uint8Array.of(0, 0x7f, 0x80, 0x20, 0xff))[0] ?? "", / {2}\.\.\. \.$/);
  });
});
