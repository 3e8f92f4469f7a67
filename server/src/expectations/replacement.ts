import * as l10n from "@vscode/l10n";
import { Budget } from "../text/budget.ts";
import type { CharacterSet } from "../xsd/pattern/characterSets.ts";
import { parsePattern } from "../xsd/pattern/syntax.ts";
import { longestPattern, patternFlags, patternTokens, translated, unsupportedIn } from "./pattern.ts";

/*
 * Replaces the matches of a regular expression of `matches`, which may have groups. All paths through the automaton are followed
 * simultaneously, in order of preference (Pike's algorithm), so that the time is linear.
 */

type Node =
  | { readonly kind: "set"; readonly set: CharacterSet }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Node[] }
  | { readonly kind: "group"; readonly number: number; readonly part: Node }
  | { readonly kind: "repeat"; readonly part: Node; readonly min: number; readonly max: number; readonly lazy: boolean }
  | { readonly kind: "start" | "end" };

type Instruction =
  | { readonly kind: "read"; readonly set: CharacterSet; readonly next: number }
  /** The alternatives in order of preference. */
  | { readonly kind: "split"; readonly to: readonly number[] }
  | { readonly kind: "save"; readonly slot: number; readonly next: number }
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "accept" };

/** Maximum instructions of a pattern. Repetitions are expanded to copies of their instructions. */
const maxInstructions = 4_000;
const maxDepth = 100;

/** Maximum steps of a search for the first match; they take a few seconds. */
const searchSteps = 50_000_000;

/** Maximum full searches: each match needs a new search, which may read the text to its end. */
const searches = 8;

interface Replacement {
  /** The text with all matches replaced; `undefined` if this takes too many steps. */
  replace(text: string): string | undefined;
}

/** @param template `$1` inserts the text of the first group, `$$` a dollar sign */
export function replacement(
  expression: string,
  template: string,
): Replacement | { readonly why: string; readonly in: "regex" | "text" } {
  const pattern = matchesOf(expression);
  if ("why" in pattern) return { in: "regex", why: pattern.why };
  const parts = template.split(/(\$\$|\$\d)/);
  const missing = parts.find((part) => /^\$\d$/.test(part) && Number(part.slice(1)) > pattern.groups);
  if (missing !== undefined) return { in: "text", why: l10n.t("The pattern has no group {0}.", missing.slice(1)) };
  return {
    replace(text) {
      const pieces: string[] = [];
      let at = 0;
      for (const match of pattern.all(text) ?? [undefined]) {
        if (!match) return undefined;
        pieces.push(text.slice(at, match[0]));
        for (const part of parts) {
          const slot = /^\$\d$/.test(part) ? 2 * Number(part.slice(1)) : undefined;
          if (slot === undefined) pieces.push(part === "$$" ? "$" : part);
          else pieces.push(text.slice(match[slot] ?? 0, match[slot + 1] ?? 0));
        }
        at = match[1] ?? at;
      }
      return pieces.join("") + text.slice(at);
    },
  };
}

interface Pattern {
  readonly groups: number;
  /** The matches from left to right; `undefined` if the search takes too many steps. */
  all(text: string): readonly Slots[] | undefined;
  /** The first match; `undefined` if there is none, "spent" if the search takes too many steps. */
  first(text: string): Slots | "spent" | undefined;
}

/** The pattern of a regular expression, or a sentence that explains why it can't be used. */
export function matchesOf(expression: string): Pattern | { readonly why: string } {
  if (expression.length > longestPattern)
    return { why: l10n.t("The pattern is longer than {0} characters.", longestPattern) };
  const reader = new Reader(expression);
  const tree = reader.read();
  if (typeof tree === "string") return { why: tree };
  const program = compiled(tree);
  if (!program) return { why: l10n.t("The repetitions of the pattern are too many.") };
  return {
    groups: reader.groups,
    first(text) {
      const budget = new Budget(searchSteps);
      const match = firstMatch(program, text, 0, budget);
      return budget.isSpent ? "spent" : match;
    },
    all(text) {
      const budget = new Budget(searches * program.length * (text.length + 2));
      const matches: Slots[] = [];
      let at = 0;
      while (at <= text.length) {
        const match = firstMatch(program, text, at, budget);
        if (budget.isSpent) return undefined;
        if (!match) break;
        matches.push(match);
        const [start = at, end = at] = match;
        at = end > start ? end : end + width(text, end);
      }
      return matches;
    },
  };
}

/** Parses regular expressions. Each method reads the construct in its name and returns a sentence if it is invalid. */
class Reader {
  groups = 0;
  readonly #tokens: readonly string[];
  readonly #flags: string;
  #at = 0;
  #depth = 0;

  constructor(expression: string) {
    const { length, letters } = patternFlags(expression);
    this.#flags = letters;
    this.#tokens = patternTokens(expression.slice(length));
  }

  read(): Node | string {
    const tree = this.#choice();
    return typeof tree === "string" || this.#at === this.#tokens.length ? tree : this.#unreadable();
  }

  #choice(): Node | string {
    if (++this.#depth > maxDepth) return this.#unreadable();
    const branches: Node[] = [];
    do {
      const branch = this.#sequence();
      if (typeof branch === "string") return branch;
      branches.push(branch);
    } while (this.#eat("|"));
    this.#depth--;
    return { kind: "choice", parts: branches };
  }

  #sequence(): Node | string {
    const parts: Node[] = [];
    for (let token = this.#tokens[this.#at]; token !== undefined && token !== "|" && token !== ")"; ) {
      const part = this.#atom(token);
      if (typeof part === "string") return part;
      const repeated = this.#quantified(part);
      if (typeof repeated === "string") return repeated;
      parts.push(repeated);
      token = this.#tokens[this.#at];
    }
    return { kind: "sequence", parts };
  }

  #atom(token: string): Node | string {
    this.#at++;
    if (token === "^") return { kind: "start" };
    if (token === "$") return { kind: "end" };
    if (token === "(" || token === "(?:") {
      const number = token === "(" ? ++this.groups : 0;
      const part = this.#choice();
      if (typeof part === "string") return part;
      if (!this.#eat(")")) return this.#unreadable();
      return token === "(" ? { kind: "group", number, part } : part;
    }
    const unsupported = unsupportedIn(token);
    if (unsupported !== undefined) return unsupported;
    const set = parsePattern(translated(token, this.#flags.includes("i"), this.#flags.includes("s")));
    return set?.kind === "set" ? set : this.#unreadable();
  }

  #quantified(part: Node): Node | string {
    const token = this.#tokens[this.#at] ?? "";
    const [, sign, low, comma, high, lazy] = /^(?:([?*+])|\{(\d+)(?:(,)(\d*))?\})(\??)$/.exec(token) ?? [];
    if (sign === undefined && low === undefined) return part;
    this.#at++;
    const min = sign === undefined ? Number(low) : sign === "+" ? 1 : 0;
    const unlimited = sign === "*" || sign === "+" || (comma === "," && high === "");
    const max = sign === "?" ? 1 : unlimited ? Number.POSITIVE_INFINITY : comma === "," ? Number(high) : min;
    return max < min ? this.#unreadable() : { kind: "repeat", part, min, max, lazy: lazy === "?" };
  }

  #eat(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #unreadable(): string {
    return l10n.t("This is not a regular expression.");
  }
}

/** The program for a pattern; its last instruction is the first to run. `undefined` if it needs too many instructions. */
function compiled(tree: Node): readonly Instruction[] | undefined {
  const instructions: Instruction[] = [{ kind: "accept" }];
  const add = (instruction: Instruction): number =>
    instructions.length > maxInstructions ? 0 : instructions.push(instruction) - 1;
  const build = (node: Node, next: number): number => {
    switch (node.kind) {
      case "set":
        return add({ kind: "read", set: node.set, next });
      case "sequence":
        return node.parts.reduceRight((following, part) => build(part, following), next);
      case "choice":
        return add({ kind: "split", to: node.parts.map((part) => build(part, next)) });
      case "group": {
        const part = build(node.part, add({ kind: "save", slot: 2 * node.number + 1, next }));
        return add({ kind: "save", slot: 2 * node.number, next: part });
      }
      case "repeat":
        return repeat(node, next);
      default:
        return add({ kind: node.kind, next });
    }
  };
  const repeat = ({ part, min, max, lazy }: Node & { readonly kind: "repeat" }, next: number): number => {
    const either = (more: number) => (lazy ? [next, more] : [more, next]);
    let at = next;
    if (Number.isFinite(max)) {
      for (let left = max - min; left > 0 && instructions.length <= maxInstructions; left--)
        at = add({ kind: "split", to: either(build(part, at)) });
    } else {
      const to: number[] = [];
      at = add({ kind: "split", to });
      to.push(...either(build(part, at)));
    }
    for (let left = min; left > 0 && instructions.length <= maxInstructions; left--) at = build(part, at);
    return at;
  };
  const start = build(tree, add({ kind: "save", slot: 1, next: 0 }));
  add({ kind: "save", slot: 0, next: start });
  return instructions.length > maxInstructions ? undefined : instructions;
}

/** Offsets of the start and end of a match and of its groups. */
type Slots = readonly (number | undefined)[];

interface Way {
  readonly place: number;
  readonly slots: Slots;
}

/** The leftmost match at or after an offset. Of several matches with the same start, returns the preferred match. */
function firstMatch(program: readonly Instruction[], text: string, from: number, budget: Budget): Slots | undefined {
  const entered = new Int32Array(program.length).fill(-1);
  const enter = (way: Way, at: number, list: Way[]) => {
    const open = [way];
    for (let next = open.pop(); next; next = open.pop()) {
      const { place, slots } = next;
      const instruction = program[place];
      budget.spend(1);
      if (!instruction || entered[place] === at) continue;
      entered[place] = at;
      if (instruction.kind === "split") {
        for (const to of instruction.to.toReversed()) open.push({ place: to, slots });
      } else if (instruction.kind === "save") {
        const saved = [...slots];
        saved[instruction.slot] = at;
        open.push({ place: instruction.next, slots: saved });
      } else if (instruction.kind === "read" || instruction.kind === "accept") list.push(next);
      else if (at === (instruction.kind === "start" ? 0 : text.length)) open.push({ place: instruction.next, slots });
    }
  };
  let ways: Way[] = [];
  let match: Slots | undefined;
  for (let at = from; at <= text.length && !budget.isSpent; ) {
    if (!match) enter({ place: program.length - 1, slots: [] }, at, ways);
    if (ways.length === 0 && match) break;
    const point = text.codePointAt(at);
    const next = at + width(text, at);
    const following: Way[] = [];
    for (const { place, slots } of ways) {
      const instruction = program[place];
      if (instruction?.kind === "accept") {
        match = slots;
        break;
      }
      if (instruction?.kind === "read" && point !== undefined && instruction.set.has(point))
        enter({ place: instruction.next, slots }, next, following);
    }
    ways = following;
    at = next;
  }
  return match;
}

/** The number of UTF-16 units of the character at an offset; 1 at the end. */
function width(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
