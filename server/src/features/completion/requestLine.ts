import { CompletionItemKind } from "vscode-languageserver-types";
import { soapMethods } from "../../http/facts.ts";
import { snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { type Completion, completions, distinct, documentation, type MessageContext, otherMessages } from "./item.ts";
import { operationSnippets } from "./operations.ts";
import { requestSnippets } from "./requestSnippets.ts";

/** Method, target or version, by the number of words before the cursor. */
export function completeRequestLine(context: MessageContext, offset: number): Completion[] {
  const { text, syntax } = context.message;
  const { requestLine, headerLines, body } = syntax;
  if (!requestLine) return [];
  const words = text
    .slice(requestLine.start, offset)
    .trimStart()
    .split(/[ \t]+/);
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
