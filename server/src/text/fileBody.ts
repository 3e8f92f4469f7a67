import { type Charset, findCharset, utf8 } from "./charset.ts";
import { decodeText } from "./decode.ts";
import type { Span } from "./span.ts";

/** A text and the bytes that it stands for. */
export interface MappedText {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The offset in `bytes` of each UTF-16 unit of `text`, and of its end. */
  readonly offsets: Uint32Array;
  /** Where values were put in. */
  readonly values?: readonly Span[];
}

/** A value in the place of `text[start, end)`. */
export interface ReplacedValue extends Span {
  readonly text: string;
}

/** A body as it is in a file. Its bytes are sent as they are; the text is what people and rules look at. */
export interface FileBody extends MappedText {
  /** What the bytes were read as: the body's charset, or UTF-8 where they are UTF-8. */
  readonly readAs: Charset;
  /** UTF-16 offsets of the U+FFFD that stand for bytes which are not valid in `readAs`. */
  readonly invalid: readonly number[];
}

/** Where a document's text comes from, as far as that is known. */
export interface TextSource {
  /** The charset that an editor has read the document in. */
  readonly encoding?: Charset | undefined;
  /** The body, where its bytes are not what the text gives in the body's charset. */
  readonly body?: FileBody | undefined;
}

/**
 * Reads a body of a file. `governing`: the charset that its message names; undefined where that is not known, or where
 * nothing names one. `followed`: a separator follows, whose line break is ASCII whatever the body is in.
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

/** Whether the text, encoded in the charset, gives the bytes again: then nobody needs to remember them. */
export function isEncodedAs({ text, bytes, invalid }: FileBody, charset: Charset): boolean {
  if (invalid.length > 0 || charset.byteLength(text) !== bytes.length) return false;
  if (charset.unencodable(text, 0, text.length, 1).length > 0) return false;
  return sameBytes(charset.encode(text), bytes);
}

/** Whether bytes that were read as `readAs` are what the charset stands for: a byte order mark says which utf-16 it is. */
export function isReadAs({ readAs }: Pick<FileBody, "readAs">, charset: Charset): boolean {
  return readAs === charset || (charset.hasMark && readAs.name.startsWith(charset.name));
}

/** The bytes of a text that is put into others, without the mark that a text of its own would begin with. */
export function encodePart(text: string, charset: Charset): Uint8Array {
  const before = charset.hasMark ? charset.byteLength("a") : 0;
  return charset.encode(charset.hasMark ? `a${text}` : text).subarray(before);
}

/**
 * A file's body with values put in: they are encoded in the charset that governs, the rest stays the file's bytes.
 * `origin`: where the body begins in the text that the values' places are offsets of, which are in order. `undefined` where
 * the bytes can't be divided.
 */
export function withValues(
  body: FileBody,
  origin: number,
  values: readonly ReplacedValue[],
  governing: Charset,
): MappedText | undefined {
  if (isStateful(body.readAs)) return undefined;
  const charset = isReadAs(body, governing) ? body.readAs : governing;
  const pieces: { readonly text: string; readonly bytes: Uint8Array; offsetAt(unit: number): number }[] = [];
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

function joined(
  pieces: readonly { readonly text: string; readonly bytes: Uint8Array; offsetAt(unit: number): number }[],
): MappedText {
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

/** The first character of a text that the two charsets write in different bytes. */
export function firstDifference(text: string, { start, end }: Span, one: Charset, other: Charset): Span | undefined {
  const wide = encodePart("a", one).length > 1;
  for (let at = start; at < end; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code < 0x80 && !wide) continue;
    const length = code > 0xffff ? 2 : 1;
    const character = text.slice(at, at + length);
    if (!sameBytes(encodePart(character, one), encodePart(character, other))) return { start: at, end: at + length };
    at += length - 1;
  }
  return undefined;
}

function charsetToRead(bytes: Uint8Array, governing: Charset | undefined): Charset {
  if (utf8.decode(bytes).invalid === 0 && !(governing && holdsOnly(governing, bytes))) return utf8;
  if (!governing) return decodeText(bytes).charset;
  if (!governing.hasMark) return governing;
  const start = governing.decode(bytes.subarray(0, 4)).text;
  const little = findCharset(`${governing.name}le`)?.charset;
  const big = findCharset(`${governing.name}be`)?.charset;
  const isLittle = little?.decode(bytes.subarray(0, 4)).text.replace(/^\ufeff/, "") === start;
  return (isLittle ? little : big) ?? governing;
}

/** Whether bytes that could be UTF-8 have something that only this charset explains: NUL, or a shift of its state. */
function holdsOnly(charset: Charset, bytes: Uint8Array): boolean {
  return (unitOf(charset) > 1 && bytes.includes(0)) || (isStateful(charset) && bytes.includes(0x1b));
}

/** Bytes of the smallest unit of a charset. */
function unitOf({ name }: Charset): number {
  return name.startsWith("utf-16") ? 2 : name.startsWith("utf-32") ? 4 : 1;
}

/** Where the line break of the separator's line begins. */
function beforeBreak(bytes: Uint8Array, unit: number): number {
  const { length } = bytes;
  const last = bytes[length - 1];
  if (last !== 0x0a && last !== 0x0d) return length;
  return last === 0x0a && bytes[length - 2] === 0x0d && length % unit === 2 % unit ? length - 2 : length - 1;
}

/** At once where all of it is valid, else line by line: what one line lacks is not looked for in the others. */
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

/** A line is all that can be told apart; what shifts its state is no character. */
function readStateful(builder: MapBuilder, charset: Charset, line: Uint8Array): void {
  const content = line.findLastIndex((byte) => byte !== 0x0a && byte !== 0x0d) + 1;
  const { text, invalid } = charset.decode(line.subarray(0, content));
  builder.addWhole(text, content, invalid > 0 ? text.indexOf("\ufffd") : -1);
  builder.addText(charset.decode(line.subarray(content)).text, charset);
}

/** Whether a character's bytes depend on those before it, so that a part of a text has no bytes of its own. */
function isStateful({ name }: Charset): boolean {
  return name === "iso-2022-jp";
}

function isExact(charset: Charset, bytes: Uint8Array): boolean {
  const { text, invalid } = charset.decode(bytes);
  return invalid === 0 && sameBytes(charset.encode(text), bytes);
}

/** Of a character of any charset that has no state. */
const longestCharacter = 4;

function readCharacters(builder: MapBuilder, charset: Charset, from: number, end: number, unit: number): void {
  for (let at = from; at < end; ) {
    let length = unit;
    let found: string | undefined;
    const longest = charset === utf8 ? utf8Length(builder.bytes, at) : longestCharacter;
    for (; length <= longest && at + length <= end; length += unit) {
      const { text, invalid } = charset.decode(builder.bytes.subarray(at, at + length));
      if (invalid > 0 || text === "") continue;
      // Another character may have been put behind a byte that stands for none.
      if ([...text].length === 1) found = text;
      break;
    }
    if (found === undefined) {
      length = Math.min(unit, end - at);
      builder.addWhole("\ufffd", length, 0);
    } else builder.addWhole(found, length);
    at += length;
  }
}

/** As many bytes as a UTF-8 character that begins so can have. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4 || ((bytes[at + 1] ?? 0) & 0xc0) !== 0x80) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

class MapBuilder {
  readonly bytes: Uint8Array;
  readonly invalid: number[] = [];
  readonly #pieces: string[] = [];
  // No text has more units than bytes.
  readonly #offsets: Uint32Array;
  #length = 0;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#offsets = new Uint32Array(bytes.length + 1);
  }

  /** A text whose characters have the bytes that the charset gives them. */
  addText(text: string, charset: Charset): void {
    this.#pieces.push(text);
    for (let at = 0; at < text.length; ) {
      const length = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      for (let unit = 0; unit < length; unit++) this.#offsets[this.#length++] = this.#at;
      this.#at += charset.byteLength(text, at, at + length);
      at += length;
    }
  }

  /** Characters that only together have these bytes; `invalid`: which of them stands for bytes that are not valid. */
  addWhole(text: string, bytes: number, invalid = -1): void {
    if (invalid >= 0) this.invalid.push(this.#length + invalid);
    this.#pieces.push(text);
    for (let unit = 0; unit < text.length; unit++) this.#offsets[this.#length++] = this.#at;
    this.#at += bytes;
  }

  mapped(): MappedText {
    this.#offsets[this.#length] = this.#at;
    return { text: this.#pieces.join(""), bytes: this.bytes, offsets: this.#offsets.slice(0, this.#length + 1) };
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
