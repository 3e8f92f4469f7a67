import assert from "node:assert/strict";
import { visible, visibleOutput, visibleText } from "../../../client/src/cli/terminalText.ts";

suite("text for a terminal", () => {
  const isControl = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/u;
  const textsOf = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  // CR is part of a line break.
  const plane = textsOf(0, 0xffff).filter((one) => one !== "\r");

  for (const [name, shown, kept] of [
    ["visible", visible, ""],
    ["visibleText", visibleText, "\n\t"],
    ["visibleOutput", visibleOutput, "\n\t"],
  ] as const) {
    test(`${name} replaces every character that controls a terminal, and no other`, () => {
      const wrong = plane.filter(
        (one) => (shown(`a${one}b`) === `a${one}b`) === (isControl.test(one) && !kept.includes(one)),
      );
      assert.deepEqual(wrong, []);
    });
  }

  test("invisible characters outside of the basic plane and halves of pairs are shown as code points", () => {
    assert.equal(visible("\u{1f600}\u{e0041}\ud800"), "\u{1f600}<U+E0041><U+D800>");
  });
});
