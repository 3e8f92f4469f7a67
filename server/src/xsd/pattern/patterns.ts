import type { Budget } from "../../text/budget.ts";
import { memoized } from "../../text/memoized.ts";
import type { Facet } from "../components.ts";
import { matches } from "./matcher.ts";
import { compilePattern, type Program } from "./program.ts";
import { PatternStates } from "./states.ts";
import { parsePattern } from "./syntax.ts";

/*
 * The pattern facet. The npm package xspattern isn't used: a value of 1,000 characters against `[a-z]{1,1000}` takes it a
 * minute, and parentheses that are nested deep make it throw.
 */

/**
 * Whether a text, or a part of it, matches one of the facet's expressions; true, too, if that takes more steps than the budget
 * has.
 */
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

/** The automaton of the facet's expressions, made once, when the first value is checked. */
export const programOf = memoized(({ value }: Facet<readonly string[]>): Program => {
  const branches = value.map(parsePattern).filter((pattern) => pattern !== undefined);
  return compilePattern({ kind: "choice", branches });
});

const statesOf = memoized((facet: Facet<readonly string[]>) => new PatternStates(programOf(facet)));

export function isPattern(expression: string): boolean {
  return parsePattern(expression) !== undefined;
}
