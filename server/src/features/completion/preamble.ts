import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { declaredIn, declaredName } from "../../expectations/declared.ts";
import { documentRules, requestRules } from "../../rules/registry.ts";
import { lineAt } from "../../text/lines.ts";
import { type Snippet, snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { authSchemes } from "../../variables/authDirective.ts";
import { directivesOf } from "../support/mockFacts.ts";
import { sectionsOfRequests } from "../support/section.ts";
import { ownPaths } from "./exchangeValues.ts";
import { completeExpectation } from "./expectation.ts";
import { type Completion, type CompletionContext, type CompletionEntry, completions, documentation } from "./item.ts";
import { completeMockDirective, mockDirectiveArguments } from "./mock/preamble.ts";
import { responseSnippets } from "./mock/responses.ts";
import { statusLines } from "./mock/statusLine.ts";
import { operationNames, operationSnippets } from "./operations.ts";
import { completeMethod } from "./requestLine.ts";
import { requestSnippets, separator } from "./requestSnippets.ts";
import { argumentNames } from "./variables.ts";

/** Lines above a request line or a status line, or without one: directives, variables, methods or statuses, complete messages. */
export function completePreamble(context: CompletionContext, offset: number): readonly Completion[] {
  const { text, separator: divider, message } = context.section;
  if (divider && offset <= divider.end) return [];
  const { start } = lineAt(text, offset);
  const before = text.slice(start, offset);
  const directive = /^([ \t]*(?:#{1,2}|\/\/)[ \t]*)(@?[\w-]*)$/.exec(before);
  if (directive) return completeDirective(context, offset, directive[1] ?? "", directive[2] ?? "");
  const value = /^[ \t]*(?:#+|\/\/)[ \t]*@([\w-]+)[ \t]/.exec(before);
  const isMock = context.section.placed.segment.language === "soapmock";
  if (value && isMock) return completeMockDirective(context, value[1] ?? "", start + value[0].length, offset);
  if (value) {
    if (value[1] === "expect") {
      return completeExpectation(text, start + value[0].length, offset, () => ownPaths(context));
    }
    if (value[1] === "auth") return completeAuth(context, start + value[0].length, offset);
    const lastBlank = Math.max(before.lastIndexOf(" "), before.lastIndexOf("\t"));
    const values = valuesOf(context, value[1] ?? "", before.slice(value[0].length, lastBlank + 1).trim());
    return completions(CompletionItemKind.EnumMember, { start: start + lastBlank + 1, end: offset }, values);
  }
  if (context.trigger === " ") return [];
  const definition = /^[ \t]*@([^\s={}]*)$/.exec(before);
  if (definition) return definitions(context, { start: offset - (definition[1]?.length ?? 0), end: offset });
  if (before.trim() !== "") return [];
  const replace = { start: offset, end: offset };
  if (isMock && message) return message.request.statusLine ? [] : statusLines(replace);
  if (isMock) return [...responseSnippets(context, replace), ...statusLines(replace)];
  // Above headers, the request line is missing.
  if (message) return message.request.line ? [] : completeMethod(replace);
  return [...operationSnippets(context, replace), ...requestSnippets(context, replace), ...completeMethod(replace)];
}

/** The scheme of `# @auth`, or names of variables. `from`: the start of its value. */
function completeAuth(context: CompletionContext, from: number, offset: number): readonly Completion[] {
  const typed = context.section.text.slice(from, offset);
  const start = startOfTrailing(typed, /[^\s"\\]/);
  const before = typed.slice(0, start);
  if (before.trim() !== "") return /["]$/.test(before) ? [] : argumentNames(context, from + start, offset);
  return completions(CompletionItemKind.EnumMember, { start: from + start, end: offset }, authSchemes);
}

function completeDirective(context: CompletionContext, offset: number, marker: string, word: string): Completion[] {
  // `#` may become a separator, and `# text` is a comment.
  if (context.trigger === " ") return [];
  const rest = /^[\w-]*/.exec(context.section.text.slice(offset, offset + 50))?.[0].length ?? 0;
  const space = /[ \t]$/.test(marker) ? "" : " ";
  const { language } = context.section.placed.segment;
  const given = language === "soapmock" ? mockDirectiveArguments : directiveArguments;
  const entries = directivesOf(language).map((fact) => {
    const label = `@${fact.name}`;
    const insert = snippet`${space}${label}${given.get(fact.name) ?? [" ", stop(1)]}`;
    return { label, insert, documentation: documentation(fact), order: 0 };
  });
  const isColumnZero = /^#{1,2}$/.test(marker) && word === "";
  return [
    ...completions(CompletionItemKind.Keyword, { start: offset - word.length, end: offset + rest }, entries),
    ...(isColumnZero ? [separator({ start: offset - marker.length, end: offset }, 1)] : []),
  ];
}

const directiveArguments: ReadonlyMap<string, Snippet> = new Map([
  ["no-redirect", []],
  ["cookies", []],
  ["no-wsdl", []],
  ["auth", [" ", stop(1, "digest", "ntlm"), " ", stop(2, "user"), " ", stop(3, "password")]],
  ["scheme", [" ", stop(1, "https", "http")]],
  ["timeout", [" ", stop(1, "30s")]],
  ["set", [" ", stop(1, "token"), " = ", stop(2, "//*:Token")]],
  ["data", [" ", stop(1, "./rows.csv")]],
  ["retry", [" ", stop(1, "5"), " every ", stop(2, "2 s")]],
  ["repeat", [" ", stop(1, "10")]],
  ["weight", [" ", stop(1, "3")]],
]);

const directiveValues: ReadonlyMap<string, readonly CompletionEntry[]> = new Map<string, readonly CompletionEntry[]>([
  ["scheme", ["https", "http"]],
  ["repeat", ["10", "100"]],
  ["timeout", ["10s", "30s", "2m", "500ms"]],
  ["ignore", [...requestRules, ...documentRules].map(({ code, source }) => ({ label: code, note: source }))],
]);

/** `words`: the complete words before the cursor. */
function valuesOf(context: CompletionContext, directive: string, words: string): readonly CompletionEntry[] {
  const { section } = context;
  if (directive === "retry") return words === "" ? ["5 every 2 s"] : ["every 2 s"];
  if (directive === "set") return words.endsWith("=") ? ownPaths(context) : [];
  if (directive === "operation") return operationNames(section);
  if (directive === "wsdl") return section.analysis.scope.contracts.locations();
  if (directive === "needs") return otherNames(section);
  return directiveValues.get(directive) ?? [];
}

/** The names of the other requests. */
function otherNames({ analysis, placed }: CompletionContext["section"]): readonly string[] {
  const own = declaredName(placed.segment);
  return [...declaredIn(analysis.document).requests].filter((name) => name !== own);
}

/** `@name = value`: for names that are used but not defined, and for any name. */
function definitions(context: CompletionContext, replace: Span): Completion[] {
  const { analysis } = context.section;
  const names = sectionsOfRequests(analysis).flatMap(({ references }) => references.map(({ name }) => name));
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
