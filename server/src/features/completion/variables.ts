import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { directiveInfo } from "../../format/directives.ts";
import { requestHeaders } from "../../http/facts.ts";
import { attachmentsIn } from "../../message/messageAttachments.ts";
import { encryptionOptions } from "../../security/encryption/encryptionOptions.ts";
import { nameableIn } from "../../security/header.ts";
import { signatureOptions } from "../../security/signatureOptionTable.ts";
import { charsetNames } from "../../text/charset.ts";
import { lineAt, oneLine } from "../../text/lines.ts";
import { snippet, stop } from "../../text/snippet.ts";
import { type Span, slice } from "../../text/span.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { beforeArgument } from "../../variables/builtIn.ts";
import { keyIn, takesValues } from "../../variables/builtInReferences.ts";
import { builtIns } from "../../variables/builtIns.ts";
import { computedReference } from "../../variables/computed/reader.ts";
import { nextArguments } from "../../variables/computed/readSteps.ts";
import type { StepArgument } from "../../variables/computed/step.ts";
import { steps } from "../../variables/computed/steps.ts";
import { elementAt } from "../../xml/query.ts";
import { requestParts } from "../support/directiveFacts.ts";
import { certificateMarkdown, keyCertificate } from "../support/keyFacts.ts";
import { code, paragraphs, prose } from "../support/markdown.ts";
import { shownValue } from "../support/shownValue.ts";
import { exchangeValues } from "./exchangeValues.ts";
import { type Completion, type CompletionContext, completions, documentation } from "./item.ts";
import { requestPaths } from "./mock/conditions.ts";

/** References to the received request, such as `request.body.…`. `replace`: from the braces to the cursor or further. */
function requestValues(context: CompletionContext, replace: Span): Completion[] {
  const typed = slice(context.section.text, replace);
  if (/^request\.headers\./.test(typed)) {
    const names = requestHeaders.map(({ name }) => `request.headers.${name}`);
    return completions(
      CompletionItemKind.Variable,
      replace,
      names.map((label) => ({ label, insert: `${label}}}` })),
    );
  }
  const paths = requestPaths(context).map((one) => (typeof one === "string" ? one : one.label));
  const values = paths.filter((path) => path !== "//");
  const entries = requestParts.map((fact) => ({
    label: fact.name,
    insert: inserts.get(fact.name)?.(values) ?? `${fact.name}}}`,
    documentation: documentation(fact),
  }));
  const ofPaths = values.map((path) => ({ label: `request.body.${path}`, insert: `request.body.${path}}}` }));
  return completions(CompletionItemKind.Variable, replace, [...entries, ...ofPaths]);
}

const inserts = new Map([
  ["request.body", (paths: readonly string[]) => snippet`request.body.${stop(1, paths[0] ?? "//*:Name")}}}`],
  ["request.headers", () => snippet`request.headers.${stop(1, "Accept")}}}`],
  ["request.query", () => snippet`request.query.${stop(1, "id")}}}`],
]);

const valuesOf = { request: exchangeValues, response: requestValues, callback: exchangeValues };

/** Completions of variables after `{{`. They also replace the braces. `undefined` for other places. */
export function completeVariable(context: CompletionContext, offset: number): readonly Completion[] | undefined {
  const { text } = context.section;
  const open = openBraces(text, offset);
  if (open === undefined || !isReplaced(context, open)) return undefined;
  const step = stepsAt(context, text.slice(open + 2, offset), offset);
  if (step) return step;
  const options = securityOptionsAt(context, text.slice(open + 2, offset), open + 2);
  if (options) return options;
  const name = argumentStart(text, open, offset);
  if (name !== undefined) return argumentNames(context, name, offset);
  const end = offset + (/^[\w$.-]*/.exec(text.slice(offset, offset + maxLength))?.[0].length ?? 0);
  const names = keyNames(context, text.slice(open + 2, offset), offset, end - offset);
  if (names) return names;
  const token = /^\$auth\.token\("?([^"()]*)$/.exec(text.slice(open + 2, offset));
  if (token) return tokenNames(context, { start: offset - (token[1] ?? "").length, end: offset });
  // Some editors insert the closing braces automatically.
  const closed = /^\}{0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  const replace = { start: open + 2, end: end + closed };
  const ofExchanges = valuesOf[context.section.placed.segment.kind](context, replace, offset);
  if (context.trigger === ".") {
    return text[open + 2] === "$" ? builtInVariables(context, replace, text.slice(open + 2, offset)) : ofExchanges;
  }
  return [...ownVariables(context, replace), ...ofExchanges, ...builtInVariables(context, replace)];
}

/** Completions behind `|`: steps that accept the value before it, or variables for the arguments of a step. */
export function stepsAt(
  context: CompletionContext,
  typed: string,
  offset: number,
  hasPath?: boolean,
): readonly Completion[] | undefined {
  // Behind a path, a `|` begins a step if a letter follows it.
  const computed = computedReference(`${typed}x`, hasPath);
  const last = computed?.steps.at(-1);
  if (!computed || !last) return undefined;
  const text = typed.slice(last.start);
  const rest = /^[\w-]*/.exec(context.section.text.slice(offset, offset + maxLength))?.[0].length ?? 0;
  const replace = { start: offset - text.length, end: offset + rest };
  const { analysis, message } = context.section;
  const before = typed.slice(0, typed.lastIndexOf("|", last.start)).trimEnd();
  const input = analysis.scope.content(before, message?.placedAt(offset));
  const opaque = input.kind === "bytes" ? input.opaque : undefined;
  const offered = steps.filter(
    ({ name, takes }) => name.startsWith(text) && (takes === "bytes" || opaque === undefined),
  );
  if (offered.length === 0 && /[ \t]/.test(text)) {
    const start = startOfTrailing(text, /[^\s"]/);
    const at = { start: offset - (text.length - start), end: offset + rest };
    return (nextArguments(text.slice(0, start)) ?? []).flatMap((argument) => {
      if (argument.kind === "option") return optionOrValues(context, argument, text.slice(start), at);
      if (text.includes("=", start)) return [];
      if (argument.kind === "key") {
        const variables = argument.isVariable ? argumentNames(context, at.start, offset) : [];
        return [...keyCompletions(context, at), ...variables];
      }
      if (argument.kind === "word") return completions(CompletionItemKind.EnumMember, at, argument.choices);
      if (argument.kind === "charset") return completions(CompletionItemKind.EnumMember, at, charsetNames());
      return argument.kind === "value" ? argumentNames(context, at.start, offset) : [];
    });
  }
  const entries = (offered.length > 0 ? offered : steps).map((item) => {
    const examples = item.arguments.flatMap(({ usage, optional }) => (optional ? [] : usage));
    return {
      label: item.name,
      insert: [item.name, ...examples.flatMap((usage, index) => [" ", stop(index + 1, usage)])],
      note: item.gives === "bytes" ? l10n.t("gives bytes") : l10n.t("gives text"),
      documentation: documentation(item),
    };
  });
  return completions(CompletionItemKind.Function, replace, entries);
}

/** Completions of an option, or of its values behind `=`. `typed`: the word that is replaced. */
function optionOrValues(
  context: CompletionContext,
  { usage, choices }: Extract<StepArgument, { readonly kind: "option" }>,
  typed: string,
  { start, end }: Span,
): readonly Completion[] {
  const name = `${usage}=`;
  if (!typed.includes("=")) return completions(CompletionItemKind.Property, { start, end }, [name]);
  if (!typed.startsWith(name)) return [];
  const at = { start: start + name.length, end };
  return completions(CompletionItemKind.EnumMember, at, choices ?? context.section.analysis.scope.variables.names);
}

const optionTables = { signature: signatureOptions, encrypted: encryptionOptions } as const;

/** Options, or the values of an option, behind a key name. `from`: the offset of the text between the braces. */
function securityOptionsAt(context: CompletionContext, typed: string, from: number): readonly Completion[] | undefined {
  const word = /^\$(signature|encrypted)[ \t]+\S+[ \t](?:.*[ \t])?(?:([A-Za-z\d]+)=("[^"]*|[^\s"]*)|[A-Za-z\d]*)$/.exec(
    typed,
  );
  if (!word) return undefined;
  const offset = from + typed.length;
  const [, variable, name, given = ""] = word;
  const options = optionTables[variable === "encrypted" ? "encrypted" : "signature"];
  const rest = /^[\w-]*/.exec(context.section.text.slice(offset, offset + maxLength))?.[0].length ?? 0;
  if (name === undefined) {
    const replace = { start: from + startOfTrailing(typed, /[^\s]/), end: offset + rest };
    const entries = options.map((option) => ({
      label: option.name,
      insert: option.several
        ? [`${option.name}="`, stop(1, option.choices?.[0] ?? ""), '"']
        : [`${option.name}=`, stop(1, option.choices?.[0] ?? "")],
      documentation: documentation(option),
    }));
    return completions(CompletionItemKind.Property, replace, entries);
  }
  const replace = { start: from + typed.length - given.length + startOfTrailing(given, /[^\s"]/), end: offset + rest };
  const choices = options.find((option) => option.name === name)?.choices ?? [];
  return completions(CompletionItemKind.EnumMember, replace, name === "parts" ? partsAt(context, from) : choices);
}

/** The names and ids to which a signature or an encryption at an offset can refer. */
function partsAt({ section: { message, text } }: CompletionContext, offset: number): readonly string[] {
  const start = text.lastIndexOf("{{", offset);
  const { all = [], encryptions = [] } = message?.body?.signatures ?? {};
  const own = [...all, ...encryptions].find(({ reference }) => reference.start === start);
  if (!own || !message) return [];
  const names = nameableIn(own.document, elementAt(own.document, own.place.start));
  return [
    ...names,
    ...[...attachmentsIn(message, own.planned.text).keys()].flatMap((id) => (/["\s{}]/.test(id) ? [] : `cid:${id}`)),
  ];
}

/** The start of the word at an offset in the arguments of credentials; `undefined` in other places. */
function argumentStart(text: string, open: number, offset: number): number | undefined {
  const before = text.slice(open + 2, offset);
  if (!takesValues(before)) return undefined;
  const start = open + 2 + startOfTrailing(before, /[^\s"]/);
  return start > open + 2 && /[ \t]/.test(text[start - 1] ?? "") ? start : undefined;
}

/** Completions with names of variables without braces, for arguments of credentials. */
export function argumentNames(context: CompletionContext, start: number, offset: number): readonly Completion[] {
  const rest = /^[\w$.-]*/.exec(context.section.text.slice(offset, offset + maxLength))?.[0].length ?? 0;
  const entries = context.section.analysis.scope.variables.names;
  return completions(CompletionItemKind.Variable, { start, end: offset + rest }, entries);
}

const maxLength = 200;

function openBraces(text: string, offset: number): number | undefined {
  const from = text.lastIndexOf("{{", offset - 1);
  if (from < 0 || from + 2 > offset || offset - from > maxLength) return undefined;
  return /^\{\{(?:[A-Za-z_$][^{}\r\n]*)?$/.test(text.slice(from, offset)) ? from : undefined;
}

/** Whether references at an offset are replaced. They aren't in comments, in names, and in some directives. */
function isReplaced({ section: { placed } }: CompletionContext, offset: number): boolean {
  const { kind, message = placed.segment.document, preamble, text } = placed.segment;
  if (!message || offset < message.start) {
    return preamble.some((item) => {
      const isText =
        item.kind === "variable" ||
        (item.kind === "directive" && directiveInfo(kind, slice(text, item.name))?.replaced);
      return isText && item.value.start <= offset && offset <= item.end;
    });
  }
  const first = message.startLine;
  if (first && offset <= first.end) return true;
  if (message.body && offset >= message.body.start) return true;
  const { start } = lineAt(text, offset);
  const line = message.headerLines.find((one) => one.start === start);
  return line?.kind === "field" && offset > line.colon;
}

function ownVariables({ section }: CompletionContext, replace: Span): Completion[] {
  const { scope } = section.analysis;
  const entries = scope.variables.names.map((name) => {
    const value = scope.lookup(name);
    const isText = value.kind === "text";
    return {
      label: name,
      insert: `${name}}}`,
      note: isText && !value.secret ? oneLine(value.text, 60) : undefined,
      documentation: isText ? paragraphs(code(shownValue(value)), prose(l10n.t("From {0}.", value.origin))) : undefined,
      order: 0,
    };
  });
  return completions(CompletionItemKind.Variable, replace, entries);
}

function builtInVariables({ section }: CompletionContext, replace: Span, typed = ""): Completion[] {
  const isInHead = section.message?.isInHead(replace.start) === true;
  const offered = builtIns.filter(({ name, placedIn }) => name.startsWith(typed) && (isInHead || placedIn !== "head"));
  const entries = offered.map((fact) => {
    const examples = fact.arguments.flatMap(({ usage, optional, example }) => example ?? (optional ? [] : usage));
    return {
      label: fact.name,
      insert: [
        fact.name,
        ...examples.flatMap((example, index) => [
          fact.arguments[0] ? beforeArgument(fact.arguments[0]) : " ",
          stop(index + 1, example),
        ]),
        "}}",
      ],
      note: examples.join(" ") || undefined,
      documentation: documentation(fact),
      order: 1,
    };
  });
  return completions(CompletionItemKind.Function, replace, entries);
}

/** Keys behind a variable such as `$certificate `. `typed`: from the braces; `rest`: length of the rest of the word. */
function keyNames(
  context: CompletionContext,
  typed: string,
  offset: number,
  rest: number,
): readonly Completion[] | undefined {
  const start = /^\S+[ \t]+[\w-]*$/.test(typed) ? keyIn(typed) : undefined;
  if (start === undefined) return undefined;
  return keyCompletions(context, { start: offset - start.length, end: offset + rest });
}

/** Completions with names of OAuth 2 configurations. They replace closing characters that an editor has inserted. */
function tokenNames({ section }: CompletionContext, replace: Span): readonly Completion[] {
  const quote = section.text[replace.start - 1] === '"' ? "" : '"';
  const rest = /^"?\)?\}{0,2}/.exec(section.text.slice(replace.end, replace.end + 4))?.[0].length ?? 0;
  const at = { start: replace.start, end: replace.end + rest };
  const entries = section.analysis.scope.resolver.tokenNames.map((label) => ({
    label,
    insert: `${quote}${label}")}}`,
  }));
  return completions(CompletionItemKind.Value, at, entries);
}

function keyCompletions({ section }: CompletionContext, replace: Span): readonly Completion[] {
  const { keys } = section.analysis.scope.resolver;
  const entries = keys.names().map((name) => {
    const certificate = keyCertificate(keys, name);
    return {
      label: name,
      note: certificate?.subject,
      documentation: certificate && certificateMarkdown(certificate),
    };
  });
  return completions(CompletionItemKind.Value, replace, entries);
}
