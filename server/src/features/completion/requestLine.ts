import { CompletionItemKind } from "vscode-languageserver-types";
import { soapMethods } from "../../http/facts.ts";
import type { Message } from "../../message.ts";
import type { Span } from "../../text/span.ts";
import { type Completion, type CompletionContext, documentation, otherMessages, snippet, stop } from "./item.ts";
import { requestSnippets } from "./requestSnippets.ts";

/** Method, target or version, by the number of words before the cursor. */
export function completeRequestLine(context: CompletionContext, message: Message, offset: number): Completion[] {
  const { line } = message.request;
  if (!line) return [];
  const { text } = message;
  const words = text
    .slice(line.start, offset)
    .trimStart()
    .split(/[ \t]+/);
  const word = words.at(-1) ?? "";
  const after = /^[^ \t\r\n]*/.exec(text.slice(offset, line.end))?.[0] ?? "";
  const replace = { start: offset - word.length, end: offset + after.length };
  switch (words.length) {
    case 1:
      return isBegun(message)
        ? [...requestSnippets(context, replace), ...completeMethod(replace)]
        : methodsOnly(replace);
    case 2:
      return completeTarget(context, message, replace);
    case 3:
      return [version(replace)];
    default:
      return [];
  }
}

/** Methods with the rest of the request line. */
export function completeMethod(replace: Span): Completion[] {
  return soapMethods.map((one, index) => ({
    label: one.name,
    kind: CompletionItemKind.Method,
    replace,
    insert: snippet`${one.name} ${stop(1, one.name === "GET" ? "/service?wsdl" : "/service")} HTTP/1.1${stop(0)}`,
    documentation: documentation(one),
    order: index,
  }));
}

/** Where a target follows already. */
function methodsOnly(replace: Span): Completion[] {
  return soapMethods.map((one, index) => ({
    label: one.name,
    kind: CompletionItemKind.Method,
    replace,
    insert: one.name,
    documentation: documentation(one),
    order: index,
  }));
}

/** Nothing of the request is there but the word that is being typed. */
function isBegun({ request }: Message): boolean {
  const { line, headerLines, body } = request;
  return line?.target === undefined && line?.version === undefined && headerLines.length === 0 && body === undefined;
}

/** The targets of the file's other requests, each once. */
function completeTarget(context: CompletionContext, message: Message, replace: Span): Completion[] {
  const needsVersion = message.request.line?.version === undefined;
  const seen = new Set<string>();
  for (const other of otherMessages(context)) {
    const span = other.request.line?.target;
    if (span) seen.add(other.slice(span));
  }
  seen.delete(message.text.slice(replace.start, replace.end));
  return [...seen].slice(0, 50).map((target) => ({
    label: target,
    kind: CompletionItemKind.Reference,
    replace,
    insert: needsVersion ? `${target} HTTP/1.1` : target,
    order: 0,
  }));
}

function version(replace: Span): Completion {
  return { label: "HTTP/1.1", kind: CompletionItemKind.Constant, replace, insert: "HTTP/1.1", order: 0 };
}
