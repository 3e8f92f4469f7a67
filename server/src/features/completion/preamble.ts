import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { declaredName } from "../../expectations/declared.ts";
import { pathSpan } from "../../expectations/path.ts";
import { tlsVersions } from "../../format/connectionDirectives.ts";
import { directiveInfo, directivesOf, type OfferedValues } from "../../format/directives.ts";
import { readTags } from "../../format/directiveValues.ts";
import type { SoapHttpDocument } from "../../format/document.ts";
import { directiveValues } from "../../format/preamble.ts";
import { rulesOf } from "../../rules/registry.ts";
import { lineAt } from "../../text/lines.ts";
import { snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { authSchemes } from "../../variables/authDirective.ts";
import { sectionsOfSegments } from "../support/section.ts";
import { ownPaths } from "./exchangeValues.ts";
import { completeExpectation, headerNames, operatorEntries } from "./expectation.ts";
import { type Completion, type CompletionContext, type CompletionEntry, completions, documentation } from "./item.ts";
import { callEntries, completeCondition, requestPaths } from "./mock/conditions.ts";
import { responseSnippets } from "./mock/responses.ts";
import { operationNames, operationSnippets } from "./operations.ts";
import { requestSnippets, separator } from "./requestSnippets.ts";
import { completeMethod, statusLines } from "./startLine.ts";
import { argumentNames, stepsAt } from "./variables.ts";

const offers = {
  request: {
    startLines: completeMethod,
    snippets: (context: CompletionContext, at: Span) => [
      ...operationSnippets(context, at),
      ...requestSnippets(context, at),
    ],
  },
  response: { startLines: statusLines, snippets: responseSnippets },
  callback: { startLines: statusLines, snippets: responseSnippets },
};

/** Completions in lines above or without a start line: directives, variables, start lines, and complete messages. */
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
  // If there are headers without a start line above them, the start line is suggested.
  if (message) return message.syntax.startLine || message.segment.document ? [] : startLines(replace);
  return [...snippets(context, replace), ...startLines(replace)];
}

function completeDirective(context: CompletionContext, offset: number, marker: string, word: string): Completion[] {
  // After a blank, nothing is suggested: `#` may become a separator, and `# text` is a comment.
  if (context.trigger === " ") return [];
  const rest = /^[\w-]*/.exec(context.section.text.slice(offset, offset + 50))?.[0].length ?? 0;
  const replace = { start: offset - word.length, end: offset + rest };
  const isColumnZero = /^#{1,2}$/.test(marker) && word === "";
  return [
    ...completeDirectiveName(context, replace, /[ \t]$/.test(marker) ? "" : " "),
    ...(isColumnZero ? [separator({ start: offset - marker.length, end: offset }, 1)] : []),
  ];
}

/** Variable definitions `@name = value`: for names that are used but not defined, and for any name. */
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

/** The names of directives. `before`: text to insert before the name, such as a blank. */
function completeDirectiveName(context: CompletionContext, replace: Span, before: string): Completion[] {
  const entries = directivesOf(context.section.placed.segment.kind).map((info) => {
    const label = `@${info.name}`;
    return { label, insert: snippet`${before}${label}${info.value}`, documentation: documentation(info), order: 0 };
  });
  return completions(CompletionItemKind.Keyword, replace, entries);
}

function completeDirectiveValue(
  context: CompletionContext,
  directive: string,
  start: number,
  offset: number,
): readonly Completion[] {
  const { text, placed } = context.section;
  const { offered, condition, isBeforeSending } = directiveInfo(placed.segment.kind, directive) ?? {};
  const from = start + (condition?.(text.slice(start, offset)) ?? Number.NaN);
  if (offset >= from && isBeforeSending) return completeValueCondition(context, from, offset);
  if (offset >= from)
    return stepsBehindPath(context, from, offset) ?? completeExpectation(text, from, offset, () => ownPaths(context));
  switch (offered) {
    case undefined:
      return [];
    case "call":
    case "condition":
      return completeCondition(context, start, offset, offered === "call" ? callEntries : []);
    case "credentials":
      return completeCredentials(context, start, offset);
    default: {
      const path = text.indexOf("=", start) + 1;
      const steps =
        (offered === "assignment" || offered === "setting" || offered === "exchange") &&
        path > 0 &&
        stepsBehindPath(context, path, offset);
      if (steps) return steps;
      const word = Math.max(start, text.lastIndexOf(" ", offset - 1) + 1, text.lastIndexOf("\t", offset - 1) + 1);
      const entries = valuesOf(context, offered, text.slice(start, word).trim());
      return completions(CompletionItemKind.EnumMember, { start: word, end: offset }, entries);
    }
  }
}

function completeValueCondition({ section }: CompletionContext, start: number, offset: number): readonly Completion[] {
  const { text, analysis } = section;
  const word = Math.max(start, text.lastIndexOf(" ", offset - 1) + 1);
  const before = text.slice(start, word).trim();
  const replace = { start: word, end: offset };
  if (before !== "")
    return completions(CompletionItemKind.Keyword, replace, before.includes(" ") ? [] : operatorEntries());
  const names = analysis.scope.variables.names.map((name) => ({ label: `{{${name}}}` }));
  return completions(CompletionItemKind.Variable, replace, names);
}

/** Completions of steps behind a value that begins at `start` and isn't followed by a comparison. */
function stepsBehindPath(context: CompletionContext, start: number, offset: number): readonly Completion[] | undefined {
  const { text, placed } = context.section;
  if (placed.segment.kind === "response" || start > offset) return undefined;
  const { end } = pathSpan(text, { start, end: offset });
  return text.slice(end, offset).trim() === "" ? stepsAt(context, text.slice(start, offset), offset, true) : undefined;
}

function tagsIn({ segments }: SoapHttpDocument): readonly string[] {
  const typed = segments.flatMap(({ segment }) => directiveValues(segment, "tag"));
  return [...new Set(typed.flatMap((value) => readTags(value) ?? []))];
}

const tlsOptions = [
  ...tlsVersions.map((version) => `minVersion=${version}`),
  'ciphers="DEFAULT@SECLEVEL=0"',
  "servername=",
  "legacyRenegotiation",
];

/** Values of `# @set` other than paths. */
const settings: readonly CompletionEntry[] = [
  { label: "body matches", insert: snippet`body matches "${stop(1, "id=(\\d+)")}"` },
  { label: "header", insert: snippet`header ${stop(1, "Location")}` },
  { label: "{{a}} + {{b}}", insert: snippet`{{${stop(1, "a")}}} + {{${stop(2, "b")}}}` },
];

/** By kind of message: returns the paths from which messages of a file can read values. */
const pathsOf = { request: ownPaths, response: requestPaths, callback: ownPaths };

/** The values of a directive. `before`: the complete words before the cursor. */
function valuesOf(
  context: CompletionContext,
  offered: readonly string[] | Exclude<OfferedValues, "call" | "condition" | "credentials">,
  before: string,
): readonly CompletionEntry[] {
  const { section } = context;
  const { kind } = section.placed.segment;
  switch (offered) {
    case "assignment":
      if (before.endsWith("=")) return pathsOf[kind](context);
      return kind === "response" && before === "" ? section.analysis.scope.variables.names : [];
    case "codes":
      return Object.values(rulesOf[kind === "request" ? kind : "response"]).flatMap((rules) =>
        rules.map(({ code, source }) => ({ label: code, note: source })),
      );
    case "environments":
      return section.analysis.resolver.environmentNames.filter((name) => !before.split(/[ \t]+/).includes(name));
    case "exchange":
      return before.endsWith("=") ? otherNames(section).flatMap((name) => bodyValues(context, name)) : [];
    case "imports":
      return before === "" ? [] : /[ \t]as$/.test(before) ? [] : ["as ", "each"];
    case "operations":
      return operationNames(section);
    case "requests":
      return otherNames(section);
    case "renewal":
      return before === "" ? otherNames(section) : /[ \t]/.test(before) ? [] : ["when"];
    case "row":
      return before.endsWith("=") ? ["header ", "query ", ...requestPaths(context)] : [];
    case "setting":
      if (before.endsWith("=")) return [...ownPaths(context), ...settings];
      return /=[ \t]*header$/.test(before) ? headerNames() : [];
    case "tags":
      return tagsIn(section.analysis.document).filter((tag) => !before.split(/[ \t]+/).includes(tag));
    case "tls":
      return [...(before === "" ? section.analysis.scope.resolver.keys.names() : []), ...tlsOptions];
    case "wsdls":
      return section.analysis.scope.resolver.contracts.locations();
    default: {
      const typed = before === "" ? 0 : before.split(/[ \t]+/).length;
      return offered.flatMap((value) => value.split(" ").slice(typed).join(" ") || []);
    }
  }
}

/** The schemes of `# @auth`, or names of variables. `from`: the start of the value. */
function completeCredentials(context: CompletionContext, from: number, offset: number): readonly Completion[] {
  const typed = context.section.text.slice(from, offset);
  const start = startOfTrailing(typed, /[^\s"\\]/);
  const before = typed.slice(0, start);
  if (before.trim() === "negotiate") return [];
  if (before.trim() !== "") return /["]$/.test(before) ? [] : argumentNames(context, from + start, offset);
  return completions(CompletionItemKind.EnumMember, { start: from + start, end: offset }, authSchemes);
}

/** References to values in the body of the last response to a request, or the beginning of such a reference. */
function bodyValues({ pathsIn }: CompletionContext, name: string): readonly string[] {
  const paths = pathsIn?.(name, "response").map(({ path }) => path) ?? [];
  return (paths.length > 0 ? paths : ["//*:"]).map((path) => `${name}.response.body.${path}`);
}

function otherNames({ analysis, placed }: CompletionContext["section"]): readonly string[] {
  const own = declaredName(placed.segment);
  return [...analysis.scope.variables.declared.requests].filter((name) => name !== own);
}
