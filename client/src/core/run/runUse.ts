/** A run among those that use each other. It finishes once, after all that use it. */
export class RunUse {
  readonly #cleanUp: () => Promise<void>;
  /** Those that it uses alone, or as others do. */
  readonly #own = new Set<RunUse>();
  readonly #shared = new Set<RunUse>();
  /** Those that use this one, and haven't finished. */
  readonly #users = new Set<RunUse>();
  /** The one that uses this one alone, and finishes it. */
  #owner: RunUse | undefined;
  #finishing: Promise<void> | undefined;

  /** @param cleanUp what the run sends at its end */
  constructor(cleanUp: () => Promise<void>) {
    this.#cleanUp = cleanUp;
  }

  uses(other: RunUse, alone: boolean): void {
    if (alone) {
      this.#own.add(other);
      other.#owner = this;
    } else {
      this.#shared.add(other);
      other.#users.add(this);
    }
  }

  finish(): Promise<void> {
    this.#finishing ??= this.#finish();
    return this.#finishing;
  }

  async #finish(): Promise<void> {
    for (const user of this.#users) await user.#outermost().finish();
    await this.#cleanUp();
    for (const own of this.#own) await own.finish();
    for (const shared of this.#shared) shared.#users.delete(this);
  }

  #outermost(): RunUse {
    return this.#owner ? this.#owner.#outermost() : this;
  }
}
