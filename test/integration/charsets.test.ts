import { findCharset } from "../../server/src/text/charset.ts";
import { equal, ok } from "./assert.ts";

/*
 * Charset tables are built with the TextDecoder of the host, and hosts differ: Node 20 and browsers in some bytes of
 * windows-1252, Node and browsers in Chinese, Japanese and Korean charsets. The sent bytes must not differ.
 */
suite("charsets on this host", () => {
  for (const [name, text, bytes, characters] of [
    ["windows-1252", "€“ž\u00a0ÿ", "80939ea0ff", 251],
    ["iso-8859-1", "é\u0080ÿ", "e980ff", 256],
    ["iso-8859-9", "ğ\u0080ÿ", "f080ff", 256],
    ["koi8-u", "Є╬", "b4be", 256],
    ["windows-1255", "\u05ba", "ca", 234],
    ["shift_jis", "日本ｱ\\", "93fa967bb15c", 7070],
    ["windows-31j", "①", "8740", 7517],
    ["euc-jp", "日本ｱ丂", "c6fccbdc8eb18fb0a1", 13136],
    ["iso-2022-jp", "a日本b", "611b2442467c4b5c1b284262", 7004],
    ["gb2312", "中文", "d6d0cec4", 7573],
    ["gbk", "镕€", "e94680", 21920],
    ["gb18030", "中€é😀", "d6d0a2e3a8a69439fc36", 63468],
    ["big5", "中文十", "a4a4a4e5a451", 13587],
    ["euc-kr", "한글€", "c7d1b1dba2e6", 8354],
  ] as const) {
    test(`${name} has the same bytes and characters as on other hosts`, () => {
      const charset = findCharset(name)?.charset;
      ok(charset, `${name} is unknown`);
      const hex = [...charset.encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      equal(hex, bytes);
      equal(charset.decode(charset.encode(text)).text, text);
      equal(0x10000 - 0x800 - charset.unencodable(plane(), 0, undefined, 0x10000).length, characters);
    });
  }
});

/** Returns every character of the Basic Multilingual Plane. */
function plane(): string {
  let text = "";
  for (let unit = 0; unit < 0x10000; unit++) if (unit < 0xd800 || unit > 0xdfff) text += String.fromCharCode(unit);
  return text;
}
