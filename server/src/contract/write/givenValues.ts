/** A value that is given for an element of a message, by a path such as `order.item[2].sku` or `item.@id`. */
export interface GivenText {
  readonly path: string;
  readonly value: string;
}

/** A value that no element has taken. */
export interface UntakenValue {
  readonly path: string;
  /** The part of the path that leads to nothing; empty if the element has no text. */
  readonly rest: string;
  /** Whether the element has taken another value. */
  readonly isRepeated: boolean;
  /** The names that there are in its place. */
  readonly names: readonly string[];
}

interface Entry extends GivenText {
  rest: string;
  level: GivenValues;
  isTaken: boolean;
}

/** The values that are given for the content of an element, in the order in which it is written. */
export class GivenValues {
  #entries: readonly Entry[] = [];
  readonly #written = new Map<string, number>();
  #names = new Set<string>();

  /** The values for the content of a message. */
  static of(texts: readonly GivenText[]): GivenValues {
    const root = new GivenValues();
    root.#entries = texts.map((one) => ({ ...one, rest: one.path, level: root, isTaken: false }));
    return root;
  }

  /** The same for a second copy of the message, which notes its names here, too. */
  again(): GivenValues {
    const copy = GivenValues.of(this.#entries);
    copy.#names = this.#names;
    return copy;
  }

  /** The text of the element itself. */
  take(): string | undefined {
    const own = this.#entries.find(({ rest }) => rest === "");
    if (own) own.isTaken = true;
    return own?.value;
  }

  /** Notes which elements and attributes there may be. */
  see(names: Iterable<string>): void {
    for (const name of names) this.#names.add(name);
  }

  /** Whether something is given for the next element with this name, or one after it. */
  wants(name: string): boolean {
    const written = this.#written.get(name) ?? 0;
    return this.#entries.some(({ rest }) => (inside(rest, name)?.number ?? 0) > written);
  }

  /** What is given for the next element with this name. */
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

  /** The first value that no element has taken. */
  get untaken(): UntakenValue | undefined {
    const entry = this.#entries.find(({ isTaken }) => !isTaken);
    if (!entry) return undefined;
    const { path, rest, level } = entry;
    const isRepeated = level.#entries.some((one) => one.isTaken && one.rest === "" && one.level === level);
    return { path, rest, isRepeated: rest === "" && isRepeated, names: [...level.#names] };
  }
}

/** The number of the element that a path begins with, from 1, and the rest. Names may contain dots. */
function inside(path: string, name: string): { readonly number: number; readonly rest: string } | undefined {
  if (!path.startsWith(name)) return undefined;
  const [all, index = "1", dot] = /^(?:\[(\d{1,3})\])?(\.|$)/.exec(path.slice(name.length)) ?? [];
  if (all === undefined || dot === undefined) return undefined;
  return { number: Number(index), rest: path.slice(name.length + all.length) };
}
