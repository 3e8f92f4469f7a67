import tables from "iconv-lite/encodings/dbcs-data.js";
import type { Charset } from "../charset.ts";
import { TextBuilder } from "./characters.ts";
import { type CodePage, createCodePageCharset } from "./codePage.ts";
import type { DoubleByteName } from "./names.ts";
import { type CodeTable, readTable } from "./table.ts";

/** The CJK charsets of one to four bytes a character. */
export function createDoubleByteCharset(name: DoubleByteName): Charset {
  const { table, writes } = schemes[name];
  const read = readTable(tables[table], writes);
  const ranges = tables[table].gb18030?.();
  return createCodePageCharset(name, ranges ? withRanges(read, ranges) : withoutRanges(read));
}

interface Scheme {
  readonly table: keyof typeof tables;
  /** The codes that may be written, where the table holds more than the charset's own repertoire. */
  readonly writes?: (code: number) => boolean;
}

/*
 * The tables hold the extensions of vendors too (NEC's and IBM's in the Japanese ones, GBK in gb2312, UHC in euc-kr,
 * HKSCS in big5). What services send may be read with them; what is sent stays inside the standard that the name
 * stands for, as a service that takes the name at its word can't read more.
 */
const schemes: Readonly<Record<DoubleByteName, Scheme>> = {
  shift_jis: {
    table: "shiftjis",
    writes: (code) =>
      code < 0x80 ||
      (code > 0xa0 && code < 0xe0) ||
      (code >= 0x8140 && code < 0x8540) ||
      (code >= 0x889f && code <= 0xeaa4),
  },
  "windows-31j": { table: "shiftjis" },
  "euc-jp": {
    table: "eucjp",
    writes: (code) => code < 0xa900 || (code >= 0xb0a1 && code <= 0xf4a6) || (code >= 0x8fa2af && code <= 0x8fede3),
  },
  gb18030: { table: "gb18030" },
  // The table has one character with four bytes, which is GB 18030's.
  gbk: { table: "gbk", writes: (code) => code < 0x10000 },
  gb2312: { table: "cp936", writes: isGb2312 },
  big5: {
    table: "big5hkscs",
    writes: (code) =>
      code < 0x80 ||
      (code >= 0xa140 && code <= 0xa3bf) ||
      (code >= 0xa440 && code <= 0xc67e) ||
      (code >= 0xc940 && code <= 0xf9d5),
  },
  "big5-hkscs": { table: "big5hkscs" },
  "euc-kr": { table: "cp949", writes: (code) => code < 0x80 || (code >= 0xa1a1 && (code & 0xff) >= 0xa1) },
};

/** GB 2312-80: its rows 1 to 9 with their gaps (GBK filled some), then the two levels of hanzi. */
function isGb2312(code: number): boolean {
  if (code < 0x80) return true;
  const lead = code >> 8;
  const trail = code & 0xff;
  if (lead < 0xa1 || trail < 0xa1) return false;
  if (lead === 0xa2) return trail >= 0xb1;
  if (lead === 0xa6) return trail <= 0xd8;
  if (lead === 0xa8) return trail <= 0xba || (trail >= 0xc5 && trail <= 0xe9);
  return lead <= 0xa9 || (lead >= 0xb0 && lead <= 0xf7);
}

function withoutRanges(read: CodeTable): CodePage {
  return { codeOf: read.codeOf, decode: (bytes) => decode(bytes, read, () => -1) };
}

/** GB 18030 gives the characters that have no two bytes four, in ranges: linear = ((b1*10 + b2)*126 + b3)*10 + b4. */
function withRanges(
  read: CodeTable,
  { uChars, gbChars }: { readonly uChars: readonly number[]; readonly gbChars: readonly number[] },
): CodePage {
  const fourBytes = (character: number): number => {
    const range = lastNotAbove(uChars, character);
    if (range < 0) return -1;
    const linear = (gbChars[range] ?? 0) + character - (uChars[range] ?? 0);
    // U+E5E5 lies between two ranges: it has no bytes at all.
    if (linear >= (gbChars[range + 1] ?? Number.POSITIVE_INFINITY)) return -1;
    const lead = (0x81 + Math.floor(linear / 12600)) * 0x1000000;
    const rest = (0x30 + (Math.floor(linear / 1260) % 10)) * 0x10000 + (0x81 + (Math.floor(linear / 10) % 126)) * 0x100;
    return lead + rest + 0x30 + (linear % 10);
  };
  const codeOf = (character: number): number => {
    const code = read.codeOf(character);
    return code >= 0 ? code : fourBytes(character);
  };
  const characterOf = (code: number): number => {
    const byte = (shift: number) => Math.floor(code / 2 ** shift) & 0xff;
    const linear = (((byte(24) - 0x81) * 10 + byte(16) - 0x30) * 126 + byte(8) - 0x81) * 10 + byte(0) - 0x30;
    const range = lastNotAbove(gbChars, linear);
    if (range < 0) return -1;
    const character = (uChars[range] ?? 0) + linear - (gbChars[range] ?? 0);
    return character <= 0x10ffff && codeOf(character) === code ? character : -1;
  };
  return { codeOf, decode: (bytes) => decode(bytes, read, characterOf) };
}

/** The last index whose number is not above `limit`; -1 where all are. */
function lastNotAbove(sorted: readonly number[], limit: number): number {
  let low = -1;
  for (let high = sorted.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

/** Of an undecodable sequence the first byte is given up, and the next one may begin a character. */
function decode(bytes: Uint8Array, read: CodeTable, fourByteCharacter: (code: number) => number) {
  const builder = new TextBuilder(bytes.length);
  let invalid = 0;
  for (let at = 0; at < bytes.length; ) {
    let code = 0;
    let found: readonly number[] | number = -1;
    let length = 0;
    for (; length < 4 && at + length < bytes.length && found === -1; length++) {
      code = code * 0x100 + (bytes[at + length] ?? 0);
      found = read.charactersOf(code);
      if (found === -1 && length === 3) found = fourByteCharacter(code);
    }
    if (typeof found !== "number") for (const character of found) builder.add(character);
    else builder.add(found < 0 ? 0xfffd : found);
    if (found === -1) invalid++;
    at += found === -1 ? 1 : length;
  }
  return { text: builder.text(), invalid };
}
