/** Turns for work on large responses. Messages are handled between them, so that sending waits for one at most. */
export class Turns {
  readonly #later: (work: () => void) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(later: (work: () => void) => void) {
    this.#later = later;
  }

  /** Resolves when the work of earlier turns is done. The caller must do its work synchronously after that. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => this.#later(resolve)));
    return this.#last;
  }
}
