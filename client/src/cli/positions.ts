import type { Span } from "../../../server/src/languageService.ts";

/** A place in a text as people count: lines and columns from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines by offset, and looks at no more of the text than it has to. CRLF, LF and CR break lines, as in LSP. */
export class LineIndex {
  readonly #text: string;
  readonly #starts = [0];
  readonly #breaks = /\r\n?|\n/g;
  #complete = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** `offset` in UTF-16 units. */
  positionAt(offset: number): Position {
    this.#read((last) => last > offset);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /** A line, counted from 1, without its line break; undefined where there are not so many. */
  line(line: number): Span | undefined {
    this.#read(() => this.#starts.length > line);
    const start = this.#starts[line - 1];
    if (start === undefined) return undefined;
    let end = this.#starts[line] ?? this.#text.length;
    while (end > start && /[\r\n]/.test(this.#text.charAt(end - 1))) end--;
    return { start, end };
  }

  /** Finds the beginnings of lines until it is enough; the last one that was found is asked about. */
  #read(enough: (last: number) => boolean): void {
    while (!this.#complete && !enough(this.#starts.at(-1) ?? 0)) {
      if (this.#breaks.exec(this.#text)) this.#starts.push(this.#breaks.lastIndex);
      else this.#complete = true;
    }
  }
}
