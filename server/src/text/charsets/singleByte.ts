import { TextBuilder } from "./characters.ts";
import type { Charset } from "./charset.ts";
import { type CodePage, createCodePageCharset } from "./codePage.ts";
import { createTable } from "./platformTable.ts";

/** What bytes stand for where the platform's label means something else than IANA's name; -1 for nothing. */
type Exceptions = Readonly<Record<number, number>>;

/** Bytes 80 to 9F of windows-1252, which Node 20 decodes as C1 controls; a space where there is no character. */
const windows1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

const exceptions: Readonly<Record<string, Exceptions>> = {
  "windows-1252": Object.fromEntries(
    [...windows1252].map((character, index) => [0x80 + index, character === " " ? -1 : character.charCodeAt(0)]),
  ),
  // Node 20 has ª at AA, and nothing at CA.
  "windows-1253": { 170: -1 },
  "windows-1255": { 202: 0x5ba },
  // RFC 2319 has box drawing where newer tables have the Belarusian letter.
  "koi8-u": { 174: 0x255d, 190: 0x256c },
  // RFC 1345: OHM SIGN, and CURRENCY SIGN where Apple later put the euro.
  macintosh: { 189: 0x2126, 219: 0xa4 },
};

/** A charset of one byte a character; `undefined` where the platform has no table for it. */
export function createSingleByteCharset(name: string, label: string): Charset | undefined {
  // ISO 8859 has the C1 controls in bytes 80 to 9F; what the web calls so has often Windows' characters there.
  const isIso = name.startsWith("iso-8859-");
  const first = isIso || name === "tis-620" ? 0xa0 : 0x80;
  const codes = Array.from({ length: 0x100 - first }, (_, index) => first + index);
  const own = name === "tis-620" ? { 160: -1 } : exceptions[name];
  const table = createTable({ label, codes, ...(own ? { exceptions: own } : {}) });
  if (!table) return undefined;
  const isControl = (character: number) => isIso && character >= 0x80 && character < 0xa0;
  return createCodePageCharset(
    name,
    ofBytes(
      (character) => (isControl(character) ? character : table.codeOf(character)),
      (byte) => (isControl(byte) ? byte : table.characterOf(byte)),
    ),
  );
}

/** Bytes below a limit stand for the characters of the same number, and no others are used: us-ascii, iso-8859-1. */
export function createIdentityCharset(name: string, limit: number): Charset {
  const same = (code: number) => (code < limit ? code : -1);
  return createCodePageCharset(name, ofBytes(same, same));
}

function ofBytes(codeOf: CodePage["codeOf"], characterOf: (byte: number) => number): CodePage {
  let characters: Int32Array | undefined;
  return {
    codeOf,
    decode(bytes) {
      characters ??= Int32Array.from({ length: 0x100 }, (_, byte) => characterOf(byte));
      const builder = new TextBuilder(bytes.length);
      let invalid = 0;
      for (const byte of bytes) {
        const character = characters[byte] ?? -1;
        if (character < 0) invalid++;
        builder.add(character < 0 ? 0xfffd : character);
      }
      return { text: builder.text(), invalid };
    },
  };
}
