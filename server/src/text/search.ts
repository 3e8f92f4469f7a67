/** Finds the occurrences of a string in a text. In linear time if the queries are in the order of the text. */
export class Occurrences {
  readonly #text: string;
  readonly #string: string;
  /** No occurrence begins from this offset up to `#next`. */
  #from = 0;
  #next = -1;

  constructor(text: string, string: string) {
    this.#text = text;
    this.#string = string;
  }

  isIn(start: number, end: number): boolean {
    if (start < this.#from || start > this.#next) {
      const index = this.#text.indexOf(this.#string, start);
      this.#from = start;
      this.#next = index < 0 ? Number.POSITIVE_INFINITY : index;
    }
    return this.#next < end;
  }
}

/** The first index from `low` that meets a condition, which then holds for all later ones; `high` if there is none. */
export function firstIndex(low: number, high: number, isMet: (index: number) => boolean): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isMet(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
