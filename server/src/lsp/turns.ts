/**
 * Turns for work on responses, which may be large. The messages that were received in the meantime are handled between two turns,
 * so that a request to be sent waits for at most one piece of work.
 */
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
