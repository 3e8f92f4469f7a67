import * as l10n from "@vscode/l10n";
import type { Segment } from "../format/document.ts";
import type { Directive } from "../format/preamble.ts";
import { parseDuration } from "../text/duration.ts";
import { memoized } from "../text/memoized.ts";
import { type Span, slice, trimmed } from "../text/span.ts";
import type { Expectation } from "./expectation.ts";
import { type Path, pathProblem, readPath } from "./path.ts";
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

/** `# @set NAME = PATH` */
export interface SetVariable extends Span {
  readonly name: string;
  readonly path: Path;
}

/** `# @data PATH`; variables in the path aren't replaced. */
export interface DataFile extends Span {
  readonly path: string;
}

export const testDirectives = memoized(read);

function read({ language, text, preamble }: Segment): TestDirectives {
  const all = language === "soaphttp" ? preamble.filter((item) => item.kind === "directive") : [];
  const named = (name: string) => all.filter((one) => slice(text, one.name) === name);
  const expected = named("expect").map(({ name, value }) => {
    const found = readExpectation(text, value);
    // Without a value, the directive's name is the place.
    return isProblem(found) && found.start === found.end ? { ...found, ...name } : found;
  });
  const sets = named("set").map((one) => readSet(text, one));
  const counts = ["retry", "repeat", "data", "weight"].flatMap((name) =>
    named(name).map((one) => countProblem(name, text, one)),
  );
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
    problems: [...sets, ...counts, ...needs].filter((one) => one !== undefined).filter(isProblem),
  };
}

function readNames(text: string, { name, value }: Directive): readonly (NamedRequest | DirectiveProblem)[] {
  const typed = slice(text, value);
  if (typed === "") return [{ ...name, message: l10n.t("@needs must name a request of this file, such as login.") }];
  return [...typed.matchAll(/[^\s,]+/g)].map(({ 0: found, index }) => {
    const start = value.start + index;
    return { start, end: start + found.length, name: found };
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
  const path = readPath(text, from);
  const start = value.start;
  return pathProblem(path) ?? { start, end: start + match[1].length, name: match[1], path };
}

function countProblem(directive: string, text: string, { name, value }: Directive): DirectiveProblem | undefined {
  const typed = slice(text, value);
  const { start, end } = typed === "" ? name : value;
  if (directive === "retry" && !readRetry(typed)) {
    return { start, end, message: l10n.t("@retry must be a number of retries and a pause, such as 5 every 2 s.") };
  }
  if (directive === "repeat" && readRepeat(typed) === undefined) {
    return { start, end, message: l10n.t("@repeat must be a number from 1 to 100000.") };
  }
  if (directive === "weight" && readWeight(typed) === undefined) {
    return { start, end, message: l10n.t("@weight must be a number from 1 to 1000.") };
  }
  if (directive === "data" && !isDataPath(typed)) {
    return { start, end, message: l10n.t("@data must be the path of a .csv or .json file.") };
  }
  return undefined;
}

/** Whether a path is that of a data file, by its ending. */
export function isDataPath(typed: string): boolean {
  return /.\.(?:csv|json)$/i.test(typed);
}

/** Milliseconds: without a pause, a second. */
function readRetry(typed: string): TestDirectives["retry"] {
  const [, times, pause = "1 s"] = /^(\d{1,4})(?:[ \t]+every[ \t]+(\d\S*(?:[ \t]+\S+)?))?$/.exec(typed) ?? [];
  const every = parseDuration(pause);
  return times === undefined || every === undefined ? undefined : { times: Number(times), every };
}

function readRepeat(typed: string): number | undefined {
  return readCount(typed, 100_000);
}

function readWeight(typed: string): number | undefined {
  return readCount(typed, 1000);
}

/** A number from 1 to `most`, which has at most six digits; undefined if the text is something else. */
export function readCount(typed: string, most: number): number | undefined {
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= most ? count : undefined;
}
