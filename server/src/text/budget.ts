/**
 * Limits work whose cost depends on the content of a file. Counts steps for each piece of work (such as a value) and
 * for the whole work (such as a document). Work that takes more steps is stopped.
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

  /** Whether the current piece has taken too many steps. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** Whether the whole work has taken too many steps, so that no further piece can begin. */
  get isWholeSpent(): boolean {
    return this.#whole < 0;
  }

  renew(): void {
    this.#left = Math.min(this.#each, this.#whole);
  }

  /** Counts steps. Returns whether the current piece may continue. */
  spend(steps: number): boolean {
    this.#left -= steps;
    this.#whole -= steps;
    return this.#left >= 0;
  }
}
