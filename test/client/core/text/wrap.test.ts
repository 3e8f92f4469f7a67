import { deepEqual } from "node:assert/strict";
import { wrapText } from "../../../../client/src/core/text/wrap.ts";

suite("wrapping", () => {
  test("wrapping keeps a line that fits", () => {
    deepEqual(wrapText("", "- "), ["- "]);
    deepEqual(wrapText("a  b", "- "), ["- a  b"]);
    deepEqual(wrapText("x".repeat(54)), ["x".repeat(54)]);
  });

  test("wrapping breaks a longer line at a space, and indents the rest", () => {
    const word = "y".repeat(25);
    deepEqual(wrapText(`${word} ${word} ${word}`, "- "), [`- ${word} ${word}`, `  ${word}`]);
    deepEqual(wrapText(`${word} ${word}yy`, "- "), [`- ${word}`, `  ${word}yy`]);
  });

  test("wrapping doesn't break text without spaces", () => {
    const address = `http://localhost/${"z".repeat(100)}`;
    deepEqual(wrapText(`at ${address} now`), ["at", address, "now"]);
  });
});
