/** A text for an element or attribute of a message, given by a path such as `order.item[2].sku` or `item.@id`. */
export interface GivenText {
  readonly path: string;
  readonly value: string;
}

export interface UntakenValue {
  readonly path: string;
  /** The part of the path that matches no element; empty if the element can't contain text. */
  readonly rest: string;
  /** Whether another value was already used for the element. */
  readonly isRepeated: boolean;
  readonly names: readonly string[];
}

interface Entry extends GivenText {
  rest: string;
  level: GivenValues;
  isTaken: boolean;
}

/** The values given for the content of one element. Elements take them in the order in which they are written. */
export class GivenValues {
  #entries: readonly Entry[] = [];
  readonly #written = new Map<string, number>();
  #names = new Set<string>();

  static of(texts: readonly GivenText[]): GivenValues {
    const root = new GivenValues();
    root.#entries = texts.map((one) => ({ ...one, rest: one.path, level: root, isTaken: false }));
    return root;
  }

  /** A copy of the values for a second copy of the message. The names in that message are recorded here, too. */
  again(): GivenValues {
    const copy = GivenValues.of(this.#entries);
    copy.#names = this.#names;
    return copy;
  }

  take(): string | undefined {
    const own = this.#entries.find(({ rest }) => rest === "");
    if (own) own.isTaken = true;
    return own?.value;
  }

  /** Records the elements and attributes that are possible here. */
  see(names: Iterable<string>): void {
    for (const name of names) this.#names.add(name);
  }

  /** Whether a value is given for the next element with this name, or for a later one. */
  wants(name: string): boolean {
    const written = this.#written.get(name) ?? 0;
    return this.#entries.some(({ rest }) => (inside(rest, name)?.number ?? 0) > written);
  }

  next(name: string): GivenValues {
    const number = (this.#written.get(name) ?? 0) + 1;
    this.#written.set(name, number);
    this.#names.add(name);
    const level = new GivenValues();
    level.#entries = this.#entries.filter((entry) => {
      const step = inside(entry.rest, name);
      if (step?.number !== number) return false;
      entry.rest = step.rest;
      entry.level = level;
      return true;
    });
    return level;
  }

  /** The first value that was used for no element. */
  get untaken(): UntakenValue | undefined {
    const entry = this.#entries.find(({ isTaken }) => !isTaken);
    if (!entry) return undefined;
    const { path, rest, level } = entry;
    const isRepeated = level.#entries.some((one) => one.isTaken && one.rest === "" && one.level === level);
    return { path, rest, isRepeated: rest === "" && isRepeated, names: [...level.#names] };
  }
}

/** The position, counted from 1, of the element at the beginning of a path, and the rest of the path. Names may contain dots. */
function inside(path: string, name: string): { readonly number: number; readonly rest: string } | undefined {
  if (!path.startsWith(name)) return undefined;
  const [all, index = "1", dot] = /^(?:\[(\d{1,3})\])?(\.|$)/.exec(path.slice(name.length)) ?? [];
  if (all === undefined || dot === undefined) return undefined;
  return { number: Number(index), rest: path.slice(name.length + all.length) };
}
