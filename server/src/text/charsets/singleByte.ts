import tables from "iconv-lite/encodings/sbcs-data-generated.js";
import type { Charset } from "../charset.ts";
import { TextBuilder } from "./characters.ts";
import { createCodePageCharset } from "./codePage.ts";

const undefinedByte = 0xfffd;

/** A charset of one byte a character, after the table of that name in iconv-lite's data. */
export function createSingleByteCharset(name: string, tableName: string): Charset {
  const table = tables[tableName];
  if (table === undefined || typeof table === "string") throw new Error(`iconv-lite has no table ${tableName}`);
  const characters = new Uint16Array(256);
  const codes = new Int16Array(0x10000).fill(-1);
  for (let byte = 0; byte < 256; byte++) {
    const half = table.chars.length === 128;
    const character = half && byte < 128 ? byte : table.chars.charCodeAt(half ? byte - 128 : byte);
    characters[byte] = character;
    if (character !== undefinedByte) codes[character] = byte;
  }
  return createCodePageCharset(name, {
    codeOf: (character) => (character > 0xffff ? -1 : (codes[character] ?? -1)),
    decode(bytes) {
      const builder = new TextBuilder(bytes.length);
      let invalid = 0;
      for (const byte of bytes) {
        const character = characters[byte] ?? undefinedByte;
        if (character === undefinedByte) invalid++;
        builder.add(character);
      }
      return { text: builder.text(), invalid };
    },
  });
}
