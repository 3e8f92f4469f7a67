import assert from "node:assert/strict";
import { effort } from "../../fuzz/random.ts";
import { compareVerdicts } from "./differences.ts";

suite("verdicts on documents of random schemas, compared with libxml2", () => {
  for (let from = 1; from <= 1000 * effort; from += 100) {
    test(`verdicts are as libxml2's from ${from}`, () => {
      const { valid, invalid } = compareVerdicts({ from, count: 100 }, 10);
      assert.ok(valid > 50 && invalid > 200, `${valid} documents were valid, ${invalid} invalid`);
    });
  }
});
