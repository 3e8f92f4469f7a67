import { characterAt, TextBuilder } from "./characters.ts";
import type { Charset } from "./charset.ts";
import { createCharset } from "./createCharset.ts";
import { eucJpCodes } from "./doubleByte.ts";
import { createTable } from "./platformTable.ts";

/*
 * RFC 1468: ASCII and JIS X 0208 with escape sequences between them; a text ends in ASCII. The codes of JIS X 0208 are
 * those of EUC-JP without the high bits. The RFC's other sets are decoded, but not encoded.
 */

const esc = 0x1b;
const toAscii = [esc, 0x28, 0x42];
const toJis = [esc, 0x24, 0x42];

/** `undefined` if the platform doesn't support JIS X 0208. */
export function createIso2022Jp(): Charset | undefined {
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
