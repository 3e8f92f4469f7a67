import { firstIndex } from "./binarySearch.ts";
import { beforeBreak } from "./lines.ts";

/** The lines of a text, counted from 0, for many offsets. They end with LF, CRLF or CR. */
export class LineIndex {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (found) => found.index + found[0].length)];
  }

  get count(): number {
    return this.#starts.length;
  }

  /** The line at an offset. */
  at(offset: number): number {
    return firstIndex(1, this.count, (line) => this.startOf(line) > offset) - 1;
  }

  startOf(line: number): number {
    return this.#starts[line] ?? this.#text.length;
  }

  /** The offset of the line's break. */
  endOf(line: number): number {
    const next = this.#starts[line + 1];
    return next === undefined ? this.#text.length : beforeBreak(this.#text, next);
  }
}
