import { CR, LF, SPACE, TAB } from "./codes.ts";

/*
 * Character classes of XML 1.0 (fifth edition). Parameters are UTF-16 code units if they are named `code`, and code points
 * if they are named `point`.
 */

const IS_NAME_START = 1;
const IS_NAME = 2;
const ENDS_TEXT = 4;
const ENDS_VALUE = 8;
const ENDS_BROKEN_NAME = 16;

/*
 * Ranges: pairs of the first and the last code unit.
 */

/** Ranges of production 4, `NameStartChar`, in the basic multilingual plane up to the surrogates. */
const nameStart = [
  0x3a, 0x3a, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a, 0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0x2ff, 0x370, 0x37d, 0x37f, 0x1fff,
  0x200c, 0x200d, 0x2070, 0x218f, 0x2c00, 0x2fef, 0x3001, 0xd7ff,
];

/** Further ranges of `NameStartChar` after the surrogates. Units from there on are doubtful, too. */
const doubtfulNameStart = [0xf900, 0xfdcf, 0xfdf0, 0xfffd];

/** Ranges of production 4a, `NameChar`, without the characters of `NameStartChar`. */
const name = [0x2d, 0x2e, 0x30, 0x39, 0xb7, 0xb7, 0x300, 0x36f, 0x203f, 0x2040];

/** Ranges that need a check: control characters, and all units from the surrogates on. Some of them aren't characters. */
const doubtful = [0, 0x08, 0x0b, 0x0c, 0x0e, 0x1f, 0xd800, 0xffff];

/** The classes of each code unit as bits. This is the fastest lookup for the scanners. */
const units = new Uint8Array(0x10000);
// `fill` is used, because a loop over most code units would take a noticeable part of the start-up time.
fill(nameStart, IS_NAME_START | IS_NAME);
fill(name, IS_NAME);
fill(doubtful, ENDS_TEXT | ENDS_VALUE);
fill(doubtfulNameStart, IS_NAME_START | IS_NAME | ENDS_TEXT | ENDS_VALUE);
mark("<&{", ENDS_TEXT | ENDS_VALUE);
mark("]", ENDS_TEXT);
mark("\"'", ENDS_VALUE);
mark("<>/=\"' \t\r\n", ENDS_BROKEN_NAME);

function fill(ranges: readonly number[], bits: number): void {
  for (let at = 0; at < ranges.length; at += 2) units.fill(bits, ranges[at] ?? 0, (ranges[at + 1] ?? 0) + 1);
}

function mark(characters: string, bits: number): void {
  for (let at = 0; at < characters.length; at++) {
    const code = characters.charCodeAt(at);
    units[code] = (units[code] ?? 0) | bits;
  }
}

function has(code: number, bit: number): boolean {
  return ((units[code] ?? 0) & bit) !== 0;
}

/** Whitespace by production 3, `S`. */
export function isSpace(code: number): boolean {
  return code === SPACE || code === LF || code === TAB || code === CR;
}

/** Whether a part of a text is empty or only literal whitespace. */
export function isBlank(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at === end;
}

/** Whether plain text ends at a code unit: at markup, or at a unit that needs a check. */
export function endsText(code: number): boolean {
  return has(code, ENDS_TEXT);
}

/** Matches the units for which `endsText` is true. */
const textEnd = /[<&{\]\0-\x08\x0b\x0c\x0e-\x1f\ud800-\uffff]/g;

/** The offset where plain text ends, at most `end`. Faster than `endsText` for long texts, slower for short ones. */
export function textEndAfter(text: string, offset: number, end: number): number {
  textEnd.lastIndex = offset;
  return textEnd.test(text) ? Math.min(textEnd.lastIndex - 1, end) : end;
}

/** Like `endsText`, for a quoted attribute value. */
export function endsValue(code: number): boolean {
  return has(code, ENDS_VALUE);
}

/** Whether a name with invalid characters ends at a code unit. */
export function endsBrokenName(code: number): boolean {
  return has(code, ENDS_BROKEN_NAME);
}

export function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** Whether a code unit isn't a character, or may not be one: a control character, a surrogate, U+FFFE. */
export function isDoubtful(code: number): boolean {
  return code < 0x20 ? !isSpace(code) : code >= 0xd800;
}

/** Whether a code point is a character by production 2, `Char`. */
export function isChar(point: number): boolean {
  if (point < 0x20) return point === TAB || point === LF || point === CR;
  return point < 0xd800 || (point > 0xdfff && point < 0xfffe) || (point > 0xffff && point <= 0x10ffff);
}

/** Whether a code point is in production 4, `NameStartChar`. */
export function isNameStart(point: number): boolean {
  return point < 0x10000 ? has(point, IS_NAME_START) : point <= 0xeffff;
}

/** Whether a code point is in production 4a, `NameChar`. */
export function isName(point: number): boolean {
  return point < 0x10000 ? has(point, IS_NAME) : point <= 0xeffff;
}

/** Whether a text is a name without a colon (Namespaces in XML 1.0, production `NCName`). */
export function isLocalName(text: string): boolean {
  let at = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (character === ":" || !(at++ === 0 ? isNameStart(point) : isName(point))) return false;
  }
  return at > 0;
}

/** Name of a code point, such as `U+0041`. */
export function codePointName(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}
