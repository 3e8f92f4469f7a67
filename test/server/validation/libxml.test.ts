import assert from "node:assert/strict";
import { compareVerdicts } from "./differences.ts";

test("verdicts on documents of random schemas are those of libxml2", () => {
  const { valid, invalid } = compareVerdicts({ from: 1, count: 60 }, 5);
  assert.ok(valid > 20 && invalid > 100, `${valid} documents were valid, ${invalid} invalid`);
});
