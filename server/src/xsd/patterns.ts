import type { Facet } from "./components.ts";
import { matches } from "./patternMatcher.ts";
import { compilePattern, type Program } from "./patternProgram.ts";
import { PatternStates } from "./patternStates.ts";
import { parsePattern } from "./patternSyntax.ts";

/*
 * The pattern facet. The npm package xspattern isn't used: a value of 1,000 characters against `[a-z]{1,1000}` takes it a
 * minute, and parentheses that are nested deep make it throw.
 */

const programs = new WeakMap<Facet<readonly string[]>, Program>();

const statesOf = new WeakMap<Facet<readonly string[]>, PatternStates>();

/** Whether a text matches one of the facet's expressions. */
export function matchesPattern(text: string, facet: Facet<readonly string[]>): boolean {
  let states = statesOf.get(facet);
  if (states === undefined) {
    states = new PatternStates(programOf(facet));
    statesOf.set(facet, states);
  }
  return states.matches(text) ?? matches(programOf(facet), text);
}

/** The automaton of the facet's expressions, made once, when the first value is checked. */
export function programOf(facet: Facet<readonly string[]>): Program {
  let program = programs.get(facet);
  if (program === undefined) {
    const branches = facet.value.map(parsePattern).filter((pattern) => pattern !== undefined);
    program = compilePattern({ kind: "choice", branches });
    programs.set(facet, program);
  }
  return program;
}

export function isPattern(expression: string): boolean {
  return parsePattern(expression) !== undefined;
}
