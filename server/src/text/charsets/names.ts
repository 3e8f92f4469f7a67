/*
 * Preferred names and aliases of IANA's registry of character sets, in lower case, and after `+` common names that aren't
 * registered. Without charsets that XML processors (UTF-7, EBCDIC) or browsers (DOS code pages) don't support.
 */

export type UnicodeName = (typeof unicodeNames)[number][0];
export type DoubleByteName = (typeof doubleByteNames)[number][0];

export const unicodeNames = [
  ["utf-8", aliases("csutf8 + utf8")],
  ["utf-16", aliases("csutf16 + utf16")],
  ["utf-16le", aliases("csutf16le + utf16le utf-16-le")],
  ["utf-16be", aliases("csutf16be + utf16be utf-16-be")],
  ["utf-32", aliases("csutf32 + utf32")],
  ["utf-32le", aliases("csutf32le + utf32le")],
  ["utf-32be", aliases("csutf32be + utf32be")],
] as const;

/** `table`: the label for TextDecoder, or a limit below which each byte is the code point of its character. */
export const singleByteNames = (): readonly (readonly [name: string, aliases: string, table: string | number])[] => [
  [
    "us-ascii",
    aliases(
      "iso-ir-6 ansi_x3.4-1968 ansi_x3.4-1986 iso_646.irv:1991 iso646-us us ibm367 cp367 csascii + ascii us_ascii",
    ),
    0x80,
  ],
  latin(1, "iso_8859-1:1987 iso-ir-100 latin1 l1 ibm819 cp819 csisolatin1 + latin-1", 0x100),
  latin(2, "iso_8859-2:1987 iso-ir-101 latin2 l2 csisolatin2 + latin-2"),
  latin(3, "iso_8859-3:1988 iso-ir-109 latin3 l3 csisolatin3"),
  latin(4, "iso_8859-4:1988 iso-ir-110 latin4 l4 csisolatin4"),
  latin(5, "iso_8859-5:1988 iso-ir-144 cyrillic csisolatincyrillic"),
  latin(6, "iso_8859-6:1987 iso-ir-127 ecma-114 asmo-708 arabic csisolatinarabic"),
  latin(7, "iso_8859-7:1987 iso-ir-126 elot_928 ecma-118 greek greek8 csisolatingreek"),
  latin(8, "iso_8859-8:1988 iso-ir-138 hebrew csisolatinhebrew"),
  ["iso-8859-8-i", aliases("csiso88598i iso_8859-8-i"), "iso-8859-8-i"],
  latin(9, "iso_8859-9:1989 iso-ir-148 latin5 l5 csisolatin5", "windows-1254"),
  latin(10, "iso_8859-10:1992 iso-ir-157 latin6 l6 csisolatin6"),
  // IANA's registry has this name as an alias of TIS-620, which lacks the no-break space.
  latin(11, "", "windows-874"),
  latin(13, "csiso885913"),
  latin(14, "iso_8859-14:1998 iso-ir-199 latin8 iso-celtic l8 csiso885914"),
  latin(15, "latin-9 csiso885915 + latin9 l9"),
  latin(16, "iso_8859-16:2001 iso-ir-226 latin10 l10 csiso885916"),
  windows(1250),
  windows(1251),
  windows(1252),
  windows(1253),
  windows(1254),
  windows(1255),
  windows(1256),
  windows(1257),
  windows(1258),
  windows(874),
  ["koi8-r", aliases("cskoi8r + koi8r koi8"), "koi8-r"],
  ["koi8-u", aliases("cskoi8u + koi8u"), "koi8-u"],
  ["tis-620", aliases("cstis620 + tis620"), "windows-874"],
  ["macintosh", aliases("mac csmacintosh + macroman"), "macintosh"],
  ["ibm866", aliases("cp866 866 csibm866"), "ibm866"],
];

export const doubleByteNames = [
  ["shift_jis", aliases("ms_kanji csshiftjis + shift-jis sjis x-sjis")],
  ["windows-31j", aliases("cswindows31j + cp932 ms932 windows-932")],
  ["euc-jp", aliases("extended_unix_code_packed_format_for_japanese cseucpkdfmtjapanese + eucjp x-euc-jp")],
  ["gb18030", aliases("csgb18030 + gb-18030")],
  ["gbk", aliases("cp936 ms936 windows-936 csgbk + x-gbk")],
  ["gb2312", aliases("csgb2312 + euc-cn euccn")],
  ["big5", aliases("csbig5 + big-5 x-x-big5")],
  // IANA's KS_C_5601-1987 is only a set of 94 by 94 characters, but the name is commonly used for EUC-KR.
  ["euc-kr", aliases("cseuckr + euckr ks_c_5601-1987 ks_c_5601-1989 ksc_5601 korean csksc56011987 iso-ir-149")],
] as const;

export const iso2022JpNames = ["iso-2022-jp", aliases("csiso2022jp")] as const;

function aliases(list: string): string {
  return list.replaceAll("+ ", "");
}

function latin(part: number, registered: string, table: string | number = `iso-8859-${part}`) {
  const common = `+ iso_8859-${part} iso8859-${part} iso8859_${part} iso8859${part}`;
  return [`iso-8859-${part}`, aliases(`${registered} ${common}`.trim()), table] as const;
}

function windows(page: number) {
  return [
    `windows-${page}`,
    aliases(`cswindows${page} + cp${page} windows${page} win-${page}`),
    `windows-${page}`,
  ] as const;
}
