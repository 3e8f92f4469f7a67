import { characterAt, defaultUnencodable, refusedCharacters } from "./characters.ts";
import type { Charset } from "./charset.ts";

/** A charset in which a character's bytes don't depend on those before it. */
export interface CodePage {
  /** The bytes of a code point as one big-endian number; -1 if it has none. */
  codeOf(character: number): number;
  readonly decode: Charset["decode"];
}

export function createCodePageCharset(name: string, page: CodePage): Charset {
  const { codeOf, decode } = page;
  const byteLength = (text: string, start = 0, end = text.length): number => {
    let length = 0;
    for (let at = start; at < end; at++) {
      const character = characterAt(text, at, end);
      if (character > 0xffff) at++;
      if (character >= 0) length += bytesOf(codeOf(character));
    }
    return length;
  };
  return {
    name,
    hasMark: false,
    byteLength,
    decode,
    encode(text) {
      const bytes = new Uint8Array(byteLength(text));
      let to = 0;
      for (let at = 0; at < text.length; at++) {
        const character = characterAt(text, at, text.length);
        if (character > 0xffff) at++;
        const code = character < 0 ? -1 : codeOf(character);
        if (code < 0) continue;
        if (code > 0xffffff) bytes[to++] = code / 0x1000000;
        if (code > 0xffff) bytes[to++] = code >>> 16;
        if (code > 0xff) bytes[to++] = code >>> 8;
        bytes[to++] = code;
      }
      return bytes;
    },
    unencodable(text, start = 0, end = text.length, max = defaultUnencodable) {
      return refusedCharacters(text, start, end, max, (character) => codeOf(character) >= 0);
    },
  };
}

function bytesOf(code: number): number {
  if (code < 0) return 0;
  if (code < 0x100) return 1;
  if (code < 0x10000) return 2;
  return code < 0x1000000 ? 3 : 4;
}
