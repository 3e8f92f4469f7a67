import { sameBytes } from "./bytes.ts";
import { type Charset, findCharset, utf8 } from "./charset.ts";
import { decodeText } from "./decode.ts";
import type { Span } from "./span.ts";

export interface MappedText {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Offsets in `bytes` of each UTF-16 unit of `text`, and of its end. */
  readonly offsets: Uint32Array;
  readonly values?: readonly Span[];
}

export interface ReplacedValue extends Span {
  readonly text: string;
}

/** A body in a file. Its bytes are sent unchanged. Its text is for display and for the rules. */
export interface FileBody extends MappedText {
  /** The charset that the bytes were decoded in: UTF-8 if they are valid UTF-8, else the charset of the body. */
  readonly readAs: Charset;
  /** UTF-16 offsets of each U+FFFD that replaces undecodable bytes. */
  readonly invalid: readonly number[];
}

export interface TextSource {
  /** The charset in which the editor has read the document. */
  readonly encoding?: Charset | undefined;
  /** The charset of the text outside of bodies, if the document isn't in one charset. */
  readonly headCharset?: Charset | undefined;
  /** The body, if its bytes differ from the encoded text. */
  readonly body?: FileBody | undefined;
}

/**
 * Decodes a body in a file.
 * @param governing the charset that the message names, if it is known
 * @param followed whether a separator follows, whose line break is ASCII in any charset
 */
export function readFileBody(bytes: Uint8Array, governing: Charset | undefined, followed: boolean): FileBody {
  const readAs = charsetToRead(bytes, governing);
  const unit = unitOf(readAs);
  const end = unit === 1 || !followed ? bytes.length : beforeBreak(bytes, unit);
  const builder = new MapBuilder(bytes);
  if (unit === 1) readLines(builder, readAs, 0, end);
  else readCharacters(builder, readAs, 0, end, unit);
  readLines(builder, utf8, end, bytes.length);
  return { ...builder.mapped(), readAs, invalid: builder.invalid };
}

/** Whether encoding the text in a charset gives the same bytes. */
export function isEncodedAs({ text, bytes, invalid }: FileBody, charset: Charset): boolean {
  if (invalid.length > 0 || charset.byteLength(text) !== bytes.length) return false;
  if (charset.unencodable(text, 0, text.length, 1).length > 0) return false;
  return sameBytes(charset.encode(text), bytes);
}

/** Whether the body was decoded in a charset, for example in utf-16le for utf-16 with a byte order mark. */
export function isReadAs({ readAs }: Pick<FileBody, "readAs">, charset: Charset): boolean {
  return readAs === charset || (charset.hasMark && readAs.name.startsWith(charset.name));
}

/** The bytes of a part of a text, without byte order mark. */
export function encodePart(text: string, charset: Charset): Uint8Array {
  const before = charset.hasMark ? charset.byteLength("a") : 0;
  return charset.encode(charset.hasMark ? `a${text}` : text).subarray(before);
}

/**
 * Inserts values into the body of a file. The values are encoded in the governing charset, all other bytes are
 * unchanged. `undefined` if bytes after a value depend on earlier bytes.
 * @param origin the offset of the body in the text that the spans of the values refer to
 * @param values in the order of the text
 */
export function withValues(
  body: FileBody,
  origin: number,
  values: readonly ReplacedValue[],
  governing: Charset,
): MappedText | undefined {
  if (isStateful(body.readAs)) return undefined;
  const charset = isReadAs(body, governing) ? body.readAs : governing;
  const pieces: Piece[] = [];
  const kept = (from: number, to: number) => {
    const start = body.offsets[from] ?? body.bytes.length;
    const bytes = body.bytes.subarray(start, body.offsets[to] ?? body.bytes.length);
    const offsetAt = (unit: number) => (body.offsets[from + unit] ?? body.bytes.length) - start;
    pieces.push({ text: body.text.slice(from, to), bytes, offsetAt });
  };
  const places: Span[] = [];
  let from = 0;
  let length = 0;
  for (const value of values) {
    kept(from, value.start - origin);
    length += value.start - origin - from;
    places.push({ start: length, end: length + value.text.length });
    length += value.text.length;
    pieces.push({ text: value.text, bytes: encodePart(value.text, charset), offsetAt: () => 0 });
    from = value.end - origin;
  }
  kept(from, body.text.length);
  return { ...joined(pieces), values: places };
}

interface Piece {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Converts the offset of a UTF-16 unit to an offset in `bytes`. */
  offsetAt(unit: number): number;
}

function joined(pieces: readonly Piece[]): MappedText {
  const text = pieces.map((piece) => piece.text).join("");
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.bytes.length, 0));
  const offsets = new Uint32Array(text.length + 1);
  let unit = 0;
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece.bytes, at);
    for (let own = 0; own < piece.text.length; own++) offsets[unit++] = at + piece.offsetAt(own);
    at += piece.bytes.length;
  }
  offsets[unit] = at;
  return { text, bytes, offsets };
}

/** The first character whose bytes differ in two charsets. */
export function firstDifference(
  text: string,
  { start, end }: Span,
  charset: Charset,
  other: Charset,
): Span | undefined {
  if (charset === other) return undefined;
  const compared = encodePart("a", charset).length > 1 ? /./gsu : /[^\0-\x7f]/gu;
  compared.lastIndex = start;
  for (let match = compared.exec(text); match && match.index < end; match = compared.exec(text)) {
    const at = match.index;
    const code = text.codePointAt(at) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    const character = text.slice(at, at + length);
    if (!sameBytes(encodePart(character, charset), encodePart(character, other)))
      return { start: at, end: at + length };
  }
  return undefined;
}

function charsetToRead(bytes: Uint8Array, governing: Charset | undefined): Charset {
  if (utf8.decode(bytes).invalid === 0 && !(governing && needs(governing, bytes))) return utf8;
  if (!governing) return decodeText(bytes).charset;
  if (!governing.hasMark) return governing;
  const start = governing.decode(bytes.subarray(0, 4)).text;
  const little = findCharset(`${governing.name}le`)?.charset;
  const big = findCharset(`${governing.name}be`)?.charset;
  const isLittle = little?.decode(bytes.subarray(0, 4)).text.replace(/^\ufeff/, "") === start;
  return (isLittle ? little : big) ?? governing;
}

/** Whether bytes that are valid UTF-8 contain NUL or an escape sequence. Only this charset explains them. */
function needs(charset: Charset, bytes: Uint8Array): boolean {
  return (unitOf(charset) > 1 && bytes.includes(0)) || (isStateful(charset) && bytes.includes(0x1b));
}

function unitOf({ name }: Charset): number {
  return name.startsWith("utf-16") ? 2 : name.startsWith("utf-32") ? 4 : 1;
}

/** The offset of the line break before the separator. */
function beforeBreak(bytes: Uint8Array, unit: number): number {
  const { length } = bytes;
  const last = bytes[length - 1];
  if (last !== 0x0a && last !== 0x0d) return length;
  return last === 0x0a && bytes[length - 2] === 0x0d && length % unit === 2 % unit ? length - 2 : length - 1;
}

/** Decodes all lines at once if they are valid, else line by line. */
function readLines(builder: MapBuilder, charset: Charset, from: number, end: number): void {
  const whole = builder.bytes.subarray(from, end);
  if (!isStateful(charset) && isExact(charset, whole)) {
    builder.addText(charset.decode(whole).text, charset);
    return;
  }
  for (let start = from; start < end; ) {
    const lineFeed = builder.bytes.indexOf(0x0a, start);
    const next = lineFeed < 0 || lineFeed >= end ? end : lineFeed + 1;
    const line = builder.bytes.subarray(start, next);
    if (isStateful(charset)) readStateful(builder, charset, line);
    else if (isExact(charset, line)) builder.addText(charset.decode(line).text, charset);
    else readCharacters(builder, charset, start, next, 1);
    start = next;
  }
}

/** Maps whole lines only, because escape sequences aren't characters. */
function readStateful(builder: MapBuilder, charset: Charset, line: Uint8Array): void {
  const content = line.findLastIndex((byte) => byte !== 0x0a && byte !== 0x0d) + 1;
  const { text, invalid } = charset.decode(line.subarray(0, content));
  builder.addWhole(text, content, invalid > 0 ? text.indexOf("\ufffd") : -1);
  builder.addText(charset.decode(line.subarray(content)).text, charset);
}

/** Whether a character's bytes depend on earlier characters. */
function isStateful({ name }: Charset): boolean {
  return name === "iso-2022-jp";
}

function isExact(charset: Charset, bytes: Uint8Array): boolean {
  const { text, invalid } = charset.decode(bytes);
  return invalid === 0 && sameBytes(charset.encode(text), bytes);
}

/** Maximum length of a character in bytes, in any stateless charset. */
const longestCharacter = 4;

function readCharacters(builder: MapBuilder, charset: Charset, from: number, end: number, unit: number): void {
  for (let at = from; at < end; ) {
    let length = unit;
    let difference: string | undefined;
    const longest = charset === utf8 ? utf8Length(builder.bytes, at) : longestCharacter;
    for (; length <= longest && at + length <= end; length += unit) {
      const { text, invalid } = charset.decode(builder.bytes.subarray(at, at + length));
      if (invalid > 0 || text === "") continue;
      // A byte that can't be decoded alone may be part of the next character.
      if ([...text].length === 1) difference = text;
      break;
    }
    if (difference === undefined) {
      length = Math.min(unit, end - at);
      builder.addWhole("\ufffd", length, 0);
    } else builder.addWhole(difference, length);
    at += length;
  }
}

/** The length of the UTF-8 character at an offset, in bytes. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4 || ((bytes[at + 1] ?? 0) & 0xc0) !== 0x80) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

class MapBuilder {
  readonly bytes: Uint8Array;
  readonly invalid: number[] = [];
  readonly #pieces: string[] = [];
  // A text has at most as many UTF-16 units as bytes.
  readonly #offsets: Uint32Array;
  #length = 0;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#offsets = new Uint32Array(bytes.length + 1);
  }

  addText(text: string, charset: Charset): void {
    this.#pieces.push(text);
    for (const character of text) this.#add(character.length, charset.byteLength(character));
  }

  /** Adds characters that share bytes. `invalid`: the index of the first one that replaces undecodable bytes. */
  addWhole(text: string, bytes: number, invalid = -1): void {
    if (invalid >= 0) this.invalid.push(this.#length + invalid);
    this.#pieces.push(text);
    this.#add(text.length, bytes);
  }

  #add(units: number, bytes: number): void {
    for (let unit = 0; unit < units; unit++) this.#offsets[this.#length++] = this.#at;
    this.#at += bytes;
  }

  mapped(): MappedText {
    this.#offsets[this.#length] = this.#at;
    return { text: this.#pieces.join(""), bytes: this.bytes, offsets: this.#offsets.slice(0, this.#length + 1) };
  }
}
