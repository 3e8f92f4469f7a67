import assert from "node:assert/strict";
import { receivedText } from "../../../server/src/response/parse.ts";

suite("decoding the bytes of a header section", () => {
  for (const [bytes, text] of [
    ["A: b\r\nC: d\n\r\n", "A: b\nC: d\n\n"],
    ["A: b\rContent-Type: text/html\r\n", "A: b Content-Type: text/html\n"],
    ["A: b\r\r\n\r\r\n", "A: b\n\n"],
    ["A: \xc3\xa9\r\n", "A: é\n"],
    ["A: \xe9\r\n", "A: é\n"],
  ] as const) {
    test(JSON.stringify(bytes), () => {
      assert.equal(receivedText(Uint8Array.from(bytes, (one) => one.charCodeAt(0))), text);
    });
  }
});
