import * as l10n from "@vscode/l10n";
import { directiveInfo, isDataPath, readRepeat, readRetry, readWeight, valueProblem } from "../format/directives.ts";
import type { Segment } from "../format/document.ts";
import type { Directive } from "../format/preamble.ts";
import { memoized } from "../text/memoized.ts";
import { type Span, slice, trimmed } from "../text/span.ts";
import type { Expectation } from "./expectation.ts";
import { type Path, pathProblem, readComputedPath } from "./path.ts";
import { type DirectiveProblem, isProblem } from "./problem.ts";
import { readExpectation } from "./readExpectation.ts";

/** The directives of a request that make it a test, or that order requests. Spans: offsets in the segment's text. */
export interface TestDirectives {
  readonly expectations: readonly Expectation[];
  readonly needs: readonly NamedRequest[];
  readonly sets: readonly SetVariable[];
  readonly data: DataFile | undefined;
  /** How often a request is sent again while its expectations don't hold, and the pause in milliseconds. */
  readonly retry: { readonly times: number; readonly every: number } | undefined;
  readonly repeat: number;
  /** How often an exported load chooses the request, in relation to the others; `undefined` if nothing is said. */
  readonly weight: number | undefined;
  /** The reason, which may be empty; `undefined` if the request isn't skipped. */
  readonly skip: string | undefined;
  /** Of `@expect`. */
  readonly expectationProblems: readonly DirectiveProblem[];
  /** Of the other directives. */
  readonly problems: readonly DirectiveProblem[];
}

export interface NamedRequest extends Span {
  readonly name: string;
}

/** `# @set NAME = PATH`, with steps behind the path if there are any */
export interface SetVariable extends Span {
  readonly name: string;
  readonly path: Path;
}

/** `# @data PATH`; variables in the path aren't replaced. */
export interface DataFile extends Span {
  readonly path: string;
}

export const testDirectives = memoized(read);

function read({ kind, text, preamble }: Segment): TestDirectives {
  const all = kind === "request" ? preamble.filter((item) => item.kind === "directive") : [];
  const named = (name: string) => all.filter((one) => slice(text, one.name) === name);
  const expected = named("expect").map(({ name, value }) => {
    const expectation = readExpectation(text, value);
    // Without a value, the directive's name is the place.
    return isProblem(expectation) && expectation.start === expectation.end ? { ...expectation, ...name } : expectation;
  });
  const sets = named("set").map((one) => readSet(text, one));
  const values = all.filter(({ name }) => directiveInfo(kind, slice(text, name))?.ofTests);
  const wrong = values.flatMap((one) => valueProblem(kind, text, one) ?? []);
  const needs = named("needs").flatMap((one) => readNames(text, one));
  const last = (name: string) => named(name).at(-1);
  const [data, skip] = [last("data"), last("skip")];
  return {
    expectations: expected.flatMap((one) => (isProblem(one) ? [] : [one])),
    expectationProblems: expected.filter(isProblem),
    needs: needs.flatMap((one) => (isProblem(one) ? [] : [one])),
    sets: sets.flatMap((one) => (isProblem(one) ? [] : [one])),
    data: data && isDataPath(slice(text, data.value)) ? { ...data.value, path: slice(text, data.value) } : undefined,
    retry: readRetry(slice(text, last("retry")?.value ?? { start: 0, end: 0 })),
    repeat: readRepeat(slice(text, last("repeat")?.value ?? { start: 0, end: 0 })) ?? 1,
    weight: readWeight(slice(text, last("weight")?.value ?? { start: 0, end: 0 })),
    skip: skip && slice(text, skip.value),
    problems: [...[...sets, ...needs].filter(isProblem), ...wrong],
  };
}

/** The paths of `# @expect` and `# @set` that may have steps. */
export function pathsWithSteps(segment: Segment): readonly Path[] {
  const { expectations, sets } = testDirectives(segment);
  const expected = expectations.flatMap(({ subject }) => ("path" in subject ? (subject.path ?? []) : []));
  return [...expected, ...sets.map(({ path }) => path)].filter(({ computed }) => computed);
}

function readNames(text: string, { name, value }: Directive): readonly (NamedRequest | DirectiveProblem)[] {
  const typed = slice(text, value);
  if (typed === "") return [{ ...name, message: l10n.t("@needs must name a request of this file, such as login.") }];
  return [...typed.matchAll(/[^\s,]+/g)].map(({ 0: typedName, index }) => {
    const start = value.start + index;
    return { start, end: start + typedName.length, name: typedName };
  });
}

function readSet(text: string, { name, value }: Directive): SetVariable | DirectiveProblem {
  const match = /^([A-Za-z_][^\s={}.]*)[ \t]*=/.exec(slice(text, value));
  if (!match?.[1]) {
    const at = value.start === value.end ? name : value;
    return {
      start: at.start,
      end: at.end,
      message: l10n.t("@set must be a name and a path, such as token = //m:Token."),
    };
  }
  const from = trimmed(text, { start: value.start + match[0].length, end: value.end });
  const path = readComputedPath(text, from);
  const start = value.start;
  return pathProblem(path) ?? { start, end: start + match[1].length, name: match[1], path };
}
