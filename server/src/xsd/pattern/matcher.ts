import { Budget } from "../../text/budget.ts";
import type { Instruction, Program } from "./program.ts";

/**
 * Whether the whole text matches. The time is proportional to its length for any expression: all paths through the
 * automaton are followed at once (Thompson 1968), and for a counted repetition only the starts of its runs are
 * stored. If the budget is spent, the text matches.
 */
export function matches(program: Program, text: string, budget = new Budget(Number.POSITIVE_INFINITY)): boolean {
  const ways = new Ways(program, budget);
  for (const character of text) if (!ways.read(character.codePointAt(0) ?? 0)) return budget.isSpent;
  return budget.isSpent || ways.accepts;
}

/** The starts of unfinished runs of a repeated set. The oldest one is at index `first`. */
interface Runs {
  readonly starts: number[];
  first: number;
}

class Ways {
  accepts = false;
  readonly #instructions: readonly Instruction[];
  /** For each place, the step in which it was last entered. */
  readonly #entered: Int32Array;
  readonly #listed: Int32Array;
  readonly #runs: (Runs | undefined)[] = [];
  #places: number[] = [];
  #step = 0;
  readonly #budget: Budget;

  constructor({ instructions, start }: Program, budget: Budget) {
    this.#instructions = instructions;
    this.#budget = budget;
    this.#entered = new Int32Array(instructions.length).fill(-1);
    this.#listed = new Int32Array(instructions.length).fill(-1);
    this.#enter([start]);
  }

  /** Reads a character. Returns false if the rest of the text can't match, or if the budget is spent. */
  read(point: number): boolean {
    const places = this.#places;
    const exits: number[] = [];
    this.#places = [];
    this.accepts = false;
    this.#step++;
    for (const place of places) {
      const instruction = this.#instructions[place];
      if (instruction?.kind !== "read") continue;
      const runs = this.#runs[place];
      if (!instruction.set.has(point)) {
        if (runs) runs.first = runs.starts.length = 0;
      } else if (runs === undefined) {
        exits.push(instruction.next);
      } else {
        const length = this.#oldest(runs, instruction.max);
        if (length < instruction.max || runs.starts.length > runs.first + 1) this.#list(place);
        if (length >= instruction.min) exits.push(instruction.next);
      }
    }
    this.#enter(exits);
    return this.#budget.spend(places.length) && (this.accepts || this.#places.length > 0);
  }

  #enter(open: number[]): void {
    let steps = 0;
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      steps++;
      const instruction = this.#instructions[place];
      if (this.#entered[place] === this.#step || instruction === undefined) continue;
      this.#entered[place] = this.#step;
      if (instruction.kind === "accept") this.accepts = true;
      else if (instruction.kind === "split") for (const to of instruction.to) open.push(to);
      else {
        this.#list(place);
        if (instruction.max > 1) this.#begin(place, instruction.max);
        if (instruction.min === 0) open.push(instruction.next);
      }
    }
    this.#budget.spend(steps);
  }

  #list(place: number): void {
    if (this.#listed[place] !== this.#step) this.#places.push(place);
    this.#listed[place] = this.#step;
  }

  /** Begins a run. Without a maximum, only the oldest run matters. */
  #begin(place: number, max: number): void {
    this.#runs[place] ??= { starts: [], first: 0 };
    const { starts, first } = this.#runs[place];
    if (max < Number.POSITIVE_INFINITY || starts.length === first) starts.push(this.#step);
  }

  /** The length of the oldest run that isn't longer than `max`. */
  #oldest(runs: Runs, max: number): number {
    while (this.#step - (runs.starts[runs.first] ?? this.#step) > max) runs.first++;
    return this.#step - (runs.starts[runs.first] ?? this.#step);
  }
}
