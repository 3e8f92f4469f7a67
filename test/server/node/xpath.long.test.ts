import assert from "node:assert/strict";
import { expectationsOf } from "../../support/evaluation.ts";

const tooMuch = "The path needs too much memory.";
const over = "Not evaluated: the paths before it took too long or needed too much memory.";

/** Why expectations don't hold, without a limit of time that matters. */
function reasons(lines: readonly string[]) {
  const results = expectationsOf(lines.join("\n"), { body: "<a><b>1</b></a>", milliseconds: 60_000 });
  return results.map(({ held, why }) => (held ? "" : why));
}

suite("the process that evaluates XPath, with little memory", () => {
  test("the process stops an expression that needs too much memory", () => {
    for (const large of [
      "count(array { 1 to 1000000000 }) = 1",
      "fold-left(1 to 40, 'abcdefgh', function($a, $b) { upper-case(concat($a, $a)) }) absent",
      "(1 to 2000000) count 2",
    ]) {
      assert.deepEqual(reasons([large, "count(//b) = 1"]), [tooMuch, over], large);
    }
    assert.deepEqual(reasons(["count(//b) = 1"]), [""]);
  });
});
