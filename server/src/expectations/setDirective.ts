import * as l10n from "@vscode/l10n";
import type { Directive } from "../format/preamble.ts";
import { referenceAt } from "../text/references.ts";
import { nearest } from "../text/similar.ts";
import { type Span, slice, trimmed } from "../text/span.ts";
import { type Path, pathProblem, readComputedPath } from "./path.ts";
import type { DirectiveProblem } from "./problem.ts";
import { leadingWord, nothingAfter } from "./readCheck.ts";
import { matchesOf } from "./replacement.ts";
import { operandIn, skipBlanks, wordIn } from "./words.ts";

/** `# @set NAME = VALUE`. The span contains the name. */
export interface SetVariable extends Span {
  readonly name: string;
  readonly value: Span;
  readonly source: SetSource;
}

export type SetSource =
  | { readonly kind: "path"; readonly path: Path }
  /** The first group of the first match of a regular expression in the body. */
  | { readonly kind: "match"; readonly pattern: string }
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "sum"; readonly terms: readonly Term[] };

/** A term of a sum such as `$.a + 1.5 - {{b}}`: a number, or a variable that contains a number. The span contains its text. */
export interface Term extends Span {
  readonly negative: boolean;
}

export function readSet(
  text: string,
  { name, value }: Pick<Directive, "name" | "value">,
): SetVariable | DirectiveProblem {
  const match = /^([A-Za-z_][^\s={}.]*)[ \t]*=/.exec(slice(text, value));
  if (!match?.[1]) {
    const at = value.start === value.end ? name : value;
    return {
      start: at.start,
      end: at.end,
      message: l10n.t("@set must be a name and a path, such as token = //m:Token."),
    };
  }
  const { start } = value;
  const from = trimmed(text, { start: start + match[0].length, end: value.end });
  const source = readSource(text, from);
  return "message" in source ? source : { start, end: start + match[1].length, name: match[1], value: from, source };
}

function readSource(text: string, value: Span): SetSource | DirectiveProblem {
  if (/^(?:[-+]?[\d.]+[ \t]*[-+][ \t]*){0,100}\{\{/.test(slice(text, value))) return sum(text, value);
  const typed = leadingWord(slice(text, value));
  const rest = { start: value.start + (typed?.length ?? 0), end: value.end };
  if (typed === "body" && rest.start < rest.end) return match(text, rest);
  if (typed === "header") return header(text, rest);
  const path = readComputedPath(text, value);
  const problem = pathProblem(path);
  const near = problem && typed !== undefined && nearest(typed, ["body", "header"]);
  if (!near) return problem ?? { kind: "path", path };
  const message = l10n.t("Unknown value {0}. Did you mean {1}?", typed, near);
  return { start: value.start, end: rest.start, message, instead: near };
}

function header(text: string, rest: Span): SetSource | DirectiveProblem {
  const name = wordIn(text, rest);
  if (name.start === name.end)
    return {
      ...rest,
      start: rest.start - "header".length,
      message: l10n.t("Missing header name, such as header Location."),
    };
  return nothingAfter(text, rest, name) ?? { kind: "header", name: slice(text, name) };
}

function match(text: string, rest: Span): SetSource | DirectiveProblem {
  const word = wordIn(text, rest);
  if (slice(text, word) !== "matches")
    return {
      ...word,
      message: l10n.t("body must be followed by matches, such as body matches {0}.", '"id=(\\d+)"'),
      instead: "matches",
    };
  const operand = operandIn(text, { start: word.end, end: rest.end });
  if (!operand?.quoted)
    return { start: word.start, end: rest.end, message: l10n.t("Put the regular expression in double quotes.") };
  const { start, end } = operand;
  const pattern = matchesOf(operand.text);
  if ("why" in pattern) return { start, end, message: pattern.why };
  if (pattern.groups === 0)
    return { start, end, message: l10n.t("The regular expression needs a group, such as {0}.", "id=(\\d+)") };
  return nothingAfter(text, rest, operand) ?? { kind: "match", pattern: operand.text };
}

/** Reads a sum or difference of variables and decimals. */
function sum(text: string, value: Span): SetSource | DirectiveProblem {
  const terms: Term[] = [];
  for (let at = value.start; ; ) {
    const start = skipBlanks(text, { start: at, end: value.end });
    const sign = terms.length === 0 ? undefined : text.slice(start, start + 1);
    const from = sign === undefined ? start : skipBlanks(text, { start: start + 1, end: value.end });
    const end = termEnd(text, { start: from, end: value.end });
    if (end === undefined || (sign !== undefined && sign !== "+" && sign !== "-")) {
      const message = l10n.t("Expected variables or numbers with + or - between them, such as {0}.", "{{a}} + {{b}}");
      return { start: Math.min(start, value.end - 1), end: value.end, message };
    }
    terms.push({ start: from, end, negative: sign === "-" });
    at = end;
    if (skipBlanks(text, { start: at, end: value.end }) === value.end && terms.length > 1)
      return { kind: "sum", terms };
  }
}

function termEnd(text: string, { start, end }: Span): number | undefined {
  const reference = referenceAt(text, start);
  if (reference) return reference.end <= end ? reference.end : undefined;
  const [number] = /^[-+]?\d{1,100}(?:\.\d{1,100})?(?![\w.])/.exec(text.slice(start, Math.min(end, start + 250))) ?? [];
  return number === undefined ? undefined : start + number.length;
}
