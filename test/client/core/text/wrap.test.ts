import { deepEqual } from "node:assert/strict";
import { wrap } from "../../../../client/src/core/text/wrap.ts";

suite("wrapping", () => {
  test("a line that fits stays as it is", () => {
    deepEqual(wrap("", "- "), ["- "]);
    deepEqual(wrap("a  b", "- "), ["- a  b"]);
    deepEqual(wrap("x".repeat(54)), ["x".repeat(54)]);
  });

  test("a longer one is broken at a blank, and goes on under its beginning", () => {
    const word = "y".repeat(25);
    deepEqual(wrap(`${word} ${word} ${word}`, "- "), [`- ${word} ${word}`, `  ${word}`]);
    deepEqual(wrap(`${word} ${word}yy`, "- "), [`- ${word}`, `  ${word}yy`]);
  });

  test("what has no blank is not broken", () => {
    const address = `http://localhost/${"z".repeat(100)}`;
    deepEqual(wrap(`at ${address} now`), ["at", address, "now"]);
  });
});
