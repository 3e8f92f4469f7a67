import { CompletionItemKind } from "vscode-languageserver-types";
import { soapMethods, statusFacts } from "../../http/facts.ts";
import { snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { type Completion, completions, distinct, documentation, type MessageContext, otherMessages } from "./item.ts";
import { responseSnippets } from "./mock/responses.ts";
import { operationSnippets } from "./operations.ts";
import { requestSnippets } from "./requestSnippets.ts";

/** By the number of words before the cursor: method, target or version. */
export function completeRequestLine(context: MessageContext, offset: number): Completion[] {
  const { text, syntax } = context.message;
  const { requestLine, headerLines, body } = syntax;
  if (!requestLine) return [];
  const words = wordsOf(text.slice(requestLine.start, offset));
  const word = words.at(-1) ?? "";
  const after = /^[^ \t\r\n]*/.exec(text.slice(offset, requestLine.end))?.[0] ?? "";
  const replace = { start: offset - word.length, end: offset + after.length };
  if (words.length === 1) {
    const isAlone = !requestLine.target && !requestLine.version && headerLines.length === 0 && !body;
    return isAlone
      ? [...operationSnippets(context, replace), ...requestSnippets(context, replace), ...completeMethod(replace)]
      : completeMethod(replace, false);
  }
  if (words.length === 2) return completeTarget(context, replace);
  return words.length === 3 ? completions(CompletionItemKind.Constant, replace, ["HTTP/1.1"]) : [];
}

export function completeMethod(replace: Span, withRest = true): Completion[] {
  const entries = soapMethods.map((fact) => {
    const { name } = fact;
    const target = name === "GET" ? "/service?wsdl" : "/service";
    const insert = withRest ? snippet`${name} ${stop(1, target)} HTTP/1.1${stop(0)}` : name;
    return { label: name, insert, documentation: documentation(fact) };
  });
  return completions(CompletionItemKind.Method, replace, entries);
}

function completeTarget(context: MessageContext, replace: Span): Completion[] {
  const { text, syntax } = context.message;
  const typed = text.slice(replace.start, replace.end);
  const targets = otherMessages(context).map(
    (other) => other.syntax.requestLine?.target && other.slice(other.syntax.requestLine.target),
  );
  const entries = distinct(targets, 50)
    .filter((target) => target !== typed)
    .map((target) => ({
      label: target,
      insert: syntax.requestLine?.version ? target : `${target} HTTP/1.1`,
      order: 0,
    }));
  return completions(CompletionItemKind.Reference, replace, entries);
}

/** The words in the beginning of a line. After a blank, the last word is empty. */
function wordsOf(typed: string): readonly string[] {
  return typed.trimStart().split(/[ \t]+/);
}

/** The statuses that SOAP uses, which come first. */
const usual = [200, 202, 500, 400];

/** By the number of words before the cursor: version, status or reason. */
export function completeStatusLine(context: MessageContext, offset: number): readonly Completion[] {
  const { text, syntax } = context.message;
  const { statusLine, headerLines, body } = syntax;
  if (!statusLine) return [];
  const words = wordsOf(text.slice(statusLine.start, offset));
  const start = offset - (words.at(-1)?.length ?? 0);
  if (words.length === 1) {
    const replace = { start, end: statusLine.end };
    const isAlone = !statusLine.status && headerLines.length === 0 && !body;
    return [...(isAlone ? responseSnippets(context, replace) : []), ...statusLines(replace)];
  }
  if (words.length === 2) return statusEntries({ start, end: statusLine.end }, "");
  const phrase = statusFacts().find(({ code }) => code === statusLine.code)?.phrase;
  return words.length === 3 && phrase
    ? completions(CompletionItemKind.Text, { start, end: statusLine.end }, [phrase])
    : [];
}

export function statusLines(replace: Span): readonly Completion[] {
  return statusEntries(replace, "HTTP/1.1 ");
}

function statusEntries(replace: Span, before: string): readonly Completion[] {
  const rank = (code: number) => (usual.includes(code) ? usual.indexOf(code) : code);
  const entries = statusFacts()
    .filter(({ code }) => code >= 200)
    .toSorted((a, b) => rank(a.code) - rank(b.code))
    .map((fact) => ({ label: `${before}${fact.code} ${fact.phrase}`, documentation: documentation(fact) }));
  return completions(CompletionItemKind.EnumMember, replace, entries, 20);
}
