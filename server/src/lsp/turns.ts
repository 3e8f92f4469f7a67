/**
 * Turns for work on responses, which may be large: between two of them, the messages that were received meanwhile are
 * handled. So a request that is being sent waits for one piece of work at most.
 */
export class Turns {
  readonly #later: (work: () => void) => void;
  #last: Promise<void> = Promise.resolve();

  /** `later`: runs the work after received messages. */
  constructor(later: (work: () => void) => void) {
    this.#later = later;
  }

  /** Resolves when the work of the earlier turns is done; the work of this one must follow at once. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => this.#later(resolve)));
    return this.#last;
  }
}
