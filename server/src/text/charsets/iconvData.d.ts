/*
 * The data of iconv-lite, without its codecs: they need Node's Buffer, and write `?` for what they can't encode.
 * test/server/text/charsets.test.ts compares what we make of the data with what iconv-lite makes of it.
 */

declare module "iconv-lite/encodings/sbcs-data-generated.js" {
  /** `chars` are those of the bytes 0x80 to 0xFF (of all bytes where it has 256); U+FFFD for a byte that has none. */
  const tables: Readonly<Record<string, string | { readonly chars: string }>>;
  export default tables;
}

declare module "iconv-lite/encodings/dbcs-data.js" {
  /**
   * A chunk is the code (hexadecimal) of its first character, then texts, each character having the next code,
   * and numbers: so many more characters, each the successor of the one before.
   * A character from U+0FF1 to U+0FFF says that the next 0x1001 minus it stand for one code.
   */
  type Chunk = readonly (string | number)[];
  interface Table {
    table(): readonly Chunk[];
    gb18030?(): { readonly uChars: readonly number[]; readonly gbChars: readonly number[] };
    /** Codes that are read but never written. */
    readonly encodeSkipVals?: readonly (number | { readonly from: number; readonly to: number })[];
  }
  const tables: Readonly<Record<"shiftjis" | "eucjp" | "cp936" | "gbk" | "gb18030" | "cp949" | "big5hkscs", Table>>;
  export default tables;
}
