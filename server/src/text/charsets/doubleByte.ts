import { type Charset, createCodePageCharset, TextBuilder } from "./charset.ts";
import type { DoubleByteName } from "./names.ts";
import { type CodeTable, createTable, type TableOptions } from "./platformTable.ts";

/** A CJK charset with one to four bytes per character; `undefined` if the platform doesn't support it. */
export function createDoubleByteCharset(name: DoubleByteName): Charset | undefined {
  const scheme: Scheme = schemes[name];
  const read = createTable({ codes: scheme.codes?.() ?? codesOf(0x81, 0xfe, 0x40, 0xfe), ...scheme.table });
  if (!read) return undefined;
  const table = name === "gb18030" ? withFourBytes(read) : name === "euc-kr" ? withUnifiedHangul(read) : read;
  return createCodePageCharset(name, table.codeOf, (bytes) => decode(bytes, table));
}

interface Scheme {
  readonly table: Omit<TableOptions, "codes">;
  /** The possible codes. By default, codes of two bytes from 81 40 to FE FE. */
  readonly codes?: () => Iterable<number>;
}

function* codesOf(firstLead: number, lastLead: number, firstTrail: number, lastTrail: number): Generator<number> {
  for (let lead = firstLead; lead <= lastLead; lead++) {
    for (let trail = firstTrail; trail <= lastTrail; trail++) yield lead * 0x100 + trail;
  }
}

function* shiftJisCodes(): Generator<number> {
  for (let katakana = 0xa1; katakana <= 0xdf; katakana++) yield katakana;
  yield* codesOf(0x81, 0x9f, 0x40, 0xfc);
  yield* codesOf(0xe0, 0xfc, 0x40, 0xfc);
}

/** The codes of GBK. Its euro sign is a single byte. */
function* gbkCodes(): Generator<number> {
  yield 0x80;
  yield* codesOf(0x81, 0xfe, 0x40, 0xfe);
}

export function* eucJpCodes(): Generator<number> {
  yield* codesOf(0x8e, 0x8e, 0xa1, 0xdf);
  yield* codesOf(0xa1, 0xfe, 0xa1, 0xfe);
  for (const code of codesOf(0xa1, 0xfe, 0xa1, 0xfe)) yield 0x8f0000 + code;
}

/*
 * The platform's tables include vendors' extensions (NEC and IBM in the Japanese ones, GBK in gb2312, UHC in euc-kr, HKSCS
 * in big5). They are decoded, but not encoded, since a service that implements the standard can't read them.
 */
const schemes: Readonly<Record<DoubleByteName, Scheme>> = {
  shift_jis: {
    codes: shiftJisCodes,
    table: {
      label: "shift_jis",
      writes: (code) => code < 0x100 || (code >= 0x8140 && code < 0x8540) || (code >= 0x889f && code <= 0xeaa4),
    },
  },
  "windows-31j": { codes: shiftJisCodes, table: { label: "shift_jis", writes: (code) => !isDoubledInWindows(code) } },
  "euc-jp": {
    codes: eucJpCodes,
    table: {
      label: "euc-jp",
      writes: (code) => code < 0xa900 || (code >= 0xb0a1 && code <= 0xf4a6) || (code >= 0x8fa2af && code <= 0x8fede3),
    },
  },
  gb18030: { table: { label: "gb18030", whole: true, exceptions: { 41888: -1 } } },
  gbk: { codes: gbkCodes, table: { label: "gbk", writes: (code) => !isBeyondGbk(code) } },
  gb2312: { table: { label: "gbk", writes: isGb2312 } },
  big5: {
    table: {
      label: "big5",
      writes: (code) =>
        (code >= 0xa140 && code <= 0xa3bf && code !== 0xa2cc && code !== 0xa2ce) ||
        (code >= 0xa440 && code <= 0xc67e) ||
        (code >= 0xc940 && code <= 0xf9d5),
    },
  },
  "euc-kr": {
    codes: () => codesOf(0xa1, 0xfe, 0xa1, 0xfe),
    table: {
      label: "euc-kr",
      // Node's table is KS X 1001:1992, which has no euro sign and no registered sign.
      exceptions: { 41702: 0x20ac, 41703: 0xae },
    },
  },
};

/** Whether a code isn't used for encoding: Windows encodes its character in NEC's row 13 or in IBM's last rows. */
function isDoubledInWindows(code: number): boolean {
  return code >= 0xed40 && code < 0xf040;
}

/** Whether a code is of a GB 18030 character that platforms implement differently. */
function isBeyondGbk(code: number): boolean {
  const isIn = (first: number, last: number) => code >= first && code <= last;
  if ([0xa2e3, 0xa3a0, 0xa6f3, 0xa8bc, 0xa8bf].includes(code)) return true;
  return isIn(0xa6d9, 0xa6df) || isIn(0xa6ec, 0xa6ed) || isIn(0xa989, 0xa995) || isIn(0xfe50, 0xfefe);
}

/** Whether a code is in GB 2312-80: rows 1 to 9 without the additions of GBK, and the two levels of hanzi. */
function isGb2312(code: number): boolean {
  const lead = code >> 8;
  const trail = code & 0xff;
  if (lead < 0xa1 || trail < 0xa1) return false;
  if (lead === 0xa2) return trail >= 0xb1 && trail !== 0xe3;
  if (lead === 0xa6) return trail <= 0xd8;
  if (lead === 0xa8) return trail <= 0xba || (trail >= 0xc5 && trail <= 0xe9);
  return lead <= 0xa9 || (lead >= 0xb0 && lead <= 0xf7);
}

/** Adds the syllables of Unified Hangul Code that KS X 1001 lacks, in the order of Unicode. */
function withUnifiedHangul(read: CodeTable): CodeTable {
  const characters = new Map<number, number>();
  let syllable = 0xac00;
  for (const code of codesOf(0x81, 0xc6, 0x41, 0xfe)) {
    const trail = code & 0xff;
    if (!isLetter(trail) && (trail < 0x81 || (code > 0xa100 && trail > 0xa0))) continue;
    while (read.codeOf(syllable) >= 0) syllable++;
    if (syllable <= 0xd7a3) characters.set(code, syllable++);
  }
  return { codeOf: read.codeOf, characterOf: (code) => characters.get(code) ?? read.characterOf(code) };
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/**
 * Adds the four-byte codes of GB 18030. Characters without two-byte codes have four bytes, in the order of Unicode:
 * characters of the Basic Multilingual Plane from 81 30 81 30, all others from 90 30 81 30.
 */
function withFourBytes(read: CodeTable): CodeTable {
  const codes = Array.from({ length: 39420 }, (_, linear) => fourByteCode(linear));
  const plane = createTable({ label: "gb18030", codes, whole: true });
  const others = fourByteIndex(0x90308130);
  return {
    codeOf(character) {
      const code = read.codeOf(character);
      if (code >= 0) return code;
      return character > 0xffff ? fourByteCode(others + character - 0x10000) : (plane?.codeOf(character) ?? -1);
    },
    characterOf(code) {
      if (code < 0x1000000) return read.characterOf(code);
      const beyond = fourByteIndex(code) - others;
      return beyond < 0 ? (plane?.characterOf(code) ?? -1) : beyond < 0x100000 ? 0x10000 + beyond : -1;
    },
  };
}

function fourByteCode(index: number): number {
  const byte = (first: number, radix: number, each: number) => first + (Math.floor(index / each) % radix);
  return (
    byte(0x81, 126, 12600) * 0x1000000 +
    byte(0x30, 10, 1260) * 0x10000 +
    byte(0x81, 126, 10) * 0x100 +
    byte(0x30, 10, 1)
  );
}

/** The index of a four-byte code among all four-byte codes; -1 for other numbers. */
function fourByteIndex(code: number): number {
  const a = ((code >>> 24) & 0xff) - 0x81;
  const b = ((code >>> 16) & 0xff) - 0x30;
  const c = ((code >>> 8) & 0xff) - 0x81;
  const d = (code & 0xff) - 0x30;
  const isCode = a >= 0 && a < 126 && b >= 0 && b < 10 && c >= 0 && c < 126 && d >= 0 && d < 10;
  return isCode ? ((a * 10 + b) * 126 + c) * 10 + d : -1;
}

/** Decodes bytes. Of an undecodable sequence, only the first byte is skipped. */
function decode(bytes: Uint8Array, { characterOf }: CodeTable) {
  const builder = new TextBuilder(bytes.length);
  for (let at = 0; at < bytes.length; ) {
    let code = 0;
    let character = -1;
    let length = 0;
    while (length < 4 && at + length < bytes.length && character < 0) {
      code = code * 0x100 + (bytes[at + length++] ?? 0);
      character = characterOf(code);
    }
    builder.add(character);
    at += character < 0 ? 1 : length;
  }
  return builder.result();
}
