import assert from "node:assert/strict";
import { Occurrences } from "../../../server/src/text/search.ts";

suite("occurrences of a string", () => {
  const text = "ab--cd--";

  test("occurrences are found in parts that follow each other", () => {
    const dashes = new Occurrences(text, "--");
    const parts = [
      [0, 2],
      [2, 4],
      [3, 6],
      [4, 7],
      [6, 8],
      [7, 8],
    ] as const;
    assert.deepEqual(
      parts.map(([start, end]) => dashes.isIn(start, end)),
      [false, true, false, true, true, false],
    );
  });

  test("occurrences are found in parts in any order, as `indexOf` finds them", () => {
    const dashes = new Occurrences(text, "--");
    for (let end = text.length; end >= 0; end--) {
      for (let start = end; start >= 0; start--) {
        const at = text.indexOf("--", start);
        assert.equal(dashes.isIn(start, end), at >= 0 && at < end, `${start} to ${end}`);
      }
    }
  });
});
