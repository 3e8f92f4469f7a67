import * as l10n from "@vscode/l10n";
import { nearest } from "../text/similar.ts";
import { type Span, slice } from "../text/span.ts";
import { type Check, type Operator, symbols, words } from "./expectation.ts";
import { type Path, pathProblem, pathSpan, readPath } from "./path.ts";
import { type DirectiveProblem, isProblem } from "./problem.ts";
import { operandIn, skipBlanks, wordIn } from "./words.ts";

/** The keyword at the beginning of a value; undefined if the value begins with a path. */
export function leadingWord(value: string): string | undefined {
  // A name that isn't followed by an operator, such as `count(…)`, begins a path.
  return xpathKeyword.test(value) ? undefined : /^[A-Za-z-]+\d{0,2}(?=[=<>!\s]|$)/.exec(value)?.[0];
}

/** The beginning of an XPath that is an expression, such as `for $item in //m:Item return …`. */
const xpathKeyword = /^(?:(?:for|let|some|every)\s+\$|if\s*\()/;

/** Reads a path with a check of its values, and reports any text after them. */
export function comparedPath(
  text: string,
  span: Span,
  read: typeof readPath = readPath,
): { readonly path: Path; readonly check: Check } | DirectiveProblem {
  const at = pathSpan(text, span);
  const path = read(text, at);
  const problem = pathProblem(path);
  if (problem) return misspelled(text, problem) ?? problem;
  if (skipBlanks(text, { start: at.end, end: span.end }) === span.end) {
    return {
      start: span.start,
      end: span.end,
      message: l10n.t("Missing comparison after the path, such as exists or = 5."),
    };
  }
  const check = wholeCheck(text, { start: at.end, end: span.end });
  return isProblem(check) ? check : { path, check };
}

/** A problem if a path contains a misspelled comparison, which was read as a part of the path. */
function misspelled(text: string, { start, end }: DirectiveProblem): DirectiveProblem | undefined {
  const word = wordIn(text, { start, end });
  const typed = slice(text, word);
  return /^[a-z]+$/i.test(typed) && nearest(typed, words) ? missingOperator(word, typed, word) : undefined;
}

/** Reads an operator and its operand, and reports any text after them. */
export function wholeCheck(text: string, rest: Span): Check | DirectiveProblem {
  const check = readCheck(text, rest, undefined);
  if (isProblem(check)) return check;
  return nothingAfter(text, rest, { start: rest.start, end: check.end }) ?? check;
}

/** A problem if there is text after the end of the span that was read. */
export function nothingAfter(text: string, whole: Span, read: Span): DirectiveProblem | undefined {
  const start = skipBlanks(text, { start: read.end, end: whole.end });
  if (start === whole.end) return undefined;
  return {
    start,
    end: whole.end,
    message: l10n.t("Unexpected text. Put a value that contains spaces into double quotes."),
  };
}

/** Reads an operator and its operand. `otherwise`: the operator to use if there is only an operand. */
export function readCheck(
  text: string,
  rest: Span,
  otherwise: Operator | undefined,
): (Check & { readonly end: number }) | DirectiveProblem {
  const word = wordIn(text, rest);
  const typed = slice(text, word);
  const symbol = longestFirst.find((one) => typed.startsWith(one));
  const operator = symbol ?? words.find((one) => one === typed) ?? otherwise;
  if (typed === "" || !operator) return missingOperator(word, typed, rest);
  if (operator === "exists" || operator === "absent") return { operator, at: word, operand: undefined, end: word.end };
  const isValue = symbol === undefined && typed !== operator;
  const from = isValue ? word.start : symbol ? word.start + symbol.length : word.end;
  const operand = operandIn(text, { start: from, end: rest.end });
  if (operand) return { operator, at: { start: word.start, end: from }, operand, end: operand.end };
  return text[skipBlanks(text, { start: from, end: rest.end })] === '"'
    ? { start: from, end: rest.end, message: l10n.t("The closing quote is missing.") }
    : { ...word, message: l10n.t("Missing value after {0}.", operator) };
}

const longestFirst = symbols.toSorted((a, b) => b.length - a.length);

function missingOperator(word: Span, typed: string, rest: Span): DirectiveProblem {
  const all = [...symbols, ...words];
  if (typed === "") return { ...rest, message: l10n.t("Missing comparison. Use one of {0}.", all.join(", ")) };
  const near = nearest(typed, words);
  return {
    ...word,
    message: near
      ? l10n.t("Unknown comparison {0}. Did you mean {1}?", typed, near)
      : l10n.t("Unknown comparison {0}. Use one of {1}.", typed, all.join(", ")),
    instead: near,
  };
}
