import assert from "node:assert/strict";
import { isSimilar } from "../../../server/src/text/similar.ts";
import { endsText, isChar, isName, isNameStart, isSpace, textEndAfter } from "../../../server/src/xml/characters.ts";

/** Productions 2, 4 and 4a of the fifth edition. */
const char = "[\\t\\n\\r\\u{20}-\\u{D7FF}\\u{E000}-\\u{FFFD}\\u{10000}-\\u{10FFFF}]";
const nameStart =
  ":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}" +
  "\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const name = `${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}`;

suite("character classes", () => {
  for (const [title, own, pattern] of [
    ["Char", isChar, char],
    ["NameStartChar", isNameStart, `[${nameStart}]`],
    ["NameChar", isName, `[${name}]`],
    ["S", isSpace, "[ \\t\\r\\n]"],
  ] as const) {
    test(`${title} is correct for every code point`, () => {
      const expected = new RegExp(`^${pattern}$`, "u");
      const wrong: string[] = [];
      for (let point = 0; point <= 0x10ffff; point++) {
        if (own(point) !== expected.test(String.fromCodePoint(point))) wrong.push(point.toString(16));
      }
      assert.deepEqual(wrong, []);
    });
  }

  test("a long text ends at the same characters as a short one", () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0xffff; code++) {
      const text = `ab${String.fromCharCode(code)}cd`;
      if (textEndAfter(text, 1, 5) !== (endsText(code) ? 2 : 5)) wrong.push(code.toString(16));
    }
    assert.deepEqual(wrong, []);
    assert.equal(textEndAfter("abc<", 0, 2), 2, "not beyond its end");
  });
});

suite("similar names", () => {
  test("similar names differ in case, prefix, or one or two letters", () => {
    for (const [a, b] of [
      ["Body", "body"],
      ["s:Body", "Body"],
      ["s:Body", "soap:body"],
      ["Body", "Bdoy"],
      ["Add", "Adds"],
      ["Envelope", "Envlop"],
    ] as const) {
      assert.ok(isSimilar(a, b) && isSimilar(b, a), `${a} ${b}`);
    }
  });

  test("similar names don't include other names", () => {
    for (const [a, b] of [
      ["a", "b"],
      ["ab", "ac"],
      ["Body", "Header"],
      ["Add", "Sub"],
      ["x".repeat(100), `${"x".repeat(99)}y`],
    ] as const) {
      assert.ok(!isSimilar(a, b) && !isSimilar(b, a), `${a} ${b}`);
    }
  });
});
