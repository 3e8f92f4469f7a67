import { type Charset, characterAt, createCharset, createCodePageCharset, TextBuilder } from "./charsets/charset.ts";
import { createDoubleByteCharset, eucJpCodes } from "./charsets/doubleByte.ts";
import { doubleByteNames, iso2022JpNames, singleByteNames, unicodeNames } from "./charsets/names.ts";
import { createTable } from "./charsets/platformTable.ts";
import { createUnicodeCharset } from "./charsets/unicode.ts";
import { lazily } from "./memoized.ts";

/** Characters of bytes 80 to 9F in windows-1252, which Node 20 decodes as C1 controls. A space means that there is no character. */
const windows1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Code points of bytes that the platform decodes differently from IANA's charset; -1 for no character. */
const exceptions: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  "windows-1252": Object.fromEntries(
    [...windows1252].map((character, index) => [0x80 + index, character === " " ? -1 : character.charCodeAt(0)]),
  ),
  // Node 20 has ª at byte AA, and no character at byte CA.
  "windows-1253": { 170: -1 },
  "windows-1255": { 202: 0x5ba },
  // RFC 2319 has box drawing where newer tables have the Belarusian letter.
  "koi8-u": { 174: 0x255d, 190: 0x256c },
  // RFC 1345 has OHM SIGN and CURRENCY SIGN. Apple later replaced the latter with the euro.
  macintosh: { 189: 0x2126, 219: 0xa4 },
};

/** A charset with one byte per character; `undefined` if the platform doesn't support it. */
function createSingleByteCharset(name: string, label: string): Charset | undefined {
  // For bytes 80 to 9F, ISO 8859 has C1 controls, but the platform often has the characters of Windows.
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
function createIdentityCharset(name: string, limit: number): Charset {
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

/*
 * RFC 1468: ASCII and JIS X 0208 with escape sequences between them; a text ends in ASCII. The codes of JIS X 0208 are
 * those of EUC-JP without the high bits. The RFC's other sets are decoded, but not encoded.
 */

const esc = 0x1b;
const toAscii = [esc, 0x28, 0x42];
const toJis = [esc, 0x24, 0x42];

function createIso2022Jp(): Charset | undefined {
  const euc = createTable({ label: "euc-jp", codes: eucJpCodes(), writes: isJisX0208 });
  if (!euc) return undefined;
  const codeOf = (character: number): number => {
    if (character === 0x0e || character === 0x0f || character === esc) return -1;
    if (character < 0x80) return character;
    const code = euc.codeOf(character);
    return code < 0 ? -1 : code & 0x7f7f;
  };
  const write = (text: string, start: number, end: number, put: (byte: number) => void): void => {
    let inJis = false;
    const change = (jis: boolean) => {
      if (inJis !== jis) for (const byte of jis ? toJis : toAscii) put(byte);
      inJis = jis;
    };
    for (let at = start; at < end; at++) {
      const character = characterAt(text, at, end);
      if (character > 0xffff) at++;
      const code = character < 0 ? -1 : codeOf(character);
      if (code < 0) continue;
      change(code > 0x7f);
      if (code > 0x7f) put(code >> 8);
      put(code & 0xff);
    }
    change(false);
  };
  const isEncodable = (character: number) => codeOf(character) >= 0;
  const decodeJis = (bytes: Uint8Array) => decode(bytes, euc.characterOf);
  return createCharset({ name: "iso-2022-jp", hasMark: false, decode: decodeJis, write, isEncodable });
}

function isJisX0208(code: number): boolean {
  return (code >= 0xa1a1 && code < 0xa900) || (code >= 0xb0a1 && code <= 0xf4a6);
}

type Set = "ascii" | "roman" | "katakana" | "jis";

const sets: Readonly<Record<string, Set>> = { "(B": "ascii", "(J": "roman", "(I": "katakana", "$@": "jis", $B: "jis" };

function decode(bytes: Uint8Array, characterOf: (code: number) => number) {
  const builder = new TextBuilder(bytes.length);
  let set: Set = "ascii";
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === esc) {
      const next: Set | undefined = sets[String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)];
      if (next !== undefined) {
        set = next;
        at += 2;
        continue;
      }
    }
    let character = characterIn(set, byte);
    if (set === "jis" && byte > 0x20 && byte < 0x7f) {
      character = characterOf(((byte << 8) | (bytes[at + 1] ?? 0)) + 0x8080);
      if (character >= 0) at++;
    }
    builder.add(character);
  }
  return builder.result();
}

function characterIn(set: Set, byte: number): number {
  if (byte > 0x7f || byte === esc) return -1;
  if (set === "roman" && byte === 0x5c) return 0xa5;
  if (set === "roman" && byte === 0x7e) return 0x203e;
  if (set === "katakana" && byte > 0x20) return byte < 0x60 ? byte + 0xff40 : -1;
  return byte;
}

export type { Charset };

/**
 * Finds a charset by its name or alias, in upper or lower case; `undefined` if it is unknown or not supported by the
 * platform. `preferred`: whether the name is the preferred one, because some services don't accept aliases.
 */
export function findCharset(name: string): { readonly charset: Charset; readonly preferred: boolean } | undefined {
  const lower = name.toLowerCase();
  const charset = lower === utf8.name ? utf8 : registry().get(lower)?.charset();
  return charset && { charset, preferred: charset.name === lower };
}

/** Whether a name or alias is known, but the platform doesn't support its charset. */
export function isUnsupportedCharset(name: string): boolean {
  return registry().has(name.toLowerCase()) && !findCharset(name);
}

/** The charset for VS Code's name of an encoding, such as `utf8bom`, `windows1252` or `iso88591`. */
export function editorCharset(name: string): Charset | undefined {
  const written = name
    .replace("utf8bom", "utf8")
    .replace("shiftjis", "shift_jis")
    .replace(/^iso8859/, "iso-8859-")
    .replace(/^(windows|euc)/, "$1-");
  return findCharset(written)?.charset;
}

/** The preferred names of all charsets in lower case, including charsets that the platform doesn't support. */
export function charsetNames(): readonly string[] {
  return [...new Set([...registry().values()].map((entry) => entry.name))];
}

export const utf8: Charset = createUnicodeCharset("utf-8");

interface Entry {
  readonly name: string;
  readonly charset: () => Charset | undefined;
}

/** Charsets by their names and aliases. Tables are created at first use. */
const registry = lazily(
  () =>
    new Map<string, Entry>([
      ...unicodeNames.flatMap(([name, aliases]) =>
        entries(name, aliases, () => (name === "utf-8" ? utf8 : createUnicodeCharset(name))),
      ),
      ...singleByteNames().flatMap(([name, aliases, table]) =>
        entries(name, aliases, () =>
          typeof table === "number" ? createIdentityCharset(name, table) : createSingleByteCharset(name, table),
        ),
      ),
      ...doubleByteNames.flatMap(([name, aliases]) => entries(name, aliases, () => createDoubleByteCharset(name))),
      ...entries(...iso2022JpNames, createIso2022Jp),
    ]),
);

function entries(
  name: string,
  aliases: string,
  create: () => Charset | undefined,
): readonly (readonly [string, Entry])[] {
  let created: { readonly charset: Charset | undefined } | undefined;
  const charset = () => {
    created ??= { charset: create() };
    return created.charset;
  };
  return [name, ...aliases.split(" ")].flatMap((key) => (key === "" ? [] : [[key, { name, charset }]]));
}
