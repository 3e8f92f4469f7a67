import * as l10n from "@vscode/l10n";
import { declaredIn, declaredName } from "../../expectations/declared.ts";
import { isProblem } from "../../expectations/problem.ts";
import { readExpectation } from "../../expectations/readExpectation.ts";
import { skipBlanks } from "../../expectations/words.ts";
import { directiveInfo } from "../../format/directives.ts";
import type { BodySignature } from "../../message/bodySignatures.ts";
import { contentLengthVariable, type PlacedValue, type Scope, type VariableValue } from "../../message/scope.ts";
import { signatureOptions } from "../../security/signatureOptionTable.ts";
import { oneLine } from "../../text/lines.ts";
import { type Reference, referenceAt } from "../../text/references.ts";
import { covers, holds, type Span, slice } from "../../text/span.ts";
import { builtInOf } from "../../variables/builtInReferences.ts";
import { computedReference } from "../../variables/computed/reader.ts";
import { readSteps } from "../../variables/computed/readSteps.ts";
import type { ReceivedValue } from "../../variables/sending.ts";
import { cycleText } from "../../variables/value.ts";
import { keyMarkdown } from "../support/keyFacts.ts";
import { code, paragraphs, prose } from "../support/markdown.ts";
import { conditionFacts, requestParts } from "../support/mockFacts.ts";
import type { MessageSection } from "../support/section.ts";
import { shownValue } from "../support/shownValue.ts";
import { factMarkdown, sourceMarkdown } from "../support/sources.ts";
import { operatorFacts, subjectFacts } from "../support/testFacts.ts";
import type { Hover } from "./hoverAt.ts";

/** A separator, a directive or a variable definition above a request. */
export function hoverPreamble(
  { text, separator, preamble, analysis, placed }: MessageSection,
  offset: number,
): Hover | undefined {
  const { kind } = placed.segment;
  if (separator && offset < 3) {
    const meaning =
      kind === "response"
        ? l10n.t("Separator: ends one response and begins the next.")
        : l10n.t("Request separator: ends one request and begins the next.");
    return { start: 0, end: 3, markdown: prose(meaning) };
  }
  const item = preamble.find((one) => holds(one, offset));
  if (!item || item.kind === "comment") return undefined;
  const name = slice(text, item.name);
  if (item.kind === "variable") {
    return covers(item.name, offset) ? { ...item.name, markdown: variableMarkdown(analysis.scope, name) } : undefined;
  }
  const at = { start: item.name.start - "@".length, end: item.name.end };
  if (name === "expect" && offset >= item.value.start) return hoverExpectation(text, item.value, offset);
  const subject = kind === "response" && name === "when" ? hoverCondition(text, item.value, offset) : undefined;
  if (subject) return subject;
  const info = directiveInfo(kind, name);
  return info && covers(at, offset) ? { ...at, markdown: factMarkdown(info, `@${name}`) } : undefined;
}

/** The first word of a condition. */
function hoverCondition(text: string, value: Span, offset: number): Hover | undefined {
  const start = skipBlanks(text, value);
  const [word] = /^[a-z]+(?=\s)/.exec(text.slice(start, Math.min(value.end, start + 20))) ?? [];
  const fact = conditionFacts.find(({ name }) => name === word);
  const at = { start, end: start + (fact?.name.length ?? 0) };
  return fact && covers(at, offset) ? { ...at, markdown: factMarkdown(fact, fact.name) } : undefined;
}

/** The subject or the comparison of an expectation. */
function hoverExpectation(text: string, value: Span, offset: number): Hover | undefined {
  const expectation = readExpectation(text, value);
  if (isProblem(expectation)) return undefined;
  const start = skipBlanks(text, value);
  const { kind } = expectation.subject;
  const subject = subjectFacts().find(({ name }) => name === (kind === "body text" ? "body" : kind));
  const at = { start, end: start + (subject?.name.length ?? 0) };
  if (subject && covers(at, offset)) return { ...at, markdown: factMarkdown(subject, subject.name) };
  const { operator, at: place } = expectation.check ?? {};
  const fact = operatorFacts().find(({ name }) => name === operator);
  return fact && place && covers(place, offset) ? { ...place, markdown: factMarkdown(fact, fact.name) } : undefined;
}

/** The value that another response has given to a name, or a sentence about why it has none; undefined for other names. */
export type ReceivedValues = (name: string) => ReceivedValue | string | undefined;

/** The value of a variable, where a reference to it is replaced. */
export function hoverVariable(section: MessageSection, offset: number, received?: ReceivedValues): Hover | undefined {
  const { text, references, message, analysis } = section;
  const reference =
    references.find((one) => text[one.start] !== "{" && covers(one, offset)) ?? bracedAt(section, offset);
  if (!reference) return undefined;
  const { start, end, name } = reference;
  const count = name === contentLengthVariable ? message?.bodyLength : undefined;
  const { scope } = analysis;
  // Before a request is sent, the scope has no values of responses.
  const placed = message?.placedAt(start);
  const lookedUp =
    scope.lookup(name, placed).kind === "atSending" ? (received?.(name) ?? howToReceive(name, analysis)) : undefined;
  if (typeof lookedUp === "object") {
    const value = { kind: "text", origin: l10n.t("the last response"), ...lookedUp } as const;
    return {
      start,
      end,
      markdown: variableMarkdown(
        scope.withValues(() => value),
        name,
      ),
    };
  }
  if (lookedUp !== undefined) return { start, end, markdown: paragraphs(code(`{{${name}}}`), prose(lookedUp)) };
  const signature = message?.body?.signatures.all.find((one) => one.reference.start === start);
  const option = signature && optionAt(text, start, offset);
  if (option) return option;
  const markdown = variableMarkdown(scope, name, count, placed);
  return { start, end, markdown: signature ? paragraphs(markdown, signatureMarkdown(signature)) : markdown };
}

/** The reference in braces at an offset. It is on one line. */
function bracedAt({ text, references }: MessageSection, offset: number): Reference | undefined {
  const from = text.lastIndexOf("{{", offset + 1);
  const near = from >= 0 ? referenceAt(text, from) : undefined;
  return near && offset < near.end ? references.find(({ start }) => start === near.start) : undefined;
}

/** How a variable that a response sets gets its value; undefined for other names. */
function howToReceive(name: string, { document }: MessageSection["analysis"]): string | undefined {
  const [setBy] = declaredIn(document).setBy.get(name) ?? [];
  const request = setBy && declaredName(setBy);
  if (!setBy) return undefined;
  return request === undefined
    ? l10n.t("A response sets this variable. Run the tests of this file.")
    : l10n.t(
        "The response of {0} has not been received in this window. Send it, or run the tests of this file.",
        request,
      );
}

/** @param count the present value of `$contentLength` */
function variableMarkdown(scope: Scope, name: string, count?: number, placed?: PlacedValue): string {
  const builtIn = builtInOf(name);
  const part =
    scope.kind === "response" ? requestParts.find((one) => `${name}.`.startsWith(`${one.name}.`)) : undefined;
  const value = scope.lookup(name, placed);
  const title = `${code(`{{${name}}}`)}${value.kind === "text" ? ` = ${code(shownValue(value))}` : ""}`;
  return paragraphs(
    title,
    ...stepsMarkdown(scope, name, placed),
    builtIn && prose(builtIn.meaning()),
    count === undefined ? undefined : l10n.t("Now: {0}", code(String(count))),
    part && prose(part.meaning()),
    prose(originText(value, scope)),
    keyMarkdown(scope.keys, name),
    builtIn && sourceMarkdown(builtIn.source),
  );
}

/** A line for each step: what it does, and what it gives here. */
function stepsMarkdown(scope: Scope, name: string, placed: PlacedValue | undefined): readonly string[] {
  const computed = computedReference(name);
  if (!computed) return [];
  return readSteps(name, computed).flatMap((read) => {
    if (!read) return [];
    const value = scope.content(name.slice(0, read.end), placed);
    const after =
      value.kind === "bytes" ? bytesText(value.length) : value.kind === "text" ? shownValue(value) : undefined;
    const meaning = `${code(read.step.name)}: ${prose(read.step.meaning())}`;
    return [after === undefined ? meaning : `${meaning} → ${code(oneLine(after, 60))}`];
  });
}

function bytesText(length: number | undefined): string {
  return length === undefined ? l10n.t("bytes") : l10n.t("{0} bytes", length);
}

function originText(value: VariableValue, scope: Scope): string {
  switch (value.kind) {
    case "text":
      return value.text === "" ? l10n.t("An empty value, from {0}.", value.origin) : l10n.t("From {0}.", value.origin);
    case "atSending":
      return scope.kind === "response"
        ? l10n.t("The value is different for each request.")
        : l10n.t("The value is generated when the request is sent.");
    case "cycle":
      return l10n.t("The value refers to itself: {0}.", cycleText(value.names));
    case "broken":
      return l10n.t("The definition contains a variable that has no value.");
    case "undefined":
      return value.why ?? l10n.t("The variable isn't defined. {0}", scope.lookedIn());
  }
}

/** The name of an option of a signature at an offset. @param start of the braces */
function optionAt(text: string, start: number, offset: number): Hover | undefined {
  for (const { 1: word = "", index } of text.slice(start, offset + maxName).matchAll(/[ \t]([A-Za-z\d]{1,30})=/g)) {
    const at = { start: start + index + 1, end: start + index + 1 + word.length };
    const option = covers(at, offset) ? signatureOptions.find(({ name }) => name === word) : undefined;
    if (option) return { ...at, markdown: factMarkdown(option, option.name) };
  }
  return undefined;
}

const maxName = 30;

/** What a signature covers, and how, as far as it is known before sending. */
function signatureMarkdown({ parts, plan }: BodySignature): string {
  const names = parts.map(({ uri, elements: [element] }) => (element ? `${element.local} (${uri || "/"})` : uri));
  const signs = names.length === 0 ? "" : l10n.t("It signs {0}.", names.join(", "));
  if (!plan) return prose(signs);
  const { hash, name } = plan.method;
  const algorithm = `${name}-${hash.replace("-", "").toLowerCase()}`;
  const how = l10n.t(
    "Algorithm: {0}. Certificate: {1}. The element has {2} characters.",
    algorithm,
    plan.certificate.subject,
    plan.text.length,
  );
  return paragraphs(prose(signs), prose(how));
}
