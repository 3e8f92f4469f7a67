import assert from "node:assert/strict";
import { hexPreview } from "../../../server/src/response/hexPreview.ts";

suite("bytes in hexadecimal", () => {
  test("sixteen a line, with their offset and what can be printed", () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => index + 0x30);
    assert.equal(
      hexPreview(bytes, 256),
      [
        "00000000  30 31 32 33 34 35 36 37  38 39 3a 3b 3c 3d 3e 3f  0123456789:;<=>?",
        "00000010  40 41 42 43                                       @ABC",
      ].join("\n"),
    );
  });

  test("controls and non-ASCII bytes are dots", () => {
    assert.match(hexPreview(Uint8Array.of(0, 0x7f, 0x80, 0x20, 0xff), 256), / {2}\.\.\. \.$/);
  });

  test("at most so many bytes", () => {
    assert.equal(hexPreview(new Uint8Array(100), 17).split("\n").length, 2);
    assert.match(hexPreview(new Uint8Array(100), 17), /\n00000010 {2}00 +\.$/);
    assert.equal(hexPreview(new Uint8Array(), 17), "");
  });
});
