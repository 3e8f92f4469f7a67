import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { lineAt } from "../../text/lines.ts";
import { snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { sectionsOfSegments } from "../support/section.ts";
import { completeDirectiveName, completeDirectiveValue } from "./directives.ts";
import { type Completion, type CompletionContext, completions } from "./item.ts";
import { responseSnippets } from "./mock/responses.ts";
import { statusLines } from "./mock/statusLine.ts";
import { operationSnippets } from "./operations.ts";
import { completeMethod } from "./requestLine.ts";
import { requestSnippets, separator } from "./requestSnippets.ts";

const offers = {
  request: {
    startLines: completeMethod,
    snippets: (context: CompletionContext, at: Span) => [
      ...operationSnippets(context, at),
      ...requestSnippets(context, at),
    ],
  },
  response: { startLines: statusLines, snippets: responseSnippets },
};

/** Lines above a request line or a status line, or without one: directives, variables, methods or statuses, complete messages. */
export function completePreamble(context: CompletionContext, offset: number): readonly Completion[] {
  const { text, separator: divider, message } = context.section;
  if (divider && offset <= divider.end) return [];
  const { start } = lineAt(text, offset);
  const before = text.slice(start, offset);
  const directive = /^([ \t]*(?:#{1,2}|\/\/)[ \t]*)(@?[\w-]*)$/.exec(before);
  if (directive) return completeDirective(context, offset, directive[1] ?? "", directive[2] ?? "");
  const value = /^[ \t]*(?:#+|\/\/)[ \t]*@([\w-]+)[ \t]/.exec(before);
  if (value) return completeDirectiveValue(context, value[1] ?? "", start + value[0].length, offset);
  if (context.trigger === " ") return [];
  const definition = /^[ \t]*@([^\s={}]*)$/.exec(before);
  if (definition) return definitions(context, { start: offset - (definition[1]?.length ?? 0), end: offset });
  if (before.trim() !== "") return [];
  const replace = { start: offset, end: offset };
  const { startLines, snippets } = offers[context.section.placed.segment.kind];
  // Above headers, the request line or the status line is missing.
  if (message) return message.syntax.startLine ? [] : startLines(replace);
  return [...snippets(context, replace), ...startLines(replace)];
}

function completeDirective(context: CompletionContext, offset: number, marker: string, word: string): Completion[] {
  // `#` may become a separator, and `# text` is a comment.
  if (context.trigger === " ") return [];
  const rest = /^[\w-]*/.exec(context.section.text.slice(offset, offset + 50))?.[0].length ?? 0;
  const replace = { start: offset - word.length, end: offset + rest };
  const isColumnZero = /^#{1,2}$/.test(marker) && word === "";
  return [
    ...completeDirectiveName(context, replace, /[ \t]$/.test(marker) ? "" : " "),
    ...(isColumnZero ? [separator({ start: offset - marker.length, end: offset }, 1)] : []),
  ];
}

/** `@name = value`: for names that are used but not defined, and for any name. */
function definitions(context: CompletionContext, replace: Span): Completion[] {
  const { analysis } = context.section;
  const names = sectionsOfSegments(analysis).flatMap(({ references }) => references.map(({ name }) => name));
  const undefinedNames = [...new Set(names)].filter(
    (name) => analysis.scope.lookup(name).kind === "undefined" && /^[A-Za-z_][^\s={}]*$/.test(name),
  );
  const note = l10n.t("used but not defined");
  return [
    ...completions(
      CompletionItemKind.Variable,
      replace,
      undefinedNames.map((label) => ({ label, insert: snippet`${label} = ${stop(0)}`, note, order: 0 })),
    ),
    {
      label: l10n.t("name = value"),
      kind: CompletionItemKind.Snippet,
      replace,
      insert: snippet`${stop(1, "name")} = ${stop(2, "value")}`,
      filter: "name = value",
      note: l10n.t("variable for the whole file"),
      order: 1,
    },
  ];
}
