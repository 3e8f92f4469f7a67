/*
 * Character classes of XML 1.0 (fifth edition). Codes are UTF-16 code units unless a function says code point.
 */

export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const BANG = 0x21;
export const QUOTE = 0x22;
export const HASH = 0x23;
export const AMPERSAND = 0x26;
export const APOSTROPHE = 0x27;
export const HYPHEN = 0x2d;
export const BACKSLASH = 0x5c;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const LEFT_BRACKET = 0x5b;
export const RIGHT_BRACKET = 0x5d;
export const LEFT_BRACE = 0x7b;
export const BYTE_ORDER_MARK = 0xfeff;

const IS_NAME_START = 1;
const IS_NAME = 2;
const ENDS_TEXT = 4;
const ENDS_VALUE = 8;
const ENDS_BROKEN_NAME = 16;

type Range = readonly [first: number, last: number];

/** Production 4, `NameStartChar`, in the basic multilingual plane. */
const nameStart: readonly Range[] = [
  [0x3a, 0x3a],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
];

/** Production 4a, `NameChar`, what it has besides. */
const name: readonly Range[] = [
  [0x2d, 0x2e],
  [0x30, 0x39],
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
];

/** Up to DEL, the code units that are no characters; and those that may be none, or only half of one. */
const doubtful: readonly Range[] = [
  [0, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0xd800, 0xffff],
];

/** What each code unit is, as bits: the scanners ask for every one of a text, and nothing answers as fast. */
const units = new Uint8Array(0x10000);
// These ranges are long, and none of them meets another: the engine fills them.
for (const [first, last] of nameStart) units.fill(IS_NAME_START | IS_NAME, first, last + 1);
for (const [first, last] of name) units.fill(IS_NAME, first, last + 1);
mark(doubtful, ENDS_TEXT | ENDS_VALUE);
mark(rangesOf("<&{"), ENDS_TEXT | ENDS_VALUE);
mark(rangesOf("]"), ENDS_TEXT);
mark(rangesOf("\"'"), ENDS_VALUE);
mark(rangesOf("<>/=\"' \t\r\n"), ENDS_BROKEN_NAME);

function mark(ranges: readonly Range[], bits: number): void {
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code++) units[code] = (units[code] ?? 0) | bits;
  }
}

function rangesOf(characters: string): readonly Range[] {
  return [...characters].map((character) => [character.charCodeAt(0), character.charCodeAt(0)]);
}

function has(code: number, bit: number): boolean {
  return ((units[code] ?? 0) & bit) !== 0;
}

/** Production 3, `S`. */
export function isSpace(code: number): boolean {
  return code === SPACE || code === LF || code === TAB || code === CR;
}

/** Whether the run of plain character data ends at this code unit: markup, or something to look at. */
export function endsText(code: number): boolean {
  return has(code, ENDS_TEXT);
}

/** As `endsText`, in a quoted attribute value. */
export function endsValue(code: number): boolean {
  return has(code, ENDS_VALUE);
}

/** Whether something that was meant as a name, but holds a wrong character, ends here. */
export function endsBrokenName(code: number): boolean {
  return has(code, ENDS_BROKEN_NAME);
}

/** Whether a code unit is half of a surrogate pair. */
export function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** Whether a code unit is, as it stands, no character, or may be none: a control, a surrogate, U+FFFE. */
export function isDoubtful(code: number): boolean {
  return code < 0x20 ? !isSpace(code) : code >= 0xd800;
}

/** Production 2, `Char`, for a code point; half of a surrogate pair is none. */
export function isChar(point: number): boolean {
  if (point < 0x20) return point === TAB || point === LF || point === CR;
  return point < 0xd800 || (point > 0xdfff && point < 0xfffe) || (point > 0xffff && point <= 0x10ffff);
}

/** Production 4, `NameStartChar`, for a code point; half of a surrogate pair is none. */
export function isNameStart(point: number): boolean {
  return point < 0x10000 ? has(point, IS_NAME_START) : point <= 0xeffff;
}

/** Production 4a, `NameChar`, for a code point; half of a surrogate pair is none. */
export function isName(point: number): boolean {
  return point < 0x10000 ? has(point, IS_NAME) : point <= 0xeffff;
}

/** `U+0041`, as Unicode writes code points. */
export function codePointName(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}
