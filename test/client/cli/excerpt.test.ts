import assert from "node:assert/strict";
import { excerpt } from "../../../client/src/cli/excerpt.ts";
import { marked } from "../../support/marked.ts";

/** Returns the line with a range marked `«…»` as a terminal of this width shows it, and the marks below it. */
function shown(source: string, columns = 60): readonly string[] {
  const { text, spans } = marked(source);
  const [range = { start: 0, end: 0 }] = spans;
  const { line, marks } = excerpt(text, { start: 0, end: text.length }, range, columns);
  return [line, marks];
}

suite("excerpt of a source line", () => {
  const cases: Readonly<Record<string, readonly [source: string, line: string, marks: string]>> = {
    "a range": ["Host: «h»", "Host: h", "      ^"],
    "several characters": ["«Host»: h", "Host: h", "^~~~"],
    "an empty range": ["Host:«» h", "Host: h", "     ^"],
    "the end of the line": ["Host«»", "Host", "    ^"],
    "an empty line": ["«»", "", "^"],
    "a tab takes four columns": ["\t«a»", "    a", "    ^"],
    "a marked tab": ["a«\t»b", "a    b", " ^~~~"],
    "wide characters take two columns": ["日本«語»x", "日本語x", "    ^~"],
    "an emoji takes two columns": ["😀«a»", "😀a", "  ^"],
    "halfwidth forms take one column": ["ｱｲ«ｳ»", "ｱｲｳ", "  ^"],
    "combining characters have no width": ["e\u0301«a»", "e\u0301a", " ^"],
    "control characters are shown as symbols": ["a«\x00\x1b»\x7f", "a␀␛␡", " ^~"],
    "format characters are shown as numbers": ["a«\u200b»b", "a<U+200B>b", " ^~~~~~~~"],
    "a lone surrogate is shown as a number": ["«\ud83d»a", "<U+D83D>a", "^~~~~~~~"],
  };
  for (const [name, [source, line, marks]] of Object.entries(cases)) {
    test(name, () => assert.deepEqual(shown(source), [line, marks]));
  }

  test("a long line is cut around the range", () => {
    const [line = "", marks = ""] = shown(`${"a".repeat(1000)}«bcd»${"e".repeat(1000)}`);
    assert.match(line, /^…a+bcde+…$/);
    assert.ok(line.length <= 60 && line.length > 50, line);
    assert.equal(marks, `${" ".repeat(line.indexOf("b"))}^~~`);
  });

  test("a range at an end of a long line leaves the space to the other side", () => {
    const [line = "", marks = ""] = shown(`«ab»${"c".repeat(1000)}`);
    assert.match(line, /^abc{50,}…$/);
    assert.equal(marks, "^~");
    const [last = "", under = ""] = shown(`${"c".repeat(1000)}«ab»`);
    assert.match(last, /^…c{50,}ab$/);
    assert.equal(under.length, last.length);
  });

  test("a long range is cut at its end", () => {
    const [line = "", marks = ""] = shown(`Host: «${"a".repeat(1000)}» end`);
    assert.match(line, /^Host: a+…$/);
    assert.ok(line.length <= 60);
    assert.equal(marks.indexOf("^"), 6);
    assert.equal(marks.length, line.length - 1);
  });

  test("a line that fits is not cut", () => {
    const text = "x".repeat(58);
    assert.equal(shown(`${text.slice(0, 29)}«»${text.slice(29)}`)[0], text);
  });

  test("a surrogate pair is never split", () => {
    for (let columns = 40; columns < 60; columns++) {
      // A surrogate pair that is one column wide, so that no character is left out for its width.
      const [before = ""] = shown(`${"𝐀".repeat(100)}a«b»`, columns);
      assert.match(before, /^…(?:𝐀)+ab$/);
      const [after = ""] = shown(`«b»${"𝐀".repeat(100)}`, columns);
      assert.match(after, /^b(?:𝐀)+…$/);
    }
  });

  test("an excerpt of a line of 50 million characters reads only the excerpt", () => {
    const text = "a".repeat(50_000_000);
    const { line } = excerpt(text, { start: 0, end: text.length }, { start: 25_000_000, end: 50_000_000 }, 80);
    assert.ok(line.length <= 80);
  });

  test("a range that continues on the next line is marked up to the end of the line", () => {
    const { line, marks } = excerpt("ab\ncd", { start: 0, end: 2 }, { start: 1, end: 4 }, 80);
    assert.deepEqual([line, marks], ["ab", " ^"]);
  });
});
