import assert from "node:assert/strict";
import { lineCounter } from "../../../client/src/cli/lineCounter.ts";

suite("the lines of requests", () => {
  const text = "a\nb\r\nc\rd\n\n\r\n\re";

  test("lines are counted from 1, for any line ending and in any order", () => {
    const lineOf = lineCounter(text);
    const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: found, index }) => index + found.length)];
    assert.deepEqual(starts.map(lineOf), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert.deepEqual(starts.toReversed().map(lineOf), [8, 7, 6, 5, 4, 3, 2, 1]);
  });
});
