import { TextBuilder } from "./characters.ts";
import type { Charset } from "./charset.ts";
import { createCodePageCharset } from "./createCharset.ts";
import { createTable } from "./platformTable.ts";

/** Bytes 80 to 9F of windows-1252, which Node 20 decodes as C1 controls; a space for no character. */
const windows1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Code points of bytes where the platform differs from IANA's charset; -1 for no character. */
const exceptions: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  "windows-1252": Object.fromEntries(
    [...windows1252].map((character, index) => [0x80 + index, character === " " ? -1 : character.charCodeAt(0)]),
  ),
  // Node 20 has ª at AA, and no character at CA.
  "windows-1253": { 170: -1 },
  "windows-1255": { 202: 0x5ba },
  // RFC 2319 has box drawing where newer tables have the Belarusian letter.
  "koi8-u": { 174: 0x255d, 190: 0x256c },
  // RFC 1345: OHM SIGN, and CURRENCY SIGN where Apple later put the euro.
  macintosh: { 189: 0x2126, 219: 0xa4 },
};

/** A charset with one byte per character; `undefined` if the platform doesn't support it. */
export function createSingleByteCharset(name: string, label: string): Charset | undefined {
  // In bytes 80 to 9F ISO 8859 has C1 controls, but the platform often has Windows' characters.
  const isIso = name.startsWith("iso-8859-");
  const first = isIso || name === "tis-620" ? 0xa0 : 0x80;
  const codes = Array.from({ length: 0x100 - first }, (_, index) => first + index);
  const own = name === "tis-620" ? { 160: -1 } : exceptions[name];
  const table = createTable({ label, codes, ...(own ? { exceptions: own } : {}) });
  if (!table) return undefined;
  const isControl = (character: number) => isIso && character >= 0x80 && character < 0xa0;
  return createByteCharset(
    name,
    (character) => (isControl(character) ? character : table.codeOf(character)),
    (byte) => (isControl(byte) ? byte : table.characterOf(byte)),
  );
}

/** A charset in which a byte below the limit is the number of its character: us-ascii, iso-8859-1. */
export function createIdentityCharset(name: string, limit: number): Charset {
  const same = (code: number) => (code < limit ? code : -1);
  return createByteCharset(name, same, same);
}

function createByteCharset(
  name: string,
  codeOf: (character: number) => number,
  characterOf: (byte: number) => number,
): Charset {
  const characters = Int32Array.from({ length: 0x100 }, (_, byte) => characterOf(byte));
  return createCodePageCharset(name, codeOf, (bytes) => {
    const builder = new TextBuilder(bytes.length);
    for (const byte of bytes) builder.add(characters[byte] ?? -1);
    return builder.result();
  });
}
