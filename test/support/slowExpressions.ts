import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { CharSet } from "refa";
import { toUnicodeSet } from "regexp-ast-analysis";

/**
 * Returns why searching a text with a regular expression may take more than linear time: two positions of it that can
 * read the same characters repeatedly, where the second may still fail. Returns `undefined` if there are none. Searches
 * for them in the expression's position automaton (Glushkov), in which a search starts at every character: the number of
 * paths through a text is more than linear exactly if some word leads from one state back to it, to another state, and
 * from that back to it (Weber and Seidl 1991, "On the degree of ambiguity of finite automata"). Paths that reach a match
 * are not tried again. Assertions are assumed to hold or fail, so errors are on the safe side.
 */
export function whySlow(source: string, flags: string): string | undefined {
  const parser = new RegExpParser();
  const parsedFlags = parser.parseFlags(flags);
  const automaton = new Automaton();
  const { first, ends } = automaton.read(parser.parsePattern(source, 0, source.length, parsedFlags), parsedFlags);
  if (!parsedFlags.sticky) automaton.searchFrom(first.filter(({ anchored }) => !anchored).map(({ at }) => at));
  for (const end of ends) automaton.accept(end);
  return automaton.ambiguity();
}

/** A position that reads one character. */
interface State {
  readonly text: string;
  readonly characters: CharSet;
  readonly next: Set<number>;
  accepts: boolean;
}

/** Whether a part of an expression can match without reading: never, only at the start of the text, or anywhere. */
type Passing = "never" | "atStart" | "always";

interface Part {
  readonly passing: Passing;
  /** Whether a match may end after it without reading: not after an assertion, which may fail. */
  readonly endsEmpty: boolean;
  readonly first: readonly { readonly at: number; readonly anchored: boolean }[];
  readonly last: readonly number[];
  readonly ends: readonly number[];
}

const nothing: Part = { passing: "always", endsEmpty: true, first: [], last: [], ends: [] };
const all = CharSet.all(0x10ffff);
const lineBreaks = CharSet.empty(0x10ffff).union([
  { min: 0x0a, max: 0x0a },
  { min: 0x0d, max: 0x0d },
  { min: 0x2028, max: 0x2029 },
]);
/** Fewer repetitions cost only a constant factor. */
const many = 10;

class Automaton {
  readonly #states: State[] = [];
  #search: number | undefined;
  #unknown: string | undefined;
  /** Pairs of states with two direct transitions. */
  readonly #twice: (readonly [from: number, to: number])[] = [];

  read(element: AST.Element | AST.Pattern | AST.Alternative, flags: AST.Flags): Part {
    switch (element.type) {
      case "Pattern":
      case "Group":
      case "CapturingGroup":
        return alternatives(element.alternatives.map((one) => this.read(one, flags)));
      case "Alternative":
        return element.elements.map((one) => this.read(one, flags)).reduce((a, b) => this.#sequence(a, b), nothing);
      case "Quantifier":
        return this.#repeated(this.read(element.element, flags), element);
      case "Assertion":
        return this.#assertion(element, flags);
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass":
        return this.#character(element.raw, widened(toUnicodeSet(element, flags).chars));
      default:
        // A backreference reads unknown text.
        this.#unknown ??= element.raw;
        return this.#character(element.raw, all);
    }
  }

  /** Adds a state for the search, which continues at every character. */
  searchFrom(first: readonly number[]): void {
    const at = this.#add("(the search)", all);
    this.#search = at;
    for (const next of [at, ...first]) this.#states[at]?.next.add(next);
  }

  accept(at: number): void {
    const state = this.#states[at];
    if (state) state.accepts = true;
  }

  ambiguity(): string | undefined {
    if (this.#unknown !== undefined) return `${this.#unknown} is not understood`;
    const fails = (at: number) => !this.#states[at]?.accepts;
    const reached = [...this.#states.keys()].map((at) => this.#reachedFrom(at));
    const again = [...this.#states.keys()].filter((at) => reached[at]?.has(at) && fails(at));
    const twice = this.#twice.find(([from, to]) => fails(from) && fails(to) && reached[to]?.has(from));
    if (twice) return `${this.#text(twice[1])} in two ways`;
    for (const p of again) {
      const differ = ([a, b]: readonly number[]) => a !== b;
      if (this.#leads([p, p], [p, p], (tuple) => tuple.every(fails), differ)) return `${this.#text(p)} in two ways`;
      // A match ends a search, and the next search starts after it.
      const open = (tuple: readonly number[]) => (p === this.#search ? fails(tuple[2] ?? p) : tuple.every(fails));
      for (const q of again) {
        if (p === q || !reached[p]?.has(q)) continue;
        if (this.#leads([p, p, q], [p, q, q], open)) return `${this.#text(p)} and ${this.#text(q)}`;
      }
    }
    return undefined;
  }

  #reachedFrom(at: number): ReadonlySet<number> {
    const reached = new Set(this.#states[at]?.next);
    for (const one of reached) for (const next of this.#states[one]?.next ?? []) reached.add(next);
    return reached;
  }

  /** Returns whether a word leads from one tuple of states to another, through `open` tuples and one that `passes`. */
  #leads(
    from: readonly number[],
    to: readonly number[],
    open: (tuple: readonly number[]) => boolean,
    passes: (tuple: readonly number[]) => boolean = () => true,
  ): boolean {
    const seen = new Set<string>();
    const waiting = [{ tuple: from, passed: false }];
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      for (const tuple of this.#steps(entry.tuple)) {
        const passed = entry.passed || passes(tuple);
        if (passed && tuple.every((state, index) => state === to[index])) return true;
        const key = `${tuple} ${passed}`;
        if (!seen.has(key) && open(tuple)) waiting.push({ tuple, passed });
        seen.add(key);
      }
    }
    return false;
  }

  *#steps(tuple: readonly number[], read: readonly number[] = [], common = all): Generator<readonly number[]> {
    const state = this.#states[tuple[read.length] ?? -1];
    if (!state) {
      yield read;
      return;
    }
    for (const next of state.next) {
      const shared = common.intersect(this.#states[next]?.characters ?? common);
      if (!shared.isEmpty) yield* this.#steps(tuple, [...read, next], shared);
    }
  }

  #add(text: string, characters: CharSet): number {
    return this.#states.push({ text, characters, next: new Set(), accepts: false }) - 1;
  }

  #text(at: number): string {
    return this.#states[at]?.text ?? "";
  }

  #character(text: string, characters: CharSet): Part {
    const at = this.#add(text, characters);
    return { passing: "never", endsEmpty: false, first: [{ at, anchored: false }], last: [at], ends: [at] };
  }

  #sequence(a: Part, b: Part): Part {
    this.#link(a, b);
    const anchored = a.passing === "atStart";
    return {
      passing: a.passing === "never" || b.passing === "never" ? "never" : anchored ? "atStart" : b.passing,
      endsEmpty: a.endsEmpty && b.endsEmpty,
      first:
        a.passing === "never"
          ? a.first
          : [...a.first, ...b.first.map((one) => ({ at: one.at, anchored: anchored || one.anchored }))],
      last: b.passing === "always" ? [...a.last, ...b.last] : b.last,
      ends: b.endsEmpty ? [...a.ends, ...b.ends] : b.ends,
    };
  }

  #repeated(part: Part, { min, max, element }: AST.Quantifier): Part {
    const again = max >= many || (max > 1 && /[*+]|\{\d+,\}/.test(element.raw));
    if (again) this.#link(part, part);
    return min > 0 ? part : { ...part, passing: "always", endsEmpty: true };
  }

  #link(a: Part, b: Part): void {
    for (const from of a.last) {
      for (const { at, anchored } of b.first) {
        const next = this.#states[from]?.next;
        if (anchored || !next) continue;
        if (next.has(at)) this.#twice.push([from, at]);
        next.add(at);
      }
    }
  }

  #assertion(element: AST.Assertion, flags: AST.Flags): Part {
    const mayFail: Part = { ...nothing, endsEmpty: false };
    if (element.kind === "start") {
      const start: Part = { ...mayFail, passing: "atStart", endsEmpty: true };
      return flags.multiline ? alternatives([start, this.#character("^", lineBreaks)]) : start;
    }
    if (element.kind !== "lookahead") return mayFail;
    // A lookahead reads text, but no path continues after it.
    const ahead = alternatives(element.alternatives.map((one) => this.read(one, flags)));
    for (const end of ahead.ends) this.accept(end);
    return { ...mayFail, first: ahead.first };
  }
}

function alternatives(parts: readonly Part[]): Part {
  const passings = parts.map(({ passing }) => passing);
  return {
    passing: passings.includes("always") ? "always" : passings.includes("atStart") ? "atStart" : "never",
    endsEmpty: parts.some(({ endsEmpty }) => endsEmpty),
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    ends: parts.flatMap(({ ends }) => ends),
  };
}

/** Extends a set of characters to all of Unicode: without the flag `u`, it ends at U+FFFF. */
function widened(characters: CharSet): CharSet {
  return CharSet.empty(0x10ffff).union(characters.ranges);
}
