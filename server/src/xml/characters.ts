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

/** The first code unit that may be no character or only half of one: everything between DEL and it is a character. */
export const FIRST_SURROGATE = 0xd800;

const IS_SPACE = 1;
const IS_NAME_START = 2;
const IS_NAME = 4;
const ENDS_TEXT = 8;
const ENDS_VALUE = 16;
const ENDS_BROKEN_NAME = 32;

/** Bits for each ASCII character. A table, because the scanners ask for every character of a text. */
const ascii = new Uint8Array(128);
for (let code = 0; code < 0x20; code++) ascii[code] = ENDS_TEXT | ENDS_VALUE;
for (const code of [TAB, LF, CR, SPACE]) ascii[code] = IS_SPACE | ENDS_BROKEN_NAME;
for (const [from, to, bits] of [
  ["A", "Z", IS_NAME_START | IS_NAME],
  ["a", "z", IS_NAME_START | IS_NAME],
  ["_", "_", IS_NAME_START | IS_NAME],
  [":", ":", IS_NAME_START | IS_NAME],
  ["0", "9", IS_NAME],
  ["-", ".", IS_NAME],
  ["<", "<", ENDS_TEXT | ENDS_VALUE | ENDS_BROKEN_NAME],
  ["&", "&", ENDS_TEXT | ENDS_VALUE],
  ["]", "]", ENDS_TEXT],
  ["{", "{", ENDS_TEXT | ENDS_VALUE],
  ['"', '"', ENDS_VALUE | ENDS_BROKEN_NAME],
  ["'", "'", ENDS_VALUE | ENDS_BROKEN_NAME],
  [">", ">", ENDS_BROKEN_NAME],
  ["/", "/", ENDS_BROKEN_NAME],
  ["=", "=", ENDS_BROKEN_NAME],
] as const) {
  for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) ascii[code] = (ascii[code] ?? 0) | bits;
}

function has(code: number, bit: number): boolean {
  return ((ascii[code] ?? 0) & bit) !== 0;
}

/** Production 3, `S`. */
export function isSpace(code: number): boolean {
  return code === SPACE || code === LF || code === TAB || code === CR;
}

/** Whether a code unit below 128 may begin a name. */
export function isAsciiNameStart(code: number): boolean {
  return has(code, IS_NAME_START);
}

/** Whether a code unit below 128 may stand in a name. */
export function isAsciiName(code: number): boolean {
  return has(code, IS_NAME);
}

/** Whether the run of plain character data ends at this code unit: markup, or something to look at. */
export function endsText(code: number): boolean {
  return code < 128 ? has(code, ENDS_TEXT) : code >= FIRST_SURROGATE;
}

/** As `endsText`, in a quoted attribute value. */
export function endsValue(code: number): boolean {
  return code < 128 ? has(code, ENDS_VALUE) : code >= FIRST_SURROGATE;
}

/** Whether something that was meant as a name, but holds a wrong character, ends here. */
export function endsBrokenName(code: number): boolean {
  return code < 128 && has(code, ENDS_BROKEN_NAME);
}

/** Production 2, `Char`, for a code point; half of a surrogate pair is none. */
export function isChar(point: number): boolean {
  if (point < 0x20) return point === TAB || point === LF || point === CR;
  return point < 0xd800 || (point > 0xdfff && point < 0xfffe) || (point > 0xffff && point <= 0x10ffff);
}

/** Production 4, `NameStartChar`, for a code point. */
export function isNameStart(point: number): boolean {
  if (point < 128) return has(point, IS_NAME_START);
  if (point < 0x370) return point >= 0xc0 && point !== 0xd7 && point !== 0xf7 && point <= 0x2ff;
  if (point < 0x2070) return (point !== 0x37e && point <= 0x1fff) || point === 0x200c || point === 0x200d;
  return (
    point <= 0x218f ||
    (point >= 0x2c00 && point <= 0x2fef) ||
    (point >= 0x3001 && point <= 0xd7ff) ||
    (point >= 0xf900 && point <= 0xfdcf) ||
    (point >= 0xfdf0 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0xeffff)
  );
}

/** Production 4a, `NameChar`, for a code point. */
export function isName(point: number): boolean {
  if (point < 128) return has(point, IS_NAME);
  return (
    isNameStart(point) || point === 0xb7 || (point >= 0x300 && point <= 0x36f) || point === 0x203f || point === 0x2040
  );
}

/** `U+0041`, as Unicode writes code points. */
export function codePointName(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}
