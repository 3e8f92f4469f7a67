/**
 * Counts steps of work whose cost a file decides, such as a schema: for each piece of the work, such as a value, and for all of
 * it, such as a document. What takes more steps isn't done.
 */
export class Budget {
  readonly #each: number;
  #left: number;
  #whole: number;

  constructor(each: number, whole = each) {
    this.#each = each;
    this.#left = Math.min(each, whole);
    this.#whole = whole;
  }

  /** Whether the current piece takes too many steps. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** Whether no piece can take any steps anymore. */
  get isWholeSpent(): boolean {
    return this.#whole < 0;
  }

  /** Begins the next piece. */
  renew(): void {
    this.#left = Math.min(this.#each, this.#whole);
  }

  /** Returns whether the piece may go on. */
  spend(steps: number): boolean {
    this.#left -= steps;
    this.#whole -= steps;
    return this.#left >= 0;
  }
}
