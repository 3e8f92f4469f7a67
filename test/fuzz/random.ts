/** A factor for the number of random cases: `EFFORT=20 npm run test:unit -- server/xsd`. */
export const effort = Number(process.env["EFFORT"] ?? 1);

/** Pseudo-random numbers, the same for the same seed (a 32-bit linear congruential generator with mixed bits). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    let mixed = this.#state ^ (this.#state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d);
    mixed ^= mixed >>> 12;
    return Math.floor(((mixed >>> 0) / 2 ** 32) * limit);
  }

  /** True with a probability of `percent`. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error("nothing to pick from");
    return picked;
  }

  /** The joined results of `make`, called `least` to `most` times. */
  some(least: number, most: number, make: () => string): string {
    return Array.from({ length: least + this.below(most - least + 1) }, make).join("");
  }
}
