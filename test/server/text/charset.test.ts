import assert from "node:assert/strict";
import { charsetNames, findCharset, isUnsupportedCharset } from "../../../server/src/text/charset.ts";
import { slice } from "../../../server/src/text/span.ts";

function charset(name: string) {
  const result = findCharset(name);
  assert.ok(result, `no charset ${name}`);
  return result.charset;
}

function hex(name: string, text: string): string {
  return Buffer.from(charset(name).encode(text)).toString("hex");
}

function refused(name: string, text: string): string[] {
  return charset(name)
    .unencodable(text)
    .map((at) => slice(text, at));
}

suite("names of charsets", () => {
  for (const [typed, name, preferred] of [
    ["utf-8", "utf-8", true],
    ["UTF-8", "utf-8", true],
    ["csUTF8", "utf-8", false],
    ["utf8", "utf-8", false],
    ["utf-16", "utf-16", true],
    ["UTF-16LE", "utf-16le", true],
    ["US-ASCII", "us-ascii", true],
    ["ANSI_X3.4-1968", "us-ascii", false],
    ["ISO-8859-1", "iso-8859-1", true],
    ["latin1", "iso-8859-1", false],
    ["l1", "iso-8859-1", false],
    ["iso8859-1", "iso-8859-1", false],
    ["ISO_8859-1:1987", "iso-8859-1", false],
    ["l9", "iso-8859-15", false],
    ["latin5", "iso-8859-9", false],
    ["latin-9", "iso-8859-15", false],
    ["cp1252", "windows-1252", false],
    ["Windows-1252", "windows-1252", true],
    ["MS_Kanji", "shift_jis", false],
    ["cp936", "gbk", false],
  ] as const) {
    test(`the name ${typed} means the charset ${name}${preferred ? "" : ", by an alias"}`, () => {
      const result = findCharset(typed);
      assert.equal(result?.charset.name, name);
      assert.equal(result?.preferred, preferred);
    });
  }
  for (const typed of [
    "",
    "'utf-8'",
    "hex",
    "base64",
    "utf_8",
    "ucs2",
    "binary",
    "utf-9",
    "+",
    "__proto__",
    " utf-8",
  ]) {
    test(`the charset ${JSON.stringify(typed)} is unknown`, () => assert.equal(findCharset(typed), undefined));
  }
  test("each preferred name finds its charset, which includes ASCII", () => {
    const names = charsetNames().filter((name) => !isUnsupportedCharset(name));
    assert.ok(names.length > 40);
    for (const name of names) {
      const result = findCharset(name.toUpperCase());
      assert.equal(result?.charset.name, name);
      assert.equal(result?.preferred, true);
      assert.deepEqual(result?.charset.unencodable("<a b='c'>\r\n\t~\\</a>"), [], name);
    }
  });
});

suite("UTF-8", () => {
  test("UTF-8 counts and writes characters of one to four bytes", () => {
    assert.equal(charset("utf-8").byteLength("aé€😀"), 10);
    for (const before of ["", "a"]) {
      assert.equal(charset("utf-8").byteLength(before + "é€😀".repeat(10_000)), before.length + 90_000);
      assert.equal(charset("utf-8").byteLength(`${before}${"\ud83d".repeat(10_000)}€`), before.length + 3);
    }
    assert.equal(hex("utf-8", "aé€😀"), "61c3a9e282acf09f9880");
  });
  test("UTF-8 has no byte order mark, and a typed U+FEFF is a character", () => {
    assert.equal(charset("utf-8").hasMark, false);
    assert.equal(hex("utf-8", "\ufeffa"), "efbbbf61");
    assert.equal(charset("utf-8").decode(Buffer.from("efbbbf61", "hex")).text, "\ufeffa");
  });
  test("UTF-8 can't encode a lone surrogate, leaves it out and doesn't count it", () => {
    for (const text of ["a\ud83d", "a\ude00", "\ud83da", "\ude00\ud83da"]) {
      assert.ok(refused("utf-8", text).length > 0);
      assert.equal(hex("utf-8", text), "61");
      assert.equal(charset("utf-8").byteLength(text), 1);
    }
    assert.deepEqual(refused("utf-8", "😀\ud83d\ud83d\ude00"), ["\ud83d"]);
  });
  test("UTF-8 counts a part of a text by itself", () => {
    assert.equal(charset("utf-8").byteLength("a😀b", 0, 2), 1);
    assert.equal(charset("utf-8").byteLength("a😀b", 1, 4), 5);
  });
  test("UTF-8 counts invalid sequences, but not a received U+FFFD", () => {
    assert.deepEqual(charset("utf-8").decode(Buffer.from("61ff62e28261efbfbd", "hex")), {
      text: "a\ufffdb\ufffda\ufffd",
      invalid: 2,
    });
    assert.equal(charset("utf-8").decode(Buffer.from("a\ufffdé")).invalid, 0);
  });
});

suite("UTF-16 and UTF-32", () => {
  test("utf-16 has a byte order mark and is little-endian", () => {
    assert.equal(hex("utf-16", "a€"), "fffe6100ac20");
    assert.equal(charset("utf-16").byteLength("a€"), 6);
    assert.equal(charset("utf-16").hasMark, true);
  });
  test("utf-16 doesn't duplicate a typed byte order mark", () => {
    assert.equal(hex("utf-16", "\ufeffa"), "fffe6100");
    assert.equal(charset("utf-16").byteLength("\ufeffa"), 4);
  });
  test("utf-16 has no byte order mark for an empty text", () => {
    assert.equal(hex("utf-16", ""), "");
    assert.equal(charset("utf-16").byteLength(""), 0);
  });
  test("utf-16le and utf-16be have no byte order mark", () => {
    assert.equal(hex("utf-16le", "a😀"), "61003dd800de");
    assert.equal(hex("utf-16be", "a😀"), "0061d83dde00");
    assert.equal(charset("utf-16be").byteLength("a😀"), 6);
    assert.equal(charset("utf-16be").hasMark, false);
  });
  test("utf-32 has three forms", () => {
    assert.equal(hex("utf-32", "a"), "fffe000061000000");
    assert.equal(hex("utf-32le", "😀"), "00f60100");
    assert.equal(hex("utf-32be", "😀"), "0001f600");
  });
  for (const [name, bytes, text, invalid] of [
    ["utf-16", "fffe6100", "a", 0],
    ["utf-16", "feff0061", "a", 0],
    ["utf-16", "3c006100", "<a", 0],
    ["utf-16", "003c0061", "<a", 0],
    ["utf-16", "0061", "a", 0],
    ["utf-16", "", "", 0],
    ["utf-16le", "fffe6100", "\ufeffa", 0],
    ["utf-16le", "3dd800de", "😀", 0],
    ["utf-16le", "3dd86100", "\ufffda", 1],
    ["utf-16le", "00de610061", "\ufffda\ufffd", 2],
    ["utf-32be", "0001f600", "😀", 0],
    ["utf-32be", "0011000000000061", "\ufffda", 1],
    ["utf-32be", "0000d800", "\ufffd", 1],
  ] as const) {
    test(`${name} reads ${bytes} as ${JSON.stringify(text)}`, () => {
      assert.deepEqual(charset(name).decode(Buffer.from(bytes, "hex")), { text, invalid });
    });
  }
  test("a long text survives encoding and decoding", () => {
    const text = "a😀€".repeat(10000);
    for (const name of ["utf-16", "utf-16be", "utf-32"]) {
      assert.deepEqual(charset(name).decode(charset(name).encode(text)), { text, invalid: 0 });
    }
  });
  test("lone surrogates can't be encoded", () => {
    for (const name of ["utf-16", "utf-16le", "utf-32"]) assert.deepEqual(refused(name, "a\ude00b"), ["\ude00"]);
    assert.equal(hex("utf-16be", "a\ude00b"), "00610062");
  });
});

suite("single-byte charsets", () => {
  test("windows-1252 and iso-8859-15 have €, iso-8859-1 doesn't", () => {
    assert.deepEqual(refused("iso-8859-1", "é€"), ["€"]);
    assert.deepEqual(refused("windows-1252", "é€"), []);
    assert.equal(hex("windows-1252", "é€"), "e980");
    assert.equal(hex("iso-8859-15", "é€"), "e9a4");
  });
  test("iso-8859-1 has control characters from 0x80 to 0x9F, unlike windows-1252", () => {
    assert.equal(charset("iso-8859-1").decode(Buffer.from("80", "hex")).text, "\u0080");
  });
  test("us-ascii has no other characters", () => {
    assert.deepEqual(refused("us-ascii", "aé😀"), ["é", "😀"]);
    assert.equal(hex("us-ascii", "aéb"), "6162");
    assert.equal(charset("us-ascii").byteLength("aéb"), 2);
    assert.deepEqual(charset("us-ascii").decode(Buffer.from("61e9", "hex")), { text: "a\ufffd", invalid: 1 });
  });
  test("U+FFFD isn't encoded as an unassigned byte", () =>
    assert.deepEqual(refused("windows-1252", "\ufffd"), ["\ufffd"]));
  test("an unassigned byte is invalid", () => {
    assert.deepEqual(charset("windows-1252").decode(Buffer.from("81", "hex")), { text: "\ufffd", invalid: 1 });
  });
  test("the number of reported characters is limited", () => {
    const result = charset("us-ascii").unencodable("é€😀ü", 1, 5, 2);
    assert.deepEqual(result, [
      { start: 1, end: 2 },
      { start: 2, end: 4 },
    ]);
  });
});

suite("multi-byte charsets", () => {
  for (const [name, text, bytes] of [
    ["shift_jis", "日本ｱ\\", "93fa967bb15c"],
    ["shift_jis", "｡ﾟ", "a1df"],
    ["euc-jp", "日本ｱ", "c6fccbdc8eb1"],
    ["euc-jp", "丂", "8fb0a1"],
    ["iso-2022-jp", "a日本b", "611b2442467c4b5c1b284262"],
    ["gb2312", "中文", "d6d0cec4"],
    ["gbk", "镕€", "e946" + "80"],
    ["gb18030", "中€é😀", "d6d0a2e3a8a694 39fc36".replace(" ", "")],
    ["big5", "中文", "a4a4a4e5"],
    ["euc-kr", "한글", "c7d1b1db"],
  ] as const) {
    test(`${name} writes ${text}`, () => {
      assert.equal(hex(name, text), bytes);
      assert.equal(charset(name).byteLength(text), bytes.length / 2);
      assert.deepEqual(charset(name).decode(Buffer.from(bytes, "hex")), { text, invalid: 0 });
    });
  }
  for (const [name, text] of [
    ["shift_jis", "①"],
    ["shift_jis", "¥"],
    ["shift_jis", "纊"],
    ["iso-2022-jp", "ｱ"],
    ["iso-2022-jp", "\u001b"],
    ["gb2312", "镕"],
    ["gb2312", "€"],
    ["gb2312", "ⅰ"],
    ["gbk", "😀"],
    ["big5", "€"],
    ["euc-kr", "갂"],
    ["gb18030", "\ud800"],
  ] as const) {
    test(`${name} can't encode ${JSON.stringify(text)}`, () => {
      assert.deepEqual(refused(name, `a${text}b`), [text]);
      assert.equal(hex(name, `a${text}b`), "6162");
    });
  }
  test("vendor extensions are decoded too", () => {
    assert.equal(charset("shift_jis").decode(Buffer.from("8740", "hex")).text, "①");
    assert.equal(charset("windows-31j").decode(Buffer.from("8740", "hex")).text, "①");
    assert.equal(hex("windows-31j", "①"), "8740");
    assert.equal(charset("euc-kr").decode(Buffer.from("8141", "hex")).text, "갂");
  });
  test("a character may begin after an invalid byte", () => {
    assert.deepEqual(charset("gbk").decode(Buffer.from("ff61d6d0d6", "hex")), { text: "\ufffda中\ufffd", invalid: 2 });
    assert.deepEqual(charset("gb18030").decode(Buffer.from("84318236", "hex")).text, "\ufe10");
    assert.equal(charset("gb18030").decode(Buffer.from("8431a530", "hex")).invalid > 0, true);
  });
  test("euc-kr decodes all syllables of Unified Hangul Code", () => {
    const { text } = charset("euc-kr").decode(Buffer.from("81418142a05ac652", "hex"));
    assert.equal(text, "갂갃쟜힣");
  });
  test("iso-2022-jp ends in ASCII, and decodes character sets that it doesn't write", () => {
    assert.equal(hex("iso-2022-jp", "日\n本"), "1b2442467c1b28420a1b24424b5c1b2842");
    assert.deepEqual(charset("iso-2022-jp").decode(Buffer.from("1b284a5c1b2849311b284262", "hex")), {
      text: "¥ｱb",
      invalid: 0,
    });
    assert.deepEqual(charset("iso-2022-jp").decode(Buffer.from("1b61ff1b24422121ff", "hex")), {
      text: "\ufffda\ufffd　\ufffd",
      invalid: 3,
    });
  });
});
