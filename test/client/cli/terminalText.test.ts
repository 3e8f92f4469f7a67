import assert from "node:assert/strict";
import { jsonText, visible, visibleOutput, visibleText } from "../../../client/src/cli/terminalText.ts";

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

suite("JSON for a terminal", () => {
  for (const [name, text, written] of [
    ["C1 controls", "\u009b31m", "\\u009b31m"],
    ["DEL", "a\u007f", "a\\u007f"],
    ["bidirectional controls", "\u202eevil\u2066", "\\u202eevil\\u2066"],
    ["line separators", "\u2028\u2029", "\\u2028\\u2029"],
    ["zero width characters and the byte order mark", "\u200b\ufeff", "\\u200b\\ufeff"],
    ["tag characters outside the basic plane", "\u{e0041}", "\\udb40\\udc41"],
    ["characters that XML doesn't allow", "\ufffe\uffff", "\\ufffe\\uffff"],
    ["lone surrogates", "\ud800", "\\ud800"],
    ["commands of build servers", "##[error]a##vso[b]", "\\u0023#[error]a\\u0023#vso[b]"],
    ["characters that JSON always escapes", '"\\\n\x1b', '\\"\\\\\\n\\u001b'],
  ] as const) {
    test(`the JSON has ${name} escaped, with the same value`, () => {
      assert.equal(jsonText(text), `"${written}"`);
      assert.equal(JSON.parse(jsonText(text)), text);
    });
  }

  test("the JSON keeps readable text, and escapes member names too", () => {
    assert.equal(
      jsonText({ "gr\u00fc\u00dfe": "\ud83d\ude00 \u6f22\u5b57" }),
      '{"gr\u00fc\u00dfe":"\ud83d\ude00 \u6f22\u5b57"}',
    );
    assert.equal(jsonText({ "a\u0085": 1 }), '{"a\\u0085":1}');
  });
});
