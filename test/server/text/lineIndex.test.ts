import assert from "node:assert/strict";
import { LineIndex } from "../../../server/src/text/lineIndex.ts";

suite("the number of a line", () => {
  for (const lineBreak of ["\n", "\r\n", "\r"]) {
    test(`counts ${JSON.stringify(lineBreak)}`, () => {
      const text = ["ab", "", "c", ""].join(lineBreak);
      const index = new LineIndex(text);
      assert.equal(index.numberOf(0), 1);
      assert.equal(index.numberOf(text.indexOf("c")), 3);
      assert.equal(index.numberOf(text.length), 4);
    });
  }
});
