import { doesNotThrow, throws } from "node:assert/strict";
import * as assert from "../integration/assert.ts";

suite("the assertion library of the integration tests", () => {
  test("the assertions fail where node:assert/strict fails", () => {
    throws(() => assert.ok(0));
    throws(() => assert.equal(1, "1"));
    throws(() => assert.notEqual(Number.NaN, Number.NaN));
    for (const [a, b] of [
      [[1], [1, 2]],
      [{ a: 1 }, { b: 1 }],
      [{ a: undefined }, {}],
      [[], {}],
      [null, {}],
      [[["x"]], [["y"]]],
    ]) {
      throws(() => assert.deepEqual(a, b), JSON.stringify([a, b]));
    }
    throws(() => assert.notDeepEqual([{ a: [1] }], [{ a: [1] }]));
    throws(() => assert.match("abc", /^b/), /\/\^b\/ does not match:\nabc/);
    throws(() => assert.fail("why"), /^AssertionError: why$/);
  });

  test("the assertions pass where node:assert/strict passes", () => {
    doesNotThrow(() => {
      assert.ok("x");
      assert.equal(Number.NaN, Number.NaN);
      assert.notEqual(0, -0);
      assert.deepEqual([{ a: [1, null], b: undefined }], [{ b: undefined, a: [1, null] }]);
      assert.notDeepEqual([], [0]);
      assert.match("abc", /b/);
    });
  });
});
