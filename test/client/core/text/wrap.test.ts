import { deepEqual } from "node:assert/strict";
import { wrap } from "../../../../client/src/core/text/wrap.ts";

suite("wrapping", () => {
  test("keeps a line that fits", () => {
    deepEqual(wrap("", "- "), ["- "]);
    deepEqual(wrap("a  b", "- "), ["- a  b"]);
    deepEqual(wrap("x".repeat(54)), ["x".repeat(54)]);
  });

  test("breaks a longer line at a space, and indents the rest", () => {
    const word = "y".repeat(25);
    deepEqual(wrap(`${word} ${word} ${word}`, "- "), [`- ${word} ${word}`, `  ${word}`]);
    deepEqual(wrap(`${word} ${word}yy`, "- "), [`- ${word}`, `  ${word}yy`]);
  });

  test("doesn't break text without spaces", () => {
    const address = `http://localhost/${"z".repeat(100)}`;
    deepEqual(wrap(`at ${address} now`), ["at", address, "now"]);
  });
});
