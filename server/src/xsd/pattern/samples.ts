import { Budget } from "../../text/budget.ts";
import { valueSteps } from "../../text/limits.ts";
import { isChar } from "../../xml/characters.ts";
import type { CharacterSet } from "./characterSets.ts";
import { distances, type Program, reach } from "./program.ts";

/** A position in an automaton: a place, and the number of characters that were read at this place. */
interface Position {
  readonly place: number;
  readonly count: number;
}

/** A path through all automata at once: their positions, and the sets that contain the last character. */
interface Way {
  readonly positions: readonly Position[];
  readonly before: Way | undefined;
  readonly options: readonly string[];
}

/** Maximum number of paths of one length, and maximum number of all paths. */
const maxWays = 100;
const maxSteps = 5_000;
const accepting = 0;

/**
 * Texts that match all expressions and have from `least` to `most` characters, shortest first. For each length, some
 * texts that differ if possible. Ends if nothing longer matches, or after a limited number of steps.
 */
export function* matchingTexts(programs: readonly Program[], least: number, most: number): Generator<string> {
  const search = new Search(programs);
  let ways = search.first();
  let steps = 0;
  for (let length = 0; length <= most && ways.length > 0 && steps < maxSteps && !search.isSpent; length++) {
    const ends = length < least ? [] : ways.filter(({ positions }) => positions.every(isEnd)).slice(0, 5);
    for (const end of ends) for (let variant = 0; variant < 4; variant++) yield textOf(end, variant);
    steps += ways.length;
    ways = search.next(ways);
  }
}

class Search {
  readonly #programs: readonly Program[];
  readonly #options = new Map<string, readonly string[]>();
  readonly #reached: (readonly Position[])[][];
  readonly #budget = new Budget(valueSteps);
  readonly #distances: readonly (readonly number[])[];

  constructor(programs: readonly Program[]) {
    this.#programs = programs;
    this.#distances = programs.map(distances);
    this.#reached = programs.map(() => []);
  }

  get isSpent(): boolean {
    return this.#budget.isSpent;
  }

  first(): readonly Way[] {
    const starts = this.#programs.map(({ start }, of) => this.#reach(of, start));
    return this.#distinct(
      this.#combinations(starts).map((positions) => ({ positions, before: undefined, options: [] })),
    );
  }

  next(ways: readonly Way[]): readonly Way[] {
    return this.#distinct(
      ways.flatMap((before) => {
        const options = this.#optionsOf(before.positions);
        if (options.length === 0) return [];
        const after = before.positions.map((position, of) => this.#after(of, position));
        return this.#combinations(after).map((positions) => ({ positions, before, options }));
      }),
    );
  }

  /** Removes duplicate paths to the same positions. If there are too many, keeps those near the end, and some others. */
  #distinct(ways: readonly Way[]): readonly Way[] {
    const waysByKey = new Map<string, Way>();
    for (const way of ways) {
      const key = way.positions.map(({ place, count }) => `${place}:${count}`).join();
      if (!waysByKey.has(key)) waysByKey.set(key, way);
    }
    const all = [...waysByKey.values()];
    if (all.length <= maxWays) return all;
    const sorted = all.map((way) => ({ way, left: this.#left(way) })).sort((a, b) => a.left - b.left);
    const every = Math.ceil((2 * sorted.length) / maxWays);
    return sorted.filter((_, index) => index < maxWays / 2 || index % every === 0).map(({ way }) => way);
  }

  /** The minimum number of characters from a path to the end. */
  #left({ positions }: Way): number {
    const lefts = positions.map(({ place, count }, of) => (this.#distances[of]?.[place] ?? 0) - count);
    return lefts.reduce((most, left) => Math.max(most, left), 0);
  }

  #after(of: number, { place, count }: Position): readonly Position[] {
    const instruction = this.#programs[of]?.instructions[place];
    if (instruction?.kind !== "read") return [];
    const { min, max, next } = instruction;
    const read = count + 1;
    // Without a maximum, counting to the minimum is enough.
    const again = read < max ? [{ place, count: max === Number.POSITIVE_INFINITY ? Math.min(read, min) : read }] : [];
    return read < min ? again : [...this.#reach(of, next), ...again];
  }

  #reach(of: number, from: number): readonly Position[] {
    const program = this.#programs[of];
    const cached = this.#reached[of];
    if (program === undefined || cached === undefined) return [];
    if (cached[from] === undefined && this.isSpent) return [];
    cached[from] ??= reach(program, from).map((place) => ({ place, count: 0 }));
    this.#budget.spend(cached[from].length);
    return cached[from];
  }

  /** All combinations of one position of each automaton; only some if there are too many. */
  #combinations(choices: readonly (readonly Position[])[]): readonly (readonly Position[])[] {
    let paths: readonly (readonly Position[])[] = [[]];
    for (const positions of choices) {
      const longer: (readonly Position[])[] = [];
      for (const path of paths) {
        for (const position of positions) {
          if (longer.length === maxWays || !this.#budget.spend(path.length + 1)) break;
          longer.push([...path, position]);
        }
      }
      paths = longer;
    }
    return paths;
  }

  /** Characters that all automata can read. Readable characters are first. */
  #optionsOf(positions: readonly Position[]): readonly string[] {
    const key = positions.map(({ place }) => place).join();
    let options = this.#options.get(key);
    if (options === undefined) {
      const sets = positions.flatMap(({ place }, of) => {
        const instruction = this.#programs[of]?.instructions[place];
        return instruction?.kind === "read" ? [instruction.set] : [];
      });
      options = sets.length === positions.length ? charactersOf(sets) : [];
      this.#options.set(key, options);
    }
    return options;
  }
}

const alphabets = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "1234567890"].map((letters) => [
  ...letters,
]);
const signs = [..."-_.:/,@ +#()*'\"!?%&=;<>[]{}|\\^~`$"];

/** Some characters that are in all sets, and all letters and digits that are. */
function charactersOf(sets: readonly CharacterSet[]): readonly string[] {
  const inAll = (character: string) => sets.every(({ has }) => has(character.codePointAt(0) ?? 0));
  for (const alphabet of [...alphabets, signs]) {
    const characters = alphabet.filter(inAll);
    if (characters.length > 0) return characters;
  }
  const edges = sets.flatMap((set) => set.edges()).filter(isChar);
  return edges.map((point) => String.fromCodePoint(point)).filter(inAll);
}

/** A text for a path. The first variant uses consecutive characters (`abc`, `123`), other variants are mixed. */
function textOf(end: Way, variant: number): string {
  const choices: (readonly string[])[] = [];
  for (let way: Way | undefined = end; way?.before; way = way.before) choices.push(way.options);
  let mixed = variant;
  return choices
    .reverse()
    .map((options, index) => {
      mixed = (Math.imul(mixed, 1_664_525) + 1_013_904_223) >>> 0;
      return options[(variant === 0 ? index : mixed >>> 16) % options.length] ?? "";
    })
    .join("");
}

function isEnd({ place }: Position): boolean {
  return place === accepting;
}
