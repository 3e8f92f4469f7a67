import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { documentRules, requestRules } from "../../rules/registry.ts";
import { directives } from "../support/formatFacts.ts";
import { sectionsOfRequests } from "../support/section.ts";
import { type Completion, type CompletionContext, documentation, lineAt, type Snippet, snippet, stop } from "./item.ts";
import { completeMethod } from "./requestLine.ts";
import { requestSnippets } from "./requestSnippets.ts";

/** Lines above a request line, and where there is no request yet: directives, variables, methods, whole requests. */
export function completePreamble(context: CompletionContext, offset: number): readonly Completion[] {
  const { text, separator } = context.section.placed.segment;
  if (separator && offset <= separator.end) return [];
  const line = lineAt(text, offset);
  const before = text.slice(line.start, offset);
  const directive = /^([ \t]*(?:#{1,2}|\/\/)[ \t]*)(@?[\w-]*)$/.exec(before);
  if (directive) return completeDirective(context, offset, directive[1] ?? "", directive[2] ?? "");
  const value = /^[ \t]*(?:#+|\/\/)[ \t]*@([\w-]+)[ \t]/.exec(before);
  if (value) {
    const lastBlank = Math.max(before.lastIndexOf(" "), before.lastIndexOf("\t"));
    return completeDirectiveValue(value[1] ?? "", { start: line.start + lastBlank + 1, end: offset });
  }
  if (context.trigger === " ") return [];
  const definition = /^[ \t]*@([^\s={}]*)$/.exec(before);
  if (definition) return definitions(context, { start: offset - (definition[1]?.length ?? 0), end: offset });
  if (before.trim() !== "") return [];
  const replace = { start: offset, end: offset };
  // Above headers the request line is missing; above a request line there is nothing that could.
  if (context.section.message) return context.section.message.request.line ? [] : completeMethod(replace);
  return [...requestSnippets(context, replace), ...completeMethod(replace)];
}

function completeDirective(context: CompletionContext, offset: number, marker: string, word: string): Completion[] {
  // A blank or an @ is wanted: `#` alone may become a separator, `# text` a comment.
  if (context.trigger === " ") return [];
  const { text } = context.section.placed.segment;
  const rest = /^[\w-]*/.exec(text.slice(offset, offset + 50))?.[0].length ?? 0;
  const replace = { start: offset - word.length, end: offset + rest };
  const space = /[ \t]$/.test(marker) ? "" : " ";
  const isColumnZero = /^#{1,2}$/.test(marker) && word === "";
  return [
    ...directives.map((one) => ({
      label: `@${one.name}`,
      kind: CompletionItemKind.Keyword,
      replace,
      insert: directiveSnippet(`${space}@${one.name}`, one.name),
      documentation: documentation(one),
      order: 0,
    })),
    ...(isColumnZero ? [separator(offset, marker)] : []),
  ];
}

/** The next request begins here. */
function separator(offset: number, marker: string): Completion {
  return {
    label: "###",
    kind: CompletionItemKind.Keyword,
    replace: { start: offset - marker.length, end: offset },
    insert: snippet`### ${stop(0)}`,
    note: l10n.t("request separator"),
    order: 1,
  };
}

function directiveSnippet(start: string, name: string): Snippet {
  switch (name) {
    case "no-redirect":
      return [start];
    case "scheme":
      return snippet`${start} ${stop(1, "https", "http")}`;
    case "timeout":
      return snippet`${start} ${stop(1, "30s")}`;
    default:
      return snippet`${start} ${stop(1)}`;
  }
}

function completeDirectiveValue(name: string, replace: Completion["replace"]): Completion[] {
  const value = (label: string, note?: string): Completion => ({
    label,
    kind: CompletionItemKind.EnumMember,
    replace,
    insert: label,
    note,
    order: 0,
  });
  switch (name) {
    case "scheme":
      return ["https", "http"].map((scheme) => value(scheme));
    case "timeout":
      return ["10s", "30s", "2m", "500ms"].map((time) => value(time));
    case "ignore":
      return [...requestRules, ...documentRules].map(({ code, source }) => value(code, source));
    default:
      return [];
  }
}

/** `@name = value` for names that are used and have none, and for any. */
function definitions(context: CompletionContext, replace: Completion["replace"]): Completion[] {
  const { analysis } = context.section;
  const { scope } = analysis;
  const used = new Set<string>();
  for (const { references } of sectionsOfRequests(analysis)) {
    for (const { name } of references) if (scope.lookup(name).kind === "undefined") used.add(name);
  }
  const wanted = [...used].filter((name) => /^[A-Za-z_][^\s={}]*$/.test(name));
  return [
    ...wanted.map((name) => ({
      label: name,
      kind: CompletionItemKind.Variable,
      replace,
      insert: snippet`${name} = ${stop(0)}`,
      note: l10n.t("used but not defined"),
      order: 0,
    })),
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
