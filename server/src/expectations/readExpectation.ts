import * as l10n from "@vscode/l10n";
import { nearest } from "../text/similar.ts";
import { type Span, slice } from "../text/span.ts";
import { type Check, type Expectation, type Operator, type Subject, subjects, symbols, words } from "./expectation.ts";
import { operandProblem } from "./operands.ts";
import { type Path, pathProblem, pathSpan, readPath } from "./path.ts";
import { type DirectiveProblem, isProblem } from "./problem.ts";
import { operandIn, skipBlanks, wordIn } from "./words.ts";

/** Reads the value of `# @expect`, or says why it can't be understood. */
export function readExpectation(text: string, span: Span): Expectation | DirectiveProblem {
  const start = skipBlanks(text, span);
  // A name that isn't followed by an operator, such as `count(…)`, begins a path.
  const value = text.slice(start, span.end);
  const typed = xpathKeyword.test(value) ? undefined : /^[A-Za-z-]+(?=[=<>!\s]|$)/.exec(value)?.[0];
  const first = { start, end: start + (typed?.length ?? 0) };
  if (start === span.end)
    return { ...span, message: l10n.t("Missing expectation. Use {0}, or a path.", subjects.join(", ")) };
  const rest = { start: first.end, end: span.end };
  const read = typed === undefined ? pathExpectation(text, span) : readers.get(typed)?.(text, rest, first);
  if (!read) return unknownWord(first, slice(text, first));
  if (isProblem(read)) return read;
  return operandProblem(read.subject, read.check) ?? { start: span.start, end: span.end, ...read };
}

/** The beginning of an XPath that is an expression, such as `for $item in //m:Item return …`. */
const xpathKeyword = /^(?:(?:for|let|some|every)\s+\$|if\s*\()/;

type Parts = Omit<Expectation, keyof Span>;
type Read = (text: string, rest: Span, first: Span) => Parts | DirectiveProblem;

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["status", (text, rest) => checked(text, rest, { kind: "status" }, "=")],
  ["time", (text, rest) => checked(text, rest, { kind: "time" }, undefined)],
  ["size", (text, rest) => checked(text, rest, { kind: "size" }, undefined)],
  ["no", noFault],
  ["fault", fault],
  ["header", header],
  ["body", body],
  ["contract", (text, rest) => alone(text, rest, "contract")],
  ["signature", (text, rest) => alone(text, rest, "signature")],
]);

function unknownWord(at: Span, typed: string): DirectiveProblem {
  const near = nearest(typed, subjects);
  return {
    ...at,
    message: near
      ? l10n.t("Unknown expectation {0}. Did you mean {1}?", typed, near)
      : l10n.t("Unknown expectation {0}. Use {1}, or a path.", typed, subjects.join(", ")),
    instead: near,
  };
}

function noFault(text: string, rest: Span, first: Span): Parts | DirectiveProblem {
  const word = wordIn(text, rest);
  if (slice(text, word) === "fault")
    return nothingAfter(text, rest, word) ?? { subject: { kind: "no fault" }, check: undefined };
  const at = { start: first.start, end: word.end };
  return { ...at, message: l10n.t("After no, only fault can follow."), instead: "no fault" };
}

function alone(text: string, rest: Span, kind: "contract" | "signature"): Parts | DirectiveProblem {
  const problem = nothingAfter(text, rest, { start: rest.start, end: rest.start });
  return problem ?? { subject: { kind }, check: undefined };
}

function fault(text: string, rest: Span): Parts | DirectiveProblem {
  const word = wordIn(text, rest);
  if (word.start === word.end) return { subject: { kind: "fault", path: undefined }, check: undefined };
  if (!/^[\w:.-]+$/.test(slice(text, word))) {
    const read = pathExpectation(text, rest);
    return isProblem(read) || read.subject.kind !== "path"
      ? read
      : { subject: { kind: "fault", path: read.subject.path }, check: read.check };
  }
  return checked(text, rest, { kind: "fault", path: undefined }, "=");
}

function header(text: string, rest: Span): Parts | DirectiveProblem {
  const name = wordIn(text, rest);
  if (name.start === name.end) {
    return { ...rest, message: l10n.t("Missing header name, such as header Content-Type contains xml.") };
  }
  return checked(text, { start: name.end, end: rest.end }, { kind: "header", name: slice(text, name) }, undefined);
}

function body(text: string, rest: Span): Parts | DirectiveProblem {
  const check = readCheck(text, rest, undefined);
  if (isProblem(check)) return check;
  const { operator, operand, end } = check;
  if (!operand || (operator !== "=" && operator !== "matches")) {
    return { ...rest, message: l10n.t("A body can be compared with = FILE or matches FILE.") };
  }
  const word = wordIn(text, { start: end, end: rest.end });
  if (slice(text, word) !== "ignore") {
    const more = nothingAfter(text, rest, { start: rest.start, end });
    return more ?? { subject: { kind: "body", ignored: [] }, check };
  }
  const ignored = pathsIn(text, { start: word.end, end: rest.end });
  const problem = ignored.map(pathProblem).find((one) => one !== undefined);
  return problem ?? { subject: { kind: "body", ignored }, check };
}

/** Paths with commas between them. */
function pathsIn(text: string, { start, end }: Span): readonly Path[] {
  const paths: Path[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at <= end; at++) {
    const character = text[at] ?? "";
    if (at < end && /[[(]/.test(character)) depth++;
    else if (at < end && /[\])]/.test(character)) depth--;
    else if (at === end || (character === "," && depth <= 0)) {
      paths.push(readPath(text, trimmedPath(text, { start: from, end: at })));
      from = at + 1;
    }
  }
  return paths;
}

function trimmedPath(text: string, { start, end }: Span): Span {
  const from = skipBlanks(text, { start, end });
  return { start: from, end: from + text.slice(from, end).trimEnd().length };
}

function pathExpectation(text: string, span: Span): Parts | DirectiveProblem {
  const at = pathSpan(text, span);
  const path = readPath(text, at);
  const subject: Subject = { kind: "path", path };
  const problem = pathProblem(path);
  if (problem) return misspelled(text, problem) ?? problem;
  if (skipBlanks(text, { start: at.end, end: span.end }) === span.end) {
    return {
      start: span.start,
      end: span.end,
      message: l10n.t("Missing comparison after the path, such as exists or = 5."),
    };
  }
  return checked(text, { start: at.end, end: span.end }, subject, undefined);
}

/** A comparison that is misspelled is read as a part of the path. */
function misspelled(text: string, { start, end }: DirectiveProblem): DirectiveProblem | undefined {
  const word = wordIn(text, { start, end });
  const typed = slice(text, word);
  return /^[a-z]+$/i.test(typed) && nearest(typed, words) ? missingOperator(word, typed, word) : undefined;
}

/** A subject with a check, and nothing after it. */
function checked(
  text: string,
  rest: Span,
  subject: Subject,
  otherwise: Operator | undefined,
): Parts | DirectiveProblem {
  const check = readCheck(text, rest, otherwise);
  if (isProblem(check)) return check;
  const unit =
    subject.kind === "time" || subject.kind === "size" ? wordIn(text, { start: check.end, end: rest.end }) : undefined;
  const end = unit?.end ?? check.end;
  const after = nothingAfter(text, rest, { start: rest.start, end });
  if (after) return after;
  if (!unit || unit.start === unit.end || !check.operand) return { subject, check };
  const operand = { ...check.operand, text: `${check.operand.text} ${slice(text, unit)}`, end: unit.end };
  return { subject, check: { ...check, operand } };
}

/** A problem if there is text between the end of what was read and the end of the value. */
function nothingAfter(text: string, whole: Span, read: Span): DirectiveProblem | undefined {
  const start = skipBlanks(text, { start: read.end, end: whole.end });
  if (start === whole.end) return undefined;
  return {
    start,
    end: whole.end,
    message: l10n.t("Unexpected text. Put a value that contains spaces into double quotes."),
  };
}

/** `otherwise`: the operator of a value alone. */
function readCheck(
  text: string,
  rest: Span,
  otherwise: Operator | undefined,
): (Check & { readonly end: number }) | DirectiveProblem {
  const word = wordIn(text, rest);
  const typed = slice(text, word);
  const symbol = symbols.toSorted((a, b) => b.length - a.length).find((one) => typed.startsWith(one));
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
