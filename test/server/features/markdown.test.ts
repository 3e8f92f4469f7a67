import assert from "node:assert/strict";
import { code, prose } from "../../../server/src/features/support/markdown.ts";

suite("Markdown in hovers", () => {
  for (const [text, markdown] of [
    ["see https://evil.example/x", "see https\\://evil.example/x"],
    ["HTTP://EVIL.example", "HTTP\\://EVIL.example"],
    ["at www.evil.example", "at www\\.evil.example"],
    ["to a@evil.example", "to a\\@evil.example"],
    ["[x](command:a) ![y](z) <b>", "\\[x\\](command:a) \\!\\[y\\](z) \\<b\\>"],
    ["Name: value, 10:30. Plain.", "Name: value, 10:30. Plain."],
  ] as const) {
    test(`Markdown escapes ${text}`, () => assert.equal(prose(text), markdown));
  }

  test("Markdown shows invisible characters that reorder or control the text around them by their numbers", () => {
    assert.equal(code("a\u202eb\u009bc\0"), "`a<U+202E>b<U+009B>c<U+0000>`");
    assert.equal(prose("a\u202eb\u009bc"), "a\\<U+202E\\>b\\<U+009B\\>c");
    assert.equal(prose("👩\u200d🚀\n\tx"), "👩\u200d🚀\n\tx");
  });

  test("Markdown keeps any code inside its code span", () => {
    assert.equal(code("a `b` ``c"), "```a `b` ``c```");
    assert.equal(code("`[x](command:a)\n# b`"), "`` `[x](command:a) # b` ``");
  });
});
