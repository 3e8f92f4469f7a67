import * as l10n from "@vscode/l10n";
import type { Check } from "../../expectations/expectation.ts";
import { operandProblem } from "../../expectations/operands.ts";
import type { Path } from "../../expectations/path.ts";
import { type DirectiveProblem, isProblem } from "../../expectations/problem.ts";
import { comparedPath, leadingWord, nothingAfter, wholeCheck } from "../../expectations/readCheck.ts";
import { operandIn, skipBlanks, wordIn } from "../../expectations/words.ts";
import { methods } from "../../http/facts.ts";
import { tokenEnd } from "../../http/tokens.ts";
import { nearest } from "../../text/similar.ts";
import { type Span, slice } from "../../text/span.ts";

/** A condition of `# @when`: a part of the request, and a check of it. Its spans are offsets in the segment's text. */
export type Condition = Span & Subject;
type Subject = OfName | OfPath | OfValues | OfCertificate;

/** `operation Add`, `method GET`, `version 1.2`, `signature valid`, or `path` with a pattern in which `*` matches any text. */
interface OfName {
  readonly kind: "operation" | "method" | "version" | "path pattern" | "signature";
  readonly name: string;
  readonly at: Span;
}

interface OfPath {
  readonly kind: "body path";
  readonly path: Path;
  readonly check: Check;
}

type OfValues = OfNamedValue | { readonly kind: "path" | "body"; readonly check: Check };

interface OfNamedValue {
  readonly kind: "header" | "query" | "variable";
  readonly name: string;
  readonly check: Check;
}

/** `certificate CN=client,O=Example`: names that the subject of the client's certificate must have (RFC 4514). */
interface OfCertificate {
  readonly kind: "certificate";
  readonly subject: string;
}

/** The first words of conditions. A condition that begins with no such word begins with an XPath. */
export const conditionWords = [
  "operation",
  "header",
  "path",
  "query",
  "method",
  "version",
  "body",
  "variable",
  "signature",
  "certificate",
] as const;

export function readCondition(text: string, span: Span): Condition | DirectiveProblem {
  const start = skipBlanks(text, span);
  const all = conditionWords.join(", ");
  if (start === span.end) return { ...span, message: l10n.t("Missing condition. Use {0}, or a path.", all) };
  const typed = leadingWord(text.slice(start, span.end));
  const first = { start, end: start + (typed?.length ?? 0) };
  const word = conditionWords.find((one) => one === typed);
  if (typed !== undefined && word === undefined) return unknownWord(first, typed);
  const read = word === undefined ? bodyPath(text, span) : readers[word](text, { start: first.end, end: span.end });
  if (isProblem(read)) return read.start === read.end ? { ...read, start, end: span.end } : read;
  const problem = "check" in read ? operandProblem({ kind: "header" }, read.check) : undefined;
  return problem ?? { start: span.start, end: span.end, ...read };
}

function unknownWord(at: Span, typed: string): DirectiveProblem {
  const near = nearest(typed, conditionWords);
  return {
    ...at,
    message: near
      ? l10n.t("Unknown condition {0}. Did you mean {1}?", typed, near)
      : l10n.t("Unknown condition {0}. Use {1}, or a path such as //m:Id.", typed, conditionWords.join(", ")),
    instead: near,
  };
}

const readers: Readonly<
  Record<(typeof conditionWords)[number], (text: string, rest: Span) => Subject | DirectiveProblem>
> = {
  operation: (text, rest) =>
    onlyWord(text, rest, "operation", l10n.t("Missing operation, such as operation Add or Service/Port/Add.")),
  method: (text, rest) => {
    const read = onlyWord(text, rest, "method", l10n.t("Missing method, such as method GET."));
    return isProblem(read) ? read : (methodProblem(read.name, read.at) ?? read);
  },
  version: (text, rest) => {
    const read = onlyWord(text, rest, "version", l10n.t("Missing SOAP version. Use 1.1 or 1.2."));
    if (isProblem(read) || read.name === "1.1" || read.name === "1.2") return read;
    return { ...read.at, message: l10n.t("The SOAP version must be 1.1 or 1.2.") };
  },
  header: (text, rest) => named(text, rest, "header", "Accept contains xml"),
  query: (text, rest) => named(text, rest, "query", "id = 5"),
  variable: (text, rest) => named(text, rest, "variable", "state = paid"),
  path: pathOfTarget,
  signature: (text, rest) => {
    const missing = l10n.t("Use a line such as signature valid.");
    const read = onlyWord(text, rest, "signature", missing);
    return isProblem(read) || read.name === "valid" ? read : { ...read.at, message: missing, instead: "valid" };
  },
  certificate: (text, rest) => {
    const subject = slice(text, rest).trim();
    if (namesIn(subject).length > 0 && namesIn(subject).every((one) => /^[\w.-]+=./s.test(one)))
      return { kind: "certificate", subject };
    return { ...rest, message: l10n.t("Use a part of the subject, such as certificate CN=client.") };
  },
  body: (text, rest) => {
    const check = wholeCheck(text, rest);
    return isProblem(check) ? check : { kind: "body", check };
  },
};

/** The names in a subject by RFC 4514, such as `CN=client`. */
export function namesIn(subject: string): readonly string[] {
  const names = subject.match(/(?:[^\\,+]|\\.)+/gs) ?? [];
  return names.map((one) => one.trim().replace(/^[\w.-]+(?=[ \t]*=)/, (type) => type.toUpperCase()));
}

function bodyPath(text: string, span: Span): OfPath | DirectiveProblem {
  const read = comparedPath(text, span);
  return isProblem(read) ? read : { kind: "body path", ...read };
}

/** Reads a condition of one word, such as `method GET`. */
function onlyWord<K extends OfName["kind"]>(text: string, rest: Span, kind: K, missing: string) {
  const at = wordIn(text, rest);
  if (at.start === at.end) return { ...rest, message: missing };
  return nothingAfter(text, rest, at) ?? { kind, name: slice(text, at), at };
}

function methodProblem(name: string, at: Span): DirectiveProblem | undefined {
  const upper = name.toUpperCase();
  if (name !== upper && methods.some((one) => one.name === upper)) {
    return { ...at, message: l10n.t("Methods are case-sensitive. Use {0}.", upper), instead: upper };
  }
  if (tokenEnd(name, 0, name.length) === name.length) return undefined;
  return { ...at, message: l10n.t("Unexpected text after the method. Use a line such as method GET.") };
}

/** Reads a name, which may be in double quotes, and a check. `example`: a name and a check, for the message. */
function named(text: string, rest: Span, kind: OfNamedValue["kind"], example: string): OfNamedValue | DirectiveProblem {
  const name = nameIn(text, rest);
  if (!name) return { ...rest, message: l10n.t("Missing name, such as {0}.", `${kind} ${example}`) };
  const check = wholeCheck(text, { start: name.end, end: rest.end });
  return isProblem(check) ? check : { kind, name: name.text, check };
}

/** Reads a name that ends before a blank or an operator, or that is in double quotes. */
export function nameIn(text: string, rest: Span) {
  const start = skipBlanks(text, rest);
  if (text[start] === '"' && start < rest.end) return operandIn(text, rest);
  const [name] = /^(?:(?!!=)[^\s=<>])+/.exec(text.slice(start, rest.end)) ?? [];
  return name === undefined ? undefined : { start, end: start + name.length, text: name };
}

function pathOfTarget(text: string, rest: Span): Subject | DirectiveProblem {
  const start = skipBlanks(text, rest);
  if (!/[/*]/.test(text.charAt(start)) || start === rest.end) {
    const check = wholeCheck(text, rest);
    return isProblem(check) ? check : { kind: "path", check };
  }
  const read = onlyWord(text, rest, "path pattern", "");
  const query = isProblem(read) ? -1 : read.name.indexOf("?");
  if (isProblem(read) || query < 0) return read;
  return {
    start: read.at.start + query,
    end: read.at.end,
    message: l10n.t("A path has no query. Use # @when query NAME = VALUE for its parameters."),
  };
}
