import { CompletionItemKind } from "vscode-languageserver-types";
import { declaredIn, declaredName } from "../../expectations/declared.ts";
import { directiveInfo, directivesOf, type OfferedValues } from "../../format/directives.ts";
import { rulesOf } from "../../rules/registry.ts";
import { snippet } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { authSchemes } from "../../variables/authDirective.ts";
import { ownPaths } from "./exchangeValues.ts";
import { completeExpectation } from "./expectation.ts";
import { type Completion, type CompletionContext, type CompletionEntry, completions, documentation } from "./item.ts";
import { completeCondition, requestPaths } from "./mock/conditions.ts";
import { operationNames } from "./operations.ts";
import { argumentNames } from "./variables.ts";

/** `before`: what the name is inserted after, such as a blank. */
export function completeDirectiveName(context: CompletionContext, replace: Span, before: string): Completion[] {
  const entries = directivesOf(context.section.placed.segment.kind).map((info) => {
    const label = `@${info.name}`;
    return { label, insert: snippet`${before}${label}${info.value}`, documentation: documentation(info), order: 0 };
  });
  return completions(CompletionItemKind.Keyword, replace, entries);
}

/** The value of a directive, which begins at `start`. */
export function completeDirectiveValue(
  context: CompletionContext,
  directive: string,
  start: number,
  offset: number,
): readonly Completion[] {
  const { text, placed } = context.section;
  const offered = directiveInfo(placed.segment.kind, directive)?.offered;
  switch (offered) {
    case undefined:
      return [];
    case "expectation":
      return completeExpectation(text, start, offset, () => ownPaths(context));
    case "condition":
      return completeCondition(context, start, offset);
    case "credentials":
      return completeCredentials(context, start, offset);
    default: {
      const word = Math.max(start, text.lastIndexOf(" ", offset - 1) + 1, text.lastIndexOf("\t", offset - 1) + 1);
      const entries = valuesOf(context, offered, text.slice(start, word).trim());
      return completions(CompletionItemKind.EnumMember, { start: word, end: offset }, entries);
    }
  }
}

/** The paths of the message that a file's messages read values from. */
const pathsOf = { request: ownPaths, response: requestPaths };

/** `before`: the complete words before the cursor. */
function valuesOf(
  context: CompletionContext,
  offered: readonly string[] | Exclude<OfferedValues, "expectation" | "condition" | "credentials">,
  before: string,
): readonly CompletionEntry[] {
  const { section } = context;
  const { kind } = section.placed.segment;
  switch (offered) {
    case "assignment":
      if (before.endsWith("=")) return pathsOf[kind](context);
      return kind === "response" && before === "" ? section.analysis.scope.names : [];
    case "codes":
      return Object.values(rulesOf[kind]).flatMap((rules) =>
        rules.map(({ code, source }) => ({ label: code, note: source })),
      );
    case "operations":
      return operationNames(section);
    case "requests":
      return otherNames(section);
    case "row":
      return before.endsWith("=") ? ["header ", "query ", ...requestPaths(context)] : [];
    case "wsdls":
      return section.analysis.scope.contracts.locations();
    default: {
      const typed = before === "" ? 0 : before.split(/[ \t]+/).length;
      return offered.flatMap((value) => value.split(" ").slice(typed).join(" ") || []);
    }
  }
}

/** The scheme of `# @auth`, or names of variables. `from`: the start of its value. */
function completeCredentials(context: CompletionContext, from: number, offset: number): readonly Completion[] {
  const typed = context.section.text.slice(from, offset);
  const start = startOfTrailing(typed, /[^\s"\\]/);
  const before = typed.slice(0, start);
  if (before.trim() !== "") return /["]$/.test(before) ? [] : argumentNames(context, from + start, offset);
  return completions(CompletionItemKind.EnumMember, { start: from + start, end: offset }, authSchemes);
}

/** The names of the other requests. */
function otherNames({ analysis, placed }: CompletionContext["section"]): readonly string[] {
  const own = declaredName(placed.segment);
  return [...declaredIn(analysis.document).requests].filter((name) => name !== own);
}
