import { firstIndex } from "./binarySearch.ts";

/** The numbers of the lines of a text, for many offsets. Lines end with LF, CRLF or CR. */
export class LineIndex {
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (found) => found.index + found[0].length)];
  }

  /** From 1. */
  numberOf(offset: number): number {
    return firstIndex(1, this.#starts.length, (index) => (this.#starts[index] ?? 0) > offset);
  }
}
