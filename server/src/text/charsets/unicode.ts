import { characterAt, defaultUnencodable, refusedCharacters, TextBuilder } from "./characters.ts";
import type { Charset } from "./charset.ts";
import type { UnicodeName } from "./names.ts";

const mark = 0xfeff;
const replacement = 0xfffd;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

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

function decodeUtf8(bytes: Uint8Array): { text: string; invalid: number } {
  const text = decoder.decode(bytes);
  let invalid = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) invalid++;
  // An encoded U+FFFD is valid. Its first byte can't be part of another sequence.
  for (let at = invalid > 0 ? bytes.indexOf(0xef) : -1; at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) invalid--;
  }
  return { text, invalid };
}

function loneSurrogates(text: string, start = 0, end = text.length, max: number = defaultUnencodable) {
  // Much faster, and true for nearly every text.
  if (text.slice(start, end).isWellFormed()) return [];
  let first = start;
  while (first < end && (text.charCodeAt(first) & 0xf800) !== 0xd800) first++;
  return first < end ? refusedCharacters(text, first, end, max, () => true) : [];
}

/** UTF-16 and UTF-32. With a mark they are encoded little-endian. */
function createWide(name: UnicodeName, unitBytes: 2 | 4): Charset {
  const hasMark = name === "utf-16" || name === "utf-32";
  const littleEndian = !name.endsWith("be");
  const byteLength = (text: string, start = 0, end = text.length): number => {
    if (start >= end) return 0;
    let units = hasMark && text.charCodeAt(start) !== mark ? 1 : 0;
    for (let at = start; at < end; at++) {
      const character = characterAt(text, at, end);
      if (character >= 0) units += unitBytes === 2 && character > 0xffff ? 2 : 1;
      if (character > 0xffff) at++;
    }
    return units * unitBytes;
  };
  return {
    name,
    hasMark,
    byteLength,
    unencodable: loneSurrogates,
    encode(text) {
      const bytes = new Uint8Array(byteLength(text));
      const view = new DataView(bytes.buffer);
      let to = 0;
      const put = (unit: number) => {
        if (unitBytes === 2) view.setUint16(to, unit, littleEndian);
        else view.setUint32(to, unit, littleEndian);
        to += unitBytes;
      };
      if (hasMark && text !== "" && text.charCodeAt(0) !== mark) put(mark);
      for (let at = 0; at < text.length; at++) {
        const character = characterAt(text, at, text.length);
        if (character > 0xffff && unitBytes === 2) {
          put(text.charCodeAt(at));
          put(text.charCodeAt(at + 1));
        } else if (character >= 0) put(character);
        if (character > 0xffff) at++;
      }
      return bytes;
    },
    decode(bytes) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const order = hasMark ? byteOrder(view, unitBytes) : { littleEndian, from: 0 };
      return decodeWide(view, unitBytes, order.littleEndian, order.from);
    },
  };
}

/** The byte order of the mark, or else of a `<` at the start, or else big-endian (RFC 2781 section 4.3). */
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
  let invalid = 0;
  const refuse = () => {
    builder.add(replacement);
    invalid++;
  };
  for (let at = from; at < end; at += unitBytes) {
    const unit = unitBytes === 2 ? view.getUint16(at, littleEndian) : view.getUint32(at, littleEndian);
    if (unit > 0x10ffff) refuse();
    else if (unit < 0xd800 || unit > 0xdfff) builder.add(unit);
    else {
      const next = unitBytes === 2 && unit < 0xdc00 && at + 2 < end ? view.getUint16(at + 2, littleEndian) : 0;
      if ((next & 0xfc00) === 0xdc00) {
        builder.add(unit);
        builder.add(next);
        at += 2;
      } else refuse();
    }
  }
  if (end < view.byteLength) refuse();
  return { text: builder.text(), invalid };
}
