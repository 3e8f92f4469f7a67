/** Queue for work on large responses. Messages are handled between two turns: sending waits for one at most. */
export class Turns {
  readonly #later: (work: () => void) => void;
  #last: Promise<void> = Promise.resolve();

  /** `later`: runs a function after the received messages. */
  constructor(later: (work: () => void) => void) {
    this.#later = later;
  }

  /** Resolves when the work of earlier turns is done. The caller must do its work synchronously after that. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => this.#later(resolve)));
    return this.#last;
  }
}
