import assert from "node:assert/strict";
import { lazily, memoized } from "../../../server/src/text/memoized.ts";

suite("a memoized function", () => {
  test("a memoized function computes its result once for each object, even one that is falsy", () => {
    let count = 0;
    const isLong = memoized(({ length }: readonly string[]) => {
      count++;
      return length > 1;
    });
    const [one, two] = [["a"], ["a", "b"]];
    assert.deepEqual(
      [isLong(one), isLong(two), isLong(one), isLong(two), isLong(["a"])],
      [false, true, false, true, false],
    );
    assert.equal(count, 3);
  });
});

suite("a lazy table", () => {
  test("a lazy table is computed when it is first needed, and only once", () => {
    let count = 0;
    const table = lazily(() => {
      count++;
      return new Map([["a", 1]]);
    });
    assert.equal(count, 0);
    assert.equal(table(), table());
    assert.equal(count, 1);
  });
});
