import type { Span } from "../../../server/src/languageService.ts";

/** A place in a text as people count: lines and columns from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines by offset. CRLF, LF and CR break lines, as in the language server protocol. */
export class LineIndex {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    const starts = [0];
    const breaks = /\r\n?|\n/g;
    while (breaks.exec(text)) starts.push(breaks.lastIndex);
    this.#starts = starts;
  }

  /** `offset` in UTF-16 units. */
  positionAt(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /** A line, counted from 1, without its line break. */
  line(line: number): Span {
    const start = this.#starts[line - 1] ?? this.#text.length;
    let end = this.#starts[line] ?? this.#text.length;
    while (end > start && /[\r\n]/.test(this.#text.charAt(end - 1))) end--;
    return { start, end };
  }

  get lines(): number {
    return this.#starts.length;
  }
}
