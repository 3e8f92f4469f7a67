import { type Charset, characterAt, createCharset, defaultMax, refusedCharacters, TextBuilder } from "./charset.ts";
import type { UnicodeName } from "./names.ts";

const mark = 0xfeff;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Number of UTF-16 units that are encoded at once. Each has at most three bytes. */
const PIECE = 10_000;
const bytesOfPiece = new Uint8Array(3 * PIECE);

export function createUnicodeCharset(name: UnicodeName): Charset {
  if (name !== "utf-8") return createWide(name, name.startsWith("utf-16") ? 2 : 4);
  const functions = { encode: encodeUtf8, byteLength: utf8Length, unencodable: loneSurrogates, decode: decodeUtf8 };
  return { name, hasMark: false, ...functions };
}

function encodeUtf8(text: string): Uint8Array {
  // TextEncoder writes U+FFFD for a lone surrogate.
  return encoder.encode(text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, ""));
}

function utf8Length(text: string, start = 0, end = text.length): number {
  const part = end - start < PIECE ? undefined : text.slice(start, end);
  if (part?.isWellFormed()) return encodedLength(part);
  let length = end - start;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) length += 1;
    else if ((unit & 0xf800) !== 0xd800) length += 2;
    else if (characterAt(text, at, end) < 0) length -= 1;
    else {
      length += 2;
      at++;
    }
  }
  return length;
}

/** Number of UTF-8 bytes of a well-formed text. For long texts, this is many times faster than counting for each unit. */
function encodedLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const splitsPair = (text.charCodeAt(at + PIECE - 1) & 0xfc00) === 0xd800;
    const { read, written } = encoder.encodeInto(text.slice(at, at + PIECE - (splitsPair ? 1 : 0)), bytesOfPiece);
    at += read;
    length += written;
  }
  return length;
}

function decodeUtf8(bytes: Uint8Array): { text: string; invalid: number } {
  const text = decoder.decode(bytes);
  let invalid = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) invalid++;
  // An encoded U+FFFD in the bytes is valid. Its first byte can't be part of another sequence.
  for (let at = invalid > 0 ? bytes.indexOf(0xef) : -1; at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) invalid--;
  }
  return { text, invalid };
}

function loneSurrogates(text: string, start = 0, end = text.length, max = defaultMax) {
  // A fast check that is true for nearly all texts.
  if (text.slice(start, end).isWellFormed()) return [];
  let first = start;
  while (first < end && (text.charCodeAt(first) & 0xf800) !== 0xd800) first++;
  return first < end ? refusedCharacters(text, first, end, max, () => true) : [];
}

/** Creates a charset of UTF-16 or UTF-32. Charsets with a byte order mark are encoded little-endian. */
function createWide(name: UnicodeName, unitBytes: 2 | 4): Charset {
  const hasMark = name === "utf-16" || name === "utf-32";
  const littleEndian = !name.endsWith("be");
  const shifts = Array.from({ length: unitBytes }, (_, byte) => 8 * (littleEndian ? byte : unitBytes - 1 - byte));
  return createCharset({
    name,
    hasMark,
    isEncodable: () => true,
    write(text, start, end, put) {
      const putUnit = (unit: number) => {
        for (const shift of shifts) put((unit >>> shift) & 0xff);
      };
      if (hasMark && start < end && text.charCodeAt(start) !== mark) putUnit(mark);
      for (let at = start; at < end; at++) {
        const character = characterAt(text, at, end);
        if (character < 0) continue;
        putUnit(unitBytes === 2 ? text.charCodeAt(at) : character);
        if (character > 0xffff && unitBytes === 2) putUnit(text.charCodeAt(at + 1));
        if (character > 0xffff) at++;
      }
    },
    decode(bytes) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const order = hasMark ? byteOrder(view, unitBytes) : { littleEndian, from: 0 };
      return decodeWide(view, unitBytes, order.littleEndian, order.from);
    },
  });
}

/** Without a mark, a `<` at the start shows the byte order; the default is big-endian (RFC 2781 section 4.3). */
function byteOrder(view: DataView, unitBytes: 2 | 4): { littleEndian: boolean; from: number } {
  if (view.byteLength < unitBytes) return { littleEndian: false, from: 0 };
  const first = (littleEndian: boolean) =>
    unitBytes === 2 ? view.getUint16(0, littleEndian) : view.getUint32(0, littleEndian);
  if (first(true) === mark) return { littleEndian: true, from: unitBytes };
  if (first(false) === mark) return { littleEndian: false, from: unitBytes };
  return { littleEndian: first(true) === 0x3c, from: 0 };
}

function decodeWide(view: DataView, unitBytes: 2 | 4, littleEndian: boolean, from: number) {
  const end = view.byteLength - (view.byteLength % unitBytes);
  const builder = new TextBuilder(view.byteLength / unitBytes);
  for (let at = from; at < end; at += unitBytes) {
    const unit = unitBytes === 2 ? view.getUint16(at, littleEndian) : view.getUint32(at, littleEndian);
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    const next = unitBytes === 2 && isSurrogate && at + 2 < end ? view.getUint16(at + 2, littleEndian) : 0;
    if (unit < 0xdc00 && (next & 0xfc00) === 0xdc00) {
      builder.add(0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00));
      at += 2;
    } else builder.add(isSurrogate || unit > 0x10ffff ? -1 : unit);
  }
  if (end < view.byteLength) builder.add(-1);
  return builder.result();
}
