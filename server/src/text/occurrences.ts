/** Finds where a text contains a string, in linear time if the queries are in the order of the text. */
export class Occurrences {
  readonly #text: string;
  readonly #string: string;
  /** None begins from here up to `#next`. */
  #from = 0;
  #next = -1;

  constructor(text: string, string: string) {
    this.#text = text;
    this.#string = string;
  }

  /** Whether one begins in a part of the text. */
  isIn(start: number, end: number): boolean {
    if (start < this.#from || start > this.#next) {
      const index = this.#text.indexOf(this.#string, start);
      this.#from = start;
      this.#next = index < 0 ? Number.POSITIVE_INFINITY : index;
    }
    return this.#next < end;
  }
}
