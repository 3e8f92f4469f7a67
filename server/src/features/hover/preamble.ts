import * as l10n from "@vscode/l10n";
import { isProblem } from "../../expectations/problem.ts";
import { readExpectation } from "../../expectations/readExpectation.ts";
import { skipBlanks } from "../../expectations/words.ts";
import { directiveInfo } from "../../format/directives.ts";
import { covers, holds, type Span, slice } from "../../text/span.ts";
import { conditionFacts, operatorFacts, subjectFacts } from "../support/directiveFacts.ts";
import { prose } from "../support/markdown.ts";
import type { MessageSection } from "../support/section.ts";
import { factMarkdown } from "../support/sources.ts";
import type { Hover } from "./hoverAt.ts";
import { variableMarkdown } from "./variable.ts";

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
  const subject =
    kind === "response" && /^(?:when|expect)$/.test(name) ? hoverCondition(text, item.value, offset) : undefined;
  if (subject) return subject;
  const info = directiveInfo(kind, name);
  const condition = item.value.start + (info?.condition?.(slice(text, item.value)) ?? Number.NaN);
  if (offset >= condition) return hoverExpectation(text, { start: condition, end: item.value.end }, offset);
  return info && covers(at, offset) ? { ...at, markdown: factMarkdown(info, `@${name}`) } : undefined;
}

function hoverCondition(text: string, value: Span, offset: number): Hover | undefined {
  const start = skipBlanks(text, value);
  const [word] = /^[a-z]+(?=\s)/.exec(text.slice(start, Math.min(value.end, start + 20))) ?? [];
  const fact = conditionFacts.find(({ name }) => name === word);
  const at = { start, end: start + (fact?.name.length ?? 0) };
  return fact && covers(at, offset) ? { ...at, markdown: factMarkdown(fact, fact.name) } : undefined;
}

function hoverExpectation(text: string, value: Span, offset: number): Hover | undefined {
  const expectation = readExpectation(text, value);
  if (isProblem(expectation)) return undefined;
  const start = skipBlanks(text, value);
  const { kind } = expectation.subject;
  const subject = subjectFacts.find(({ name }) => name === (kind === "body text" ? "body" : kind));
  const at = { start, end: start + (subject?.name.length ?? 0) };
  if (subject && covers(at, offset)) return { ...at, markdown: factMarkdown(subject, subject.name) };
  const { operator, at: place } = expectation.check ?? {};
  const fact = operatorFacts.find(({ name }) => name === operator);
  return fact && place && covers(place, offset) ? { ...place, markdown: factMarkdown(fact, fact.name) } : undefined;
}
