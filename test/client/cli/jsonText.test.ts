import assert from "node:assert/strict";
import { jsonText } from "../../../client/src/cli/terminalText.ts";

suite("JSON for a terminal", () => {
  for (const [name, text, written] of [
    ["C1 controls", "\u009b31m", "\\u009b31m"],
    ["DEL", "a\u007f", "a\\u007f"],
    ["bidirectional controls", "\u202eevil\u2066", "\\u202eevil\\u2066"],
    ["line separators", "\u2028\u2029", "\\u2028\\u2029"],
    ["zero width characters and the byte order mark", "\u200b\ufeff", "\\u200b\\ufeff"],
    ["tag characters outside the basic plane", "\u{e0041}", "\\udb40\\udc41"],
    ["lone surrogates", "\ud800", "\\ud800"],
    ["commands of build servers", "##[error]a##vso[b]", "\\u0023#[error]a\\u0023#vso[b]"],
    ["characters that JSON always escapes", '"\\\n\x1b', '\\"\\\\\\n\\u001b'],
  ] as const) {
    test(`${name}: escaped, with the same value`, () => {
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
