import * as l10n from "@vscode/l10n";
import { referenceAt } from "../text/references.ts";
import { nearest } from "../text/similar.ts";
import { type Span, slice } from "../text/span.ts";
import { type Expectation, type Operator, type Subject, subjects } from "./expectation.ts";
import { hasUnit, operandPath, operandProblem } from "./operands.ts";
import { type Path, pathProblem, readComputedPath, readPath } from "./path.ts";
import { type DirectiveProblem, isProblem } from "./problem.ts";
import { comparedPath, leadingWord, nothingAfter, readCheck } from "./readCheck.ts";
import { skipBlanks, wordIn } from "./words.ts";

/** Reads the value of `# @expect`; returns a problem if it is invalid. */
export function readExpectation(text: string, span: Span): Expectation | DirectiveProblem {
  const start = skipBlanks(text, span);
  const typed = leadingWord(text.slice(start, span.end));
  const first = { start, end: start + (typed?.length ?? 0) };
  if (start === span.end)
    return { ...span, message: l10n.t("Missing expectation. Use {0}, or a path.", subjects.join(", ")) };
  const rest = { start: first.end, end: span.end };
  const other = text.startsWith("{{", start) ? valueExpectation : pathExpectation;
  const read = typed === undefined ? other(text, span) : readers.get(typed)?.(text, rest, first);
  if (!read) return unknownWord(first, slice(text, first));
  if (isProblem(read)) return read;
  const path = read.check && operandPath(read.subject, read.check);
  const problem = path ? pathProblem(path) : operandProblem(read.subject, read.check);
  return problem ?? { start: span.start, end: span.end, ...read };
}

type Parts = Omit<Expectation, keyof Span>;
type Read = (text: string, rest: Span, first: Span) => Parts | DirectiveProblem;

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["status", (text, rest) => checked(text, rest, { kind: "status" }, "=")],
  ["time", (text, rest) => checked(text, rest, { kind: "time" }, undefined)],
  ["p95", (text, rest) => checked(text, rest, { kind: "p95" }, undefined)],
  ["redirects", (text, rest) => checked(text, rest, { kind: "redirects" }, "=")],
  ["certificate", certificate],
  ["size", (text, rest) => checked(text, rest, { kind: "size" }, undefined)],
  ["no", nothing],
  ["fault", fault],
  ["header", header],
  ["body", body],
  ["contract", (text, rest) => alone(text, rest, { kind: "contract" })],
  ["addressing", (text, rest) => alone(text, rest, { kind: "addressing" })],
  ["signature", signature],
]);

function unknownWord(at: Span, typed: string): DirectiveProblem {
  const near = nearest(typed, [...readers.keys(), ...subjects]);
  return {
    ...at,
    message: near
      ? l10n.t("Unknown expectation {0}. Did you mean {1}?", typed, near)
      : l10n.t("Unknown expectation {0}. Use {1}, or a path.", typed, subjects.join(", ")),
    instead: near,
  };
}

function nothing(text: string, rest: Span, first: Span): Parts | DirectiveProblem {
  const word = wordIn(text, rest);
  const typed = slice(text, word);
  if (typed === "fault" || typed === "leak")
    return nothingAfter(text, rest, word) ?? { subject: { kind: `no ${typed}` }, check: undefined };
  const at = { start: first.start, end: word.end };
  const instead = `no ${nearest(typed, ["fault", "leak"]) ?? "fault"}`;
  return { ...at, message: l10n.t("no must be followed by fault or leak."), instead };
}

function certificate(text: string, rest: Span, first: Span): Parts | DirectiveProblem {
  const word = wordIn(text, rest);
  if (slice(text, word) === "expires")
    return checked(text, { start: word.end, end: rest.end }, { kind: "certificate expires" }, undefined);
  const at = { start: first.start, end: word.end };
  const message = l10n.t("certificate must be followed by expires, such as certificate expires > 30 d.");
  return { ...at, message, instead: "certificate expires" };
}

function alone(text: string, rest: Span, subject: Subject): Parts | DirectiveProblem {
  return nothingAfter(text, rest, { start: rest.start, end: rest.start }) ?? { subject, check: undefined };
}

function signature(text: string, rest: Span): Parts | DirectiveProblem {
  const at = trimmedPath(text, rest);
  const path = at.start === at.end ? undefined : readComputedPath(text, at);
  return (path && pathProblem(path)) ?? { subject: { kind: "signature", path }, check: undefined };
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
  const first = wordIn(text, rest);
  const negated = slice(text, first) === "not";
  const check = readCheck(text, negated ? { start: first.end, end: rest.end } : rest, undefined);
  if (isProblem(check)) return check;
  const { operator, operand, end } = check;
  const word = wordIn(text, { start: end, end: rest.end });
  const ignores = slice(text, word) === "ignore" && !negated;
  if (operator === "contains" || (operator === "matches" && (negated || (operand?.quoted && !ignores)))) {
    if (!operand?.quoted) return { ...(operand ?? rest), message: l10n.t("Put the text of a body in double quotes.") };
    const more = nothingAfter(text, rest, { start: rest.start, end });
    return more ?? { subject: { kind: "body text", negated }, check };
  }
  if (negated) return { ...check.at, message: l10n.t("body not must be followed by contains or matches.") };
  if (!operand || (operator !== "=" && operator !== "matches")) {
    return {
      ...rest,
      message: l10n.t('A body can be compared with = FILE, matches FILE, contains "text" or matches "regex".'),
    };
  }
  if (!ignores) {
    const more = nothingAfter(text, rest, { start: rest.start, end });
    return more ?? { subject: { kind: "body", ignored: [] }, check };
  }
  const ignored = pathsIn(text, { start: word.end, end: rest.end });
  const problem = ignored.map(pathProblem).find((one) => one !== undefined);
  return problem ?? { subject: { kind: "body", ignored }, check };
}

/** The paths in a list with commas. */
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
  const read = comparedPath(text, span, readComputedPath);
  return isProblem(read) ? read : { subject: { kind: "path", path: read.path }, check: read.check };
}

function valueExpectation(text: string, span: Span): Parts | DirectiveProblem {
  const start = skipBlanks(text, span);
  let end = start;
  while (end < span.end && !/[\s=!<>]/.test(text[end] ?? "")) end = referenceAt(text, end)?.end ?? end + 1;
  return checked(text, { start: end, end: span.end }, { kind: "value", text: text.slice(start, end) }, undefined);
}

/** Reads the check of a subject, and reports any text after it. */
function checked(
  text: string,
  rest: Span,
  subject: Subject,
  otherwise: Operator | undefined,
): Parts | DirectiveProblem {
  const check = readCheck(text, rest, otherwise);
  if (isProblem(check)) return check;
  const unit = hasUnit(subject.kind) ? wordIn(text, { start: check.end, end: rest.end }) : undefined;
  const end = unit?.end ?? check.end;
  const after = nothingAfter(text, rest, { start: rest.start, end });
  if (after) return after;
  if (!unit || unit.start === unit.end || !check.operand) return { subject, check };
  const operand = { ...check.operand, text: `${check.operand.text} ${slice(text, unit)}`, end: unit.end };
  return { subject, check: { ...check, operand } };
}
