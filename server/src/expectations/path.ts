import * as l10n from "@vscode/l10n";
import { type Span, slice, trimmed } from "../text/span.ts";
import { parseJsonPath } from "./jsonPath.ts";
import type { DirectiveProblem } from "./problem.ts";
import { skipBlanks } from "./words.ts";
import { xpathProblem } from "./xpath.ts";

/** A path into a body: a JSONPath if it begins with `$`, else an XPath. */
export interface Path extends Span {
  readonly kind: "xpath" | "json";
  readonly text: string;
  /** The span of the path including its steps; `undefined` if there are no steps. */
  readonly computed: Span | undefined;
}

export function readPath(text: string, { start, end }: Span): Path {
  const own = text.slice(start, end);
  return { start, end, text: own, kind: /^\$(?:[.[]|$)/.test(own) ? "json" : "xpath", computed: undefined };
}

/** Reads a path that may be followed by steps. */
export function readComputedPath(text: string, { start, end }: Span): Path {
  const [bar] = stepBars(text.slice(start, end), true);
  if (bar === undefined) return readPath(text, { start, end });
  return { ...readPath(text, trimmed(text, { start, end: start + bar })), computed: { start, end } };
}

/** The first problem of a path, at its place; `undefined` if the path is valid. */
export function pathProblem({ kind, text, start, end }: Path): DirectiveProblem | undefined {
  if (text === "") return { start, end, message: l10n.t("Missing path, such as //m:Result or $.result.") };
  const problem = kind === "json" ? parseJsonPath(text) : xpathProblem(text);
  if (!problem || !("why" in problem)) return undefined;
  const from = start + Math.min(problem.at, text.length);
  return { start: from, end: Math.max(end, from), message: problem.why };
}

const checks = /(?:contains|matches|exists|absent|count|type|ignore)(?!\S)/y;

/**
 * The span of the path at the start of a span, including its steps. It ends at a comparison outside of brackets and quotes. In
 * steps, a comparison needs a blank before it.
 */
export function pathSpan(text: string, span: Span): Span {
  const start = skipBlanks(text, span);
  let depth = 0;
  let end = start;
  let isInSteps = false;
  let open = 0;
  for (let at = start; at < span.end; at++) {
    const character = text[at] ?? "";
    if (depth <= 0 && (at === start || /[ \t]/.test(text[at - 1] ?? ""))) open += clauseAt(text, at);
    if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1);
      at = close < 0 || close >= span.end ? span.end - 1 : close;
    } else if (character === "[" || character === "(") depth++;
    else if (character === "]" || character === ")") depth--;
    else if (
      depth <= 0 &&
      open <= 0 &&
      at > start &&
      isComparison(text, at) &&
      (!isInSteps || /[ \t]/.test(text[at - 1] ?? ""))
    )
      break;
    else if (depth <= 0 && beginsStep(text, at)) isInSteps = true;
    else if (character === " " || character === "\t") continue;
    end = at + 1;
  }
  return { start, end };
}

/** The beginning of a step behind a path. Any other `|` is the union operator of XPath. */
const stepBehindPath = /^\|[ \t]*[A-Za-z][\w-]*(?:[ \t|]|$)/;

/** The beginning of a step whose argument is a path. */
const stepWithPath = /^\|[ \t]*(?:xpath|jsonpath|without)[ \t]/;

/** Whether a step begins at an offset outside of quotes and brackets. */
function beginsStep(text: string, at: number): boolean {
  return text[at] === "|" && stepBehindPath.test(text.slice(at, at + 80));
}

/** The offsets of the `|` before the steps of a value. `hasPath`: whether the value begins with a path. */
export function stepBars(reference: string, hasPath: boolean): readonly number[] {
  const bars: number[] = [];
  let quote = "";
  let depth = 0;
  for (let at = 0; at < reference.length; at++) {
    const character = reference[at] ?? "";
    const last = bars.at(-1);
    const isInPath = last === undefined ? hasPath : stepWithPath.test(reference.slice(last, at));
    if (quote !== "") {
      if (character === "\\" && !isInPath) at++;
      else if (character === quote) quote = "";
    } else if (character === '"' || (isInPath && character === "'")) quote = character;
    else if (isInPath && /[[(]/.test(character)) depth++;
    else if (isInPath && /[\])]/.test(character)) depth--;
    else if (character === "|" && (!isInPath || (depth === 0 && beginsStep(reference, at)))) bars.push(at);
  }
  return bars;
}

/** 1 at the start of an XPath expression with `return`, which may contain comparisons; -1 at the word `return`; else 0. */
function clauseAt(text: string, at: number): number {
  clause.lastIndex = at;
  const match = clause.exec(text);
  return !match ? 0 : match[1] === undefined ? -1 : 1;
}

const clause = /(for|let|some|every)[ \t]+\$|(?:return|satisfies)(?!\S)/y;

function isComparison(text: string, at: number): boolean {
  const pair = text.slice(at, at + 2);
  // `=>`, `<<`, `>>` and `:=` are operators of XPath.
  if (/^(?:[<>]=|!=|=[^>]|=$|<[^<]|>[^>])/.test(pair)) {
    const before = text[at - 1];
    return before !== pair[0] && !(before === ":" && pair.startsWith("="));
  }
  checks.lastIndex = at;
  return /[ \t]/.test(slice(text, { start: at - 1, end: at })) && checks.test(text);
}
