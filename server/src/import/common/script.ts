import * as l10n from "@vscode/l10n";
import type { Span } from "../../text/span.ts";
import type { PreambleLine } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import { type Statement, statementOf, stringAt } from "./statements.ts";

interface TranslatedScript {
  readonly lines: readonly PreambleLine[];
  /** The item of the script, if the script is translated completely. */
  readonly item: Item | undefined;
}

/**
 * Translates the statements of a script that have equivalent expectations, if they always run: they aren't in any block except
 * that of a test. Statements that are translated completely are omitted from the comment, which keeps all others unchanged.
 */
export function translateScript(script: string, item: Item, ledger: Pick<Ledger, "add">): TranslatedScript {
  const source = script.replace(/\r\n?/g, "\n");
  const spans = statementSpans(source);
  const all = translatedStatements(source, spans, jsonNames(source), 0);
  const lines = all.flatMap(({ statements }) =>
    statements.map((statement) => directiveOf(statement, item.path, ledger)),
  );
  const isTranslated = all.every(({ isComplete }) => isComplete);
  // The declaration of the response's JSON is kept if a kept statement may need it.
  const isLeftOut = (at: number) => all[at]?.isComplete && (isTranslated || all[at].statements.length > 0);
  const rest = withoutSpans(
    source,
    spans.filter((_, at) => isLeftOut(at)),
  ).trim();
  if (rest === "") return { lines, item };
  const count = all.filter(({ isComplete, statements }) => isComplete && statements.length > 0).length;
  explainCount(item, count);
  return { lines: [...lines, { kind: "comment", item, text: rest }], item: undefined };
}

function directiveOf(statement: Statement, path: readonly string[], ledger: Pick<Ledger, "add">): PreambleLine {
  const { kind, type } = statement;
  return kind === "expect"
    ? { kind, item: ledger.add("assertion", type, path), expectation: statement.expectation }
    : { kind, item: ledger.add("transfer", type, path), name: statement.name, path: statement.path };
}

const declaration =
  /(?:^|[\s;{])(?:var|let|const)\s+([A-Za-z_$][\w$]{0,99})\s*=\s*(?:pm\.response\.json\(\)|JSON\.parse\((?:responseBody|pm\.response\.text\(\))\))/g;
const onlyDeclaration = new RegExp(`^${declaration.source.slice("(?:^|[\\s;{])".length)}$`);

function jsonNames(script: string): ReadonlySet<string> {
  return new Set([...script.matchAll(declaration)].flatMap(([, name]) => name ?? []));
}

interface TranslatedStatement {
  readonly statements: readonly Statement[];
  readonly isComplete: boolean;
}

const untranslated: TranslatedStatement = { statements: [], isComplete: false };

function translatedStatements(
  source: string,
  spans: readonly StatementSpan[],
  json: ReadonlySet<string>,
  depth: number,
): readonly TranslatedStatement[] {
  let mayHaveEnded = false;
  return spans.map(({ start, end, isUnfinished }) => {
    const text = withoutEnd(source.slice(start, end));
    const statement = isUnfinished || mayHaveEnded ? untranslated : translated(text, json, depth);
    mayHaveEnded ||= /^(?:if|for|while|switch|try|return|throw)\b/.test(text) && /\b(?:return|throw)\b/.test(text);
    return statement;
  });
}

function translated(text: string, json: ReadonlySet<string>, depth: number): TranslatedStatement {
  if (text === "" || onlyDeclaration.test(text)) return { statements: [], isComplete: true };
  if (!text.startsWith("pm.test(")) {
    const statement = statementOf(oneLine(text), json);
    return statement ? { statements: [statement], isComplete: true } : untranslated;
  }
  const body = depth < deepestTest ? bodyOfTest(text) : undefined;
  if (body === undefined) return untranslated;
  const spans = statementSpans(body);
  if (spans.at(-1)?.isUnfinished) return untranslated;
  const all = translatedStatements(body, spans, json, depth + 1);
  return {
    statements: all.flatMap(({ statements }) => statements),
    isComplete: all.every(({ isComplete }) => isComplete),
  };
}

/** Maximum nesting depth of tests, because the text of each is read again. */
const deepestTest = 3;

function bodyOfTest(text: string): string | undefined {
  const args = text.slice("pm.test(".length).trimStart();
  const name = stringAt(args, 0);
  const rest = name ? args.slice(name.end) : "";
  const start = beginning.exec(rest)?.[0];
  if (start === undefined || !rest.endsWith(")")) return undefined;
  const inner = rest.slice(start.length, -1).trimEnd();
  if (!inner.startsWith("{")) return inner;
  return inner.endsWith("}") ? inner.slice(1, -1) : undefined;
}

/** Matches the text from the start of a test to the body of its function. */
const beginning =
  /^\s{0,20},\s{0,20}(?:async {1,20})?(?:function\b[ \w]{0,100}\(\w{0,50}\)|\(\w{0,50}\) {0,20}=>|\w{1,50} {0,20}=>)\s{0,20}/;

function withoutEnd(text: string): string {
  const trimmed = text.trim();
  return trimmed.endsWith(";") ? trimmed.slice(0, -1).trimEnd() : trimmed;
}

function oneLine(text: string): string {
  return text.includes("\n")
    ? text
        .split("\n")
        .map((line) => line.trim())
        .join("")
    : text;
}

/** A text without the parts at some spans. Lines that contain nothing else are removed, too. */
export function withoutSpans(text: string, parts: readonly Span[]): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of parts) {
    const before = text.slice(from, start);
    const indent = /(?:^|\n)([ \t]*)$/.exec(before);
    const after = /[ \t]*\n/y;
    after.lastIndex = end;
    const isLine = indent !== null && (after.test(text) || end === text.length);
    kept.push(isLine ? before.slice(0, before.length - (indent[1]?.length ?? 0)) : before);
    from = isLine ? Math.max(end, after.lastIndex) : end;
  }
  return [...kept, text.slice(from)].join("");
}

interface StatementSpan extends Span {
  /** Whether the span is the rest of the script, because a bracket or literal in it isn't closed, or wasn't opened. */
  readonly isUnfinished: boolean;
}

const lexeme = /\s+|[\w$]+|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|\/\/[^\n]*|[^"'\w$\s]/y;
const regularExpression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
/** A part of a template literal: up to an insertion, or to its end. */
const template = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;
const closed: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/**
 * The top-level statements of a JavaScript text, without the comments between them. Takes linear time. If the end of a statement
 * is doubtful, it continues.
 */
export function statementSpans(script: string): readonly StatementSpan[] {
  const spans: StatementSpan[] = [];
  const open: string[] = [];
  let start: number | undefined;
  /** The first and the last token of the current statement, and the offset of its end. */
  let [first, last, end] = ["", "", 0];
  const add = (isUnfinished: boolean) => {
    if (start !== undefined) spans.push({ start, end, isUnfinished });
    [start, first, last] = [undefined, "", ""];
  };
  for (let at = 0; at < script.length; ) {
    const token = tokenAt(script, at, last, open);
    if (token === undefined) {
      spans.push({ start: start ?? at, end: script.length, isUnfinished: true });
      return spans;
    }
    const offset = at;
    at += token.length;
    if (/^(?:\s|\/\/|\/\*)/.test(token)) {
      const isEnd = open.length === 0 && token.includes("\n") && endsBefore(first, last, script, at);
      if (isEnd) add(false);
      continue;
    }
    start ??= offset;
    first ||= token;
    last = token;
    end = at;
    if (token === ";" && open.length === 0) add(false);
  }
  if (open.length > 0) end = script.length;
  add(open.length > 0);
  return spans;
}

/** Adds the number of translated statements to the checklist, for a script that is kept as a comment. */
export function explainCount(item: Item, count: number): void {
  if (count === 1) item.explain(l10n.t("1 statement is translated, and not in the comment."));
  if (count > 1) item.explain(l10n.t("{0} statements are translated, and not in the comment.", count));
}

/** The token at an offset; undefined if it isn't closed, or closes nothing. `open`: the brackets and templates around it. */
function tokenAt(script: string, at: number, last: string, open: string[]): string | undefined {
  const around = open.at(-1);
  if (around === "`") {
    const text = matchAt(template, script, at);
    if (text?.endsWith("`")) open.pop();
    else open.push("${");
    return text;
  }
  const character = script.charAt(at);
  if (character === "/" && script[at + 1] === "*") {
    const end = script.indexOf("*/", at + 2);
    return end < 0 ? undefined : script.slice(at, end + 2);
  }
  const isValue = /[\w$)\]}"'`]$/.test(last) && !/^(?:return|typeof|case|in|of)$/.test(last);
  if (character === "/" && script[at + 1] !== "/" && !isValue) return matchAt(regularExpression, script, at);
  if ("([{`".includes(character)) open.push(character);
  const opening = closed[character];
  if (opening !== undefined && open.pop() !== (around === "${" && character === "}" ? around : opening))
    return undefined;
  return matchAt(lexeme, script, at);
}

function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? text.slice(at, sticky.lastIndex) : undefined;
}

const blocks = /^(?:if|for|while|with|else|do|try|catch|finally|switch|function|class|async)$/;
const continued = /^(?:[.([`+*%,?:&|=<>^-]|\/(?![/*])|(?:else|catch|finally|while|instanceof|in)\b)/;

/** Whether a line break ends a statement. */
function endsBefore(first: string, last: string, script: string, next: number): boolean {
  if (last === "" || /[=+\-*/%&|^!~?:,.<>([{]$/.test(last) || (blocks.test(first) && last !== "}")) return false;
  const following = script.slice(next, next + 12);
  return !continued.test(following) && !following.startsWith("/");
}
