import { lazily } from "../memoized.ts";
import type { Span } from "../span.ts";

/** A character encoding, as IANA's registry defines its name. */
export interface Charset {
  /** IANA's preferred name in lower case. */
  readonly name: string;
  /** Whether encoded text begins with a byte order mark (utf-16, utf-32). */
  readonly hasMark: boolean;
  /**
   * Encodes a text, including the byte order mark; a U+FEFF at the start of the text is this mark. Never throws.
   * Omits unencodable characters, so call `unencodable` first.
   */
  encode(text: string): Uint8Array;
  /** Number of bytes of `encode(text.slice(start, end))`. */
  byteLength(text: string, start?: number, end?: number): number;
  /** Spans of characters that can't be encoded, including lone surrogates; at most `max` (by default 1000). */
  unencodable(text: string, start?: number, end?: number, max?: number): Span[];
  /** `invalid`: number of undecodable sequences, which become U+FFFD. A byte order mark stays unless `hasMark`. */
  decode(bytes: Uint8Array): { readonly text: string; readonly invalid: number };
}

interface Coding extends Pick<Charset, "name" | "hasMark" | "decode"> {
  /** Writes the bytes of a text. Omits unencodable characters. */
  write(text: string, start: number, end: number, put: (byte: number) => void): void;
  isEncodable(character: number): boolean;
}

export function createCharset({ name, hasMark, decode, write, isEncodable }: Coding): Charset {
  const byteLength = (text: string, start = 0, end = text.length): number => {
    let length = 0;
    write(text, start, end, () => length++);
    return length;
  };
  const encode = (text: string): Uint8Array => {
    const bytes = new Uint8Array(byteLength(text));
    let to = 0;
    write(text, 0, text.length, (byte) => {
      bytes[to++] = byte;
    });
    return bytes;
  };
  const unencodable = (text: string, start = 0, end = text.length, max = defaultMax): Span[] =>
    refusedCharacters(text, start, end, max, isEncodable);
  return { name, hasMark, decode, byteLength, encode, unencodable };
}

/** `codeOf` returns the bytes of a code point as one big-endian number, whatever is before it; -1 if there are none. */
export function createCodePageCharset(
  name: string,
  codeOf: (character: number) => number,
  decode: Charset["decode"],
): Charset {
  const isEncodable = (character: number) => codeOf(character) >= 0;
  const write: Coding["write"] = (text, start, end, put) => {
    for (let at = start; at < end; at++) {
      const character = characterAt(text, at, end);
      if (character > 0xffff) at++;
      const code = character < 0 ? -1 : codeOf(character);
      if (code < 0) continue;
      if (code > 0xffffff) put(code / 0x1000000);
      if (code > 0xffff) put(code >>> 16);
      if (code > 0xff) put(code >>> 8);
      put(code);
    }
  };
  return createCharset({ name, hasMark: false, decode, write, isEncodable });
}

export const defaultMax = 1000;

/** Spans of the characters that `isEncodable` refuses, and of lone surrogates; at most `max`. */
export function refusedCharacters(
  text: string,
  start: number,
  end: number,
  max: number,
  isEncodable: (character: number) => boolean,
): Span[] {
  const refused: Span[] = [];
  for (let at = start; at < end && refused.length < max; ) {
    const character = characterAt(text, at, end);
    const next = at + (character > 0xffff ? 2 : 1);
    if (character < 0 || !isEncodable(character)) refused.push({ start: at, end: next });
    at = next;
  }
  return refused;
}

/** The code point at an offset; -1 for a lone surrogate. */
export function characterAt(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if ((unit & 0xf800) !== 0xd800) return unit;
  if (unit >= 0xdc00 || at + 1 >= end) return -1;
  const next = text.charCodeAt(at + 1);
  return (next & 0xfc00) === 0xdc00 ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : -1;
}

const decoder = lazily(() => new TextDecoder("utf-16le", { ignoreBOM: true }));

/** Builds a UTF-16 text from code points. */
export class TextBuilder {
  #units: Uint16Array<ArrayBuffer>;
  #length = 0;
  #invalid = 0;

  /** @param units the expected number of UTF-16 units */
  constructor(units: number) {
    this.#units = new Uint16Array(units + 2);
  }

  /** @param character -1 for an undecodable sequence, which becomes U+FFFD */
  add(character: number): void {
    if (this.#length + 2 > this.#units.length) this.#grow();
    if (character > 0xffff) {
      this.#units[this.#length++] = 0xd7c0 + (character >> 10);
      this.#units[this.#length++] = 0xdc00 + (character & 0x3ff);
    } else {
      this.#units[this.#length++] = character < 0 ? 0xfffd : character;
      if (character < 0) this.#invalid++;
    }
  }

  /** The text. It must be well-formed. All platforms of VS Code are little-endian. */
  result(): { readonly text: string; readonly invalid: number } {
    const bytes = new Uint8Array(this.#units.buffer, 0, this.#length * 2);
    return { text: decoder().decode(bytes), invalid: this.#invalid };
  }

  #grow(): void {
    const more = new Uint16Array(this.#units.length * 2 + 2);
    more.set(this.#units);
    this.#units = more;
  }
}
