import type { Fact } from "../../http/facts.ts";
import { covers, type Span } from "../../text/span.ts";
import { paragraphs } from "../support/markdown.ts";
import { factMarkdown } from "../support/sources.ts";

export interface Hover extends Span {
  readonly markdown: string;
  readonly isComputed?: true;
}

/** @param details paragraphs between the meaning of the fact and its source */
export function factHover(
  { start, end }: Span,
  fact: Fact | undefined,
  ...details: readonly (string | undefined)[]
): Hover | undefined {
  return fact && { start, end, markdown: factMarkdown(fact, fact.name, ...details) };
}

/** The explanation of a character, followed by that of the text around it. */
export function withCharacter(character: Hover | undefined, text: Hover | undefined): Hover | undefined {
  if (!character || !text) return text ?? character;
  return { ...character, markdown: paragraphs(character.markdown, "---", text.markdown) };
}

export function spanAt(offset: number, ...spans: readonly (Span | undefined)[]): Span | undefined {
  return spans.find((span) => span && covers(span, offset));
}
