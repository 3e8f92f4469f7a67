import type { Span } from "../span.ts";

/** A character encoding scheme with the meaning that IANA's registry gives to its name. */
export interface Charset {
  /** IANA's preferred name in lower case. */
  readonly name: string;
  /** Whether a non-empty text is written with a byte order mark in front (utf-16, utf-32). */
  readonly hasMark: boolean;
  /**
   * The text's bytes, with the mark where the charset has one; a U+FEFF that the text begins with is that mark.
   * Never throws and never replaces: a character that the charset can't hold is left out, so ask `unencodable` first.
   */
  encode(text: string): Uint8Array;
  /** The number of bytes that `encode(text.slice(start, end))` has, without making them. */
  byteLength(text: string, start?: number, end?: number): number;
  /**
   * Each character that the charset can't hold, a surrogate pair being one character and a lone surrogate too.
   * At most `max` of them (1000 unless told otherwise).
   */
  unencodable(text: string, start?: number, end?: number, max?: number): Span[];
  /**
   * Undecodable sequences become U+FFFD and are counted. A byte order mark is left out where `hasMark`,
   * else it is a character of the text.
   */
  decode(bytes: Uint8Array): { readonly text: string; readonly invalid: number };
}
