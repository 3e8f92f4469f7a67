import type { Span } from "../span.ts";

/** A character encoding with the meaning of its name in IANA's registry. */
export interface Charset {
  /** IANA's preferred name in lower case. */
  readonly name: string;
  /** Whether encoded text begins with a byte order mark (utf-16, utf-32). */
  readonly hasMark: boolean;
  /**
   * The text's bytes, including the byte order mark; a U+FEFF at the start of the text is that mark. Never throws: leaves
   * out unencodable characters, so call `unencodable` first.
   */
  encode(text: string): Uint8Array;
  /** The number of bytes of `encode(text.slice(start, end))`. */
  byteLength(text: string, start?: number, end?: number): number;
  /** The characters that the charset doesn't include, and lone surrogates; at most `max` (1000 by default). */
  unencodable(text: string, start?: number, end?: number, max?: number): Span[];
  /**
   * `invalid`: the number of undecodable sequences, which become U+FFFD. A byte order mark becomes a character of the text
   * unless `hasMark`.
   */
  decode(bytes: Uint8Array): { readonly text: string; readonly invalid: number };
}
