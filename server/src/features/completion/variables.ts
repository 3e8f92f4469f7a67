import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { Value } from "../../variables/scope.ts";
import { builtIns } from "../support/formatFacts.ts";
import { code, paragraphs, prose } from "../support/markdown.ts";
import { shownValue } from "../support/shownValue.ts";
import { type Completion, type CompletionContext, documentation, lineAt, type Snippet, stop } from "./item.ts";

/** Names behind `{{`, where a variable is replaced; `undefined` where the cursor is behind no `{{`. */
export function completeVariable(context: CompletionContext, offset: number): readonly Completion[] | undefined {
  const { text } = context.section.placed.segment;
  const open = openBraces(text, offset);
  if (open === undefined || !isReplaced(context, open)) return undefined;
  const end = offset + (/^[\w$.-]*/.exec(text.slice(offset, offset + longest))?.[0].length ?? 0);
  // Editors close braces by themselves; those are taken over, and missing ones are added.
  const closed = /^\}{0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  const replace = { start: open + 2, end: end + closed };
  return [...ownVariables(context), ...builtInVariables()].map((one) => ({ ...one, replace }));
}

/** How long a reference may be, in characters, to be completed. */
const longest = 200;

function openBraces(text: string, offset: number): number | undefined {
  const from = text.lastIndexOf("{{", offset - 1);
  if (from < 0 || from + 2 > offset || offset - from > longest) return undefined;
  return /^\{\{(?:[A-Za-z_$][^{}\r\n]*)?$/.test(text.slice(from, offset)) ? from : undefined;
}

/** Not in comments, directives, names and the like. */
function isReplaced({ section: { placed } }: CompletionContext, offset: number): boolean {
  const { segment } = placed;
  const { request, preamble, text } = segment;
  if (!request || offset < request.start) {
    return preamble.some((item) => item.kind === "variable" && item.value.start <= offset && offset <= item.end);
  }
  if (request.line && offset <= request.line.end) return true;
  if (request.body && offset >= request.body.start) return true;
  const { start } = lineAt(text, offset);
  const line = request.headerLines.find((one) => one.start === start);
  return line?.kind === "field" && offset > line.colon;
}

function ownVariables({ section }: CompletionContext): Omit<Completion, "replace">[] {
  const { scope } = section.analysis;
  return scope.names.map((name) => {
    const value = scope.lookup(name);
    return {
      label: name,
      kind: CompletionItemKind.Variable,
      insert: `${name}}}`,
      note: value.kind === "text" && !value.secret ? shortened(value.text) : undefined,
      documentation: describe(value),
      order: 0,
    };
  });
}

function describe(value: Value): string | undefined {
  if (value.kind !== "text") return undefined;
  return paragraphs(code(shownValue(value)), prose(l10n.t("From {0}.", value.origin)));
}

function builtInVariables(): Omit<Completion, "replace">[] {
  return builtIns.map((one) => ({
    label: one.name,
    kind: CompletionItemKind.Function,
    insert: [...usageSnippet(one.usage), "}}"],
    note: one.usage === one.name ? undefined : one.usage.slice(one.name.length + 1),
    documentation: documentation(one),
    order: 1,
  }));
}

/** The arguments are there to be overwritten. */
function usageSnippet(usage: string): Snippet {
  return usage.split(" ").flatMap((word, index) => (index === 0 ? [word] : [" ", stop(index, word)]));
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
