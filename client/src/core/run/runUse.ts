/** One of several runs that use each other. It finishes once, after all runs that use it. */
export class RunUse {
  readonly #cleanUp: () => Promise<void>;
  /** The runs that only this one uses, and the runs that others use, too. */
  readonly #own = new Set<RunUse>();
  readonly #shared = new Set<RunUse>();
  /** The runs that use this one and haven't finished. */
  readonly #users = new Set<RunUse>();
  /** The only run that uses this one, which finishes it. */
  #owner: RunUse | undefined;
  #finishing: Promise<void> | undefined;

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
