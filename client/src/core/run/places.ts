/** The number of requests that may be sent side by side, in addition to the ones that are always sent. */
export class Places {
  #free: number;

  constructor(free: number) {
    this.#free = free;
  }

  /** Takes a place; returns false if none is free. */
  take(): boolean {
    if (this.#free <= 0) return false;
    this.#free--;
    return true;
  }

  giveBack(): void {
    this.#free++;
  }
}
