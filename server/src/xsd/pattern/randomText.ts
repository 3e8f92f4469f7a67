import { memoized } from "../../text/memoized.ts";
import type { CharacterSet } from "./characterSets.ts";
import { type Pattern, parsePattern } from "./syntax.ts";

/** Maximum length of the shortest value of an expression, in characters. */
const longest = 1_000;
/** Maximum number of repetitions beyond the required ones. */
const surplus = 8;
/** Maximum number of steps for optional parts. */
const maxSteps = 10_000;

/** Creates random texts that match an expression. `length`: the length of all these texts, if they have the same length. */
export interface RandomTexts {
  readonly length: number | undefined;
  /** @param random returns a number from 0 (inclusive) to 1 (exclusive) */
  text(random: () => number): string;
}

/** `undefined` if the text isn't an expression of XML Schema, nothing matches it, or its values are too long. */
export function randomTexts(expression: string): RandomTexts | undefined {
  const pattern = parsePattern(expression);
  if (!pattern) return undefined;
  const { least, most } = lengthsOf(pattern);
  if (least > longest || !isPossible(pattern)) return undefined;
  return { length: least === most ? least : undefined, text: (random) => new Walk(random).textOf(pattern) };
}

const lengthsOf = memoized((pattern: Pattern): { readonly least: number; readonly most: number } => {
  switch (pattern.kind) {
    case "set":
      return { least: 1, most: 1 };
    case "sequence": {
      const parts = pattern.parts.map(lengthsOf);
      return { least: sum(parts.map(({ least }) => least)), most: sum(parts.map(({ most }) => most)) };
    }
    case "choice": {
      const branches = pattern.branches.map(lengthsOf);
      return {
        least: branches.reduce((low, one) => Math.min(low, one.least), Number.POSITIVE_INFINITY),
        most: branches.reduce((high, one) => Math.max(high, one.most), 0),
      };
    }
    case "repeat": {
      const { least, most } = lengthsOf(pattern.part);
      return { least: least * pattern.min, most: most === 0 ? 0 : most * pattern.max };
    }
  }
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Whether each set that may be needed contains a character. */
function isPossible(pattern: Pattern): boolean {
  if (pattern.kind === "set") return charactersOf(pattern.set).length > 0;
  if (pattern.kind === "sequence") return pattern.parts.every(isPossible);
  return pattern.kind === "choice" ? pattern.branches.every(isPossible) : isPossible(pattern.part);
}

/** ASCII letters and digits if the set has all of them, else its visible ASCII, a space, or the ends of its ranges. */
const charactersOf = memoized((set: CharacterSet): readonly string[] => {
  const codes = Array.from({ length: 0x7e - 0x20 }, (_, index) => 0x21 + index).filter(set.has);
  const letters = codes.filter((code) => /\w/.test(String.fromCharCode(code)) && code !== 0x5f);
  if (letters.length === 62) return letters.map((code) => String.fromCharCode(code));
  const others = codes.length > 0 ? codes : [0x20, ...set.edges()].filter((code) => code > 0 && set.has(code));
  return others.map((code) => String.fromCodePoint(code));
});

class Walk {
  readonly #random: () => number;
  #steps = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  textOf(pattern: Pattern): string {
    const { least, most } = lengthsOf(pattern);
    if (most === 0 || (least === 0 && this.#steps > maxSteps)) return "";
    this.#steps++;
    switch (pattern.kind) {
      case "set":
        return this.#oneOf(charactersOf(pattern.set)) ?? "";
      case "sequence":
        return pattern.parts.map((part) => this.textOf(part)).join("");
      case "choice": {
        const branches = this.#steps > maxSteps ? pattern.branches.filter((one) => lengthsOf(one).least === least) : [];
        const branch = this.#oneOf(branches.length > 0 ? branches : pattern.branches);
        return branch ? this.textOf(branch) : "";
      }
      case "repeat": {
        const { part, min, max } = pattern;
        const more = this.#steps > maxSteps ? 0 : Math.min(max - min, surplus);
        const times = min + Math.floor(this.#random() * (more + 1));
        let text = "";
        for (let time = 0; time < times && (least > 0 || this.#steps <= maxSteps); time++) text += this.textOf(part);
        return text;
      }
    }
  }

  #oneOf<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }
}
