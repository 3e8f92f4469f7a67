/** The places for what is sent side by side, besides what is sent anyway. */
export class Places {
  #free: number;

  constructor(free: number) {
    this.#free = free;
  }

  /** Returns whether there was a free one. */
  take(): boolean {
    if (this.#free <= 0) return false;
    this.#free--;
    return true;
  }

  giveBack(): void {
    this.#free++;
  }
}
