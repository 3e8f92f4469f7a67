import type { Budget } from "../../text/budget.ts";
import { memoized } from "../../text/memoized.ts";
import type { Facet } from "../components.ts";
import { matches } from "./matcher.ts";
import { compilePattern, type Program } from "./program.ts";
import { parsePattern } from "./syntax.ts";

/*
 * The pattern facet. The npm package xspattern isn't used: a value of 1,000 characters against `[a-z]{1,1000}` takes it a
 * minute, and parentheses that are nested deep make it throw.
 */

/** Whether a text, or a part of it, matches one of the facet's expressions. True if the budget is spent. */
export function matchesPattern(
  text: string,
  facet: Facet<readonly string[]>,
  budget: Budget,
  start = 0,
  end = text.length,
): boolean {
  return (
    statesOf(facet).matches(text, budget, start, end) ??
    (budget.isSpent || matches(programOf(facet), text.slice(start, end), budget))
  );
}

/** The automaton of the facet's expressions, created when the first value is checked. */
export const programOf = memoized(({ value }: Facet<readonly string[]>): Program => {
  const branches = value.map(parsePattern).filter((pattern) => pattern !== undefined);
  return compilePattern({ kind: "choice", branches });
});

const statesOf = memoized((facet: Facet<readonly string[]>) => new PatternStates(programOf(facet)));

export function isPattern(expression: string): boolean {
  return parsePattern(expression) !== undefined;
}

/** Maximum number of states of a pattern. A text that needs more is matched without states. */
const maxStates = 500;
/** Maximum number of places in all states of a pattern. */
const maxRuns = 50_000;
/** Maximum number of kept steps for characters beyond ASCII. */
const maxOthers = 20_000;
/** Maximum length of a run that is counted with states. */
const maxCount = 1_000;

/** A set of places in a program, each with the length of its run. */
interface State {
  readonly accepts: boolean;
  readonly runs: readonly number[];
  /** For each ASCII character, the next state: null if the text can't match, undefined if the state isn't known yet. */
  readonly next: (State | null | undefined)[];
  readonly others: Map<number, State | null>;
}

/** The states of a pattern's automaton, each created when a text first reaches it. After that, reading a character is only a look-up. */
class PatternStates {
  readonly #program: Program;
  readonly #states = new Map<string, State>();
  readonly #start: State | undefined;
  #others = 0;
  #runs = 0;

  constructor(program: Program) {
    this.#program = program;
    const runs = new Set<number>();
    this.#start = this.#enter(new Set([program.start]), runs) ? this.#stateOf(runs) : undefined;
  }

  /** Whether a part of a text matches; undefined if this needs too many states, or the budget is spent. */
  matches(text: string, budget: Budget, start: number, end: number): boolean | undefined {
    let state: State | undefined = this.#start;
    for (let at = start; at < end && state; at++) {
      const code = text.codePointAt(at) ?? 0;
      if (code > 0xffff) at++;
      let next: State | null | undefined = code < 128 ? state.next[code] : state.others.get(code);
      if (next === undefined) {
        next = budget.spend(state.runs.length) ? this.#after(state, code) : undefined;
        if (code < 128) state.next[code] = next;
        else if (next !== undefined && ++this.#others <= maxOthers) state.others.set(code, next);
      }
      if (next === null) return false;
      state = next;
    }
    return state?.accepts;
  }

  #after({ runs }: State, code: number): State | null | undefined {
    const after = new Set<number>();
    const entered = new Set<number>();
    for (const run of runs) {
      const place = Math.floor(run / maxCount);
      const instruction = this.#program.instructions[place];
      if (instruction?.kind !== "read" || !instruction.set.has(code)) continue;
      const { min, max, next } = instruction;
      const count = (run % maxCount) + 1;
      if (count >= min) entered.add(next);
      if (count < max) after.add(place * maxCount + (max === Number.POSITIVE_INFINITY ? Math.min(count, min) : count));
    }
    if (!this.#enter(entered, after)) return undefined;
    return after.size === 0 ? null : this.#stateOf(after);
  }

  /** Adds the places that can be reached without reading a character. Returns false if a run is too long to be counted. */
  #enter(places: Set<number>, runs: Set<number>): boolean {
    for (const place of places) {
      const instruction = this.#program.instructions[place];
      if (instruction?.kind === "split") for (const to of instruction.to) places.add(to);
      else runs.add(place * maxCount);
      if (instruction?.kind !== "read") continue;
      const { min, max, next } = instruction;
      if (Math.max(min, Number.isFinite(max) ? max : 0) >= maxCount) return false;
      if (min === 0) places.add(next);
    }
    return true;
  }

  #stateOf(runs: ReadonlySet<number>): State | undefined {
    const sorted = [...runs].sort((a, b) => a - b);
    const key = sorted.join();
    const cached = this.#states.get(key);
    if (cached || this.#states.size >= maxStates || this.#runs + runs.size > maxRuns) return cached;
    this.#runs += runs.size;
    const accepts = sorted.some((run) => this.#program.instructions[Math.floor(run / maxCount)]?.kind === "accept");
    const state: State = { accepts, runs: sorted, next: [], others: new Map() };
    this.#states.set(key, state);
    return state;
  }
}
