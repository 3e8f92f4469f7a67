import type { Span } from "../span.ts";
import { characterAt } from "./characters.ts";
import type { Charset } from "./charset.ts";

interface Coding extends Pick<Charset, "name" | "hasMark" | "decode"> {
  /** Writes the bytes of a text, without unencodable characters. */
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

/**
 * A charset in which a character's bytes don't depend on those before it.
 * @param codeOf the bytes of a code point as one big-endian number; -1 if it has none
 */
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

/** The default of `max` in `Charset.unencodable`. */
export const defaultMax = 1000;

/** The characters for which `isEncodable` returns false, and lone surrogates; at most `max`. */
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
