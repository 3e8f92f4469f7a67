import assert from "node:assert/strict";
import iconv from "iconv-lite";
import { type Charset, charsetNames, findCharset, isUnsupportedCharset } from "../../../server/src/text/charset.ts";

/*
 * Checks each charset over all of Unicode: accepted characters survive a round trip, have the counted length, and have the
 * same bytes as in iconv-lite. Its tables are independent of ours, which come from the platform's TextDecoder.
 */

const iconvNames: Readonly<Record<string, string>> = {
  "iso-8859-8-i": "iso-8859-8",
};
const absentInIconv = ["iso-2022-jp"];
/**
 * If a character has two codes, we use the one in the charset's own standard. GB 18030 of 2022 has two-byte codes for
 * characters that had four bytes before.
 */
const otherwiseWritten: Readonly<Record<string, RegExp>> = {
  "euc-jp": /～/,
  big5: /[仝═╞╪╡]/,
  gb18030: /[\ufe10-\ufe19\u9fb4-\u9fbb\ue78d-\ue796\ue81e-\ue864]/,
};
/** iconv-lite leaves out U+FEFF, and writes a byte order mark for these only on request. */
const marked = ["utf-16", "utf-32"];

/** iconv-lite's tables have more characters for these names. */
const restricted = ["windows-31j", "shift_jis", "euc-jp", "gb2312", "gbk", "big5", "euc-kr"];

function scalarValues(): string[] {
  const all: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point === 0xfeff) continue;
    // Beyond the planes with assigned characters, every 251st is enough.
    if (point > 0x30000 && point % 251 !== 0) continue;
    if (point < 0xd800 || point > 0xdfff) all.push(String.fromCodePoint(point));
  }
  return all;
}

const characters = scalarValues();

suite("each charset over Unicode", () => {
  for (const name of charsetNames()) {
    if (isUnsupportedCharset(name)) {
      test(`${name}: only Node 20 has no table`, () => assert.equal(name, "iso-8859-16"));
      continue;
    }
    test(name, () => {
      const charset = findCharset(name)?.charset;
      assert.ok(charset);
      const { accepted, refused } = divide(charset);
      assert.ok(accepted.length >= 125);
      const text = accepted.join("");
      const bytes = charset.encode(text);
      assert.equal(charset.byteLength(text), bytes.length);
      assert.equal(charset.decode(bytes).invalid, 0);
      assertSame(charset.decode(bytes).text, text, "not what was encoded");
      if (absentInIconv.includes(name)) return;
      const compared = accepted.filter((character) => !otherwiseWritten[name]?.test(character)).join("");
      const theirs = iconv.encode(compared, iconvNames[name] ?? name, { addBOM: marked.includes(name) });
      assertSame(
        Buffer.from(charset.encode(compared)).toString("latin1"),
        theirs.toString("latin1"),
        "other bytes than iconv-lite's",
      );
      if (restricted.includes(name)) return;
      for (const character of refused) {
        if (character.length > 1 || character === "\ufffd" || otherwiseWritten[name]?.test(character)) continue;
        const back = iconv.decode(iconv.encode(character, iconvNames[name] ?? name), iconvNames[name] ?? name);
        if (back === character) assert.fail(`refused, but iconv-lite holds it: ${escaped(character)}`);
      }
    });
  }
});

suite("the number of characters in the standard", () => {
  for (const [name, standard, beyondAscii] of [
    ["gb2312", "GB 2312-80", 7445],
    ["euc-kr", "KS X 1001:1992", 8226],
    ["shift_jis", "JIS X 0208 and the katakana of JIS X 0201", 6879 + 63],
    ["iso-2022-jp", "JIS X 0208", 6879],
    // U+FF5E is in both sets.
    ["euc-jp", "JIS X 0208, JIS X 0212 and katakana", 6879 + 6067 - 1 + 63],
    ["iso-8859-1", "ISO/IEC 8859-1", 128],
    ["windows-1252", "windows-1252", 123],
  ] as const) {
    test(`the standard has ${standard} for ${name}`, () => {
      const charset = findCharset(name)?.charset;
      assert.ok(charset);
      assert.equal(divide(charset).accepted.filter((character) => character > "\x7f").length, beyondAscii);
    });
  }
});

function divide(charset: Charset): { readonly accepted: readonly string[]; readonly refused: readonly string[] } {
  const spans = charset.unencodable(characters.join(""), 0, undefined, Number.POSITIVE_INFINITY);
  const starts = new Set(spans.map(({ start }) => start));
  const accepted: string[] = [];
  const refused: string[] = [];
  let at = 0;
  for (const character of characters) {
    (starts.has(at) ? refused : accepted).push(character);
    at += character.length;
  }
  return { accepted, refused };
}

/** Unlike `assert.equal`, doesn't print the whole texts. */
function assertSame(actual: string, expected: string, what: string): void {
  if (actual === expected) return;
  let at = 0;
  while (actual[at] === expected[at]) at++;
  assert.fail(
    `${what}, at ${at}: ${escaped(actual.slice(at, at + 8))} instead of ${escaped(expected.slice(at, at + 8))}`,
  );
}

function escaped(text: string): string {
  return [...text].map((character) => character.codePointAt(0)?.toString(16)).join(" ");
}
