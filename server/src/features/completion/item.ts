import type { CompletionItemKind } from "vscode-languageserver-types";
import { messageOf } from "../../analysis/analysis.ts";
import type { ElementPath } from "../../evaluation/uniquePath.ts";
import type { Fact } from "../../http/facts.ts";
import type { Message } from "../../message/message.ts";
import type { Edit } from "../../rules/rule.ts";
import { plainText, type Snippet } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { paragraphs, prose } from "../support/markdown.ts";
import type { MessageSection } from "../support/section.ts";
import { sourceLinks } from "../support/sources.ts";

export interface Completion {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** The text that it replaces: on the line of the cursor and around it. UTF-16 offsets in the segment's text. */
  readonly replace: Span;
  readonly insert: string | Snippet;
  /** Shown next to the label: a namespace, a value, "required". */
  readonly note?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  /** The text that the editor compares with the typed one; the label if `undefined`. */
  readonly filter?: string;
  /** Lower numbers come first. */
  readonly order: number;
  /** Whether the text is inserted with its own whitespace. */
  readonly asIs?: true;
  /** Whether the list is incomplete: the editor asks again after the next character. */
  readonly incomplete?: true;
  /** What it needs elsewhere in the segment, such as the definitions of its variables. */
  readonly besides?: readonly Edit[];
  /** Whether the editor then suggests what continues it. */
  readonly suggestsNext?: true;
  /** The line endings that the document must have for this completion. */
  readonly lineEnds?: "\r\n";
}

/** The properties in which the completions of a list differ. A string is a label. */
export type CompletionEntry = string | (Partial<Completion> & Pick<Completion, "label">);

/** A list of completions. By default, each inserts its label, and their order is counted from `first`. */
export function completions(
  kind: CompletionItemKind,
  replace: Span,
  entries: readonly CompletionEntry[],
  first = 0,
): Completion[] {
  return entries.map((entry, index) => {
    const { label, ...others } = typeof entry === "string" ? { label: entry } : entry;
    return { label, kind, replace, insert: label, order: first + index, ...others };
  });
}

export interface CompletionContext {
  readonly section: MessageSection;
  /** The character that was just typed, if the editor asks because of it. */
  readonly trigger: string | undefined;
  /** Returns paths into the last request or response of the request with a name. */
  readonly pathsIn?: ((name: string, message: "request" | "response") => readonly ElementPath[]) | undefined;
}

export interface MessageContext extends CompletionContext {
  readonly message: Message;
  /** The cursor: UTF-16 offset in the segment's text. */
  readonly at: number;
}

/** Whether a completion may change the line endings: it would make the counts of other bodies wrong. */
export function mayChangeLineEnds(context: CompletionContext): boolean {
  if (context.section.analysis.document.text.includes("\r\n")) return false;
  return otherMessages(context).every(({ hasBody }) => !hasBody);
}

/** The other requests of the document, the nearest first. */
export function otherMessages({ section: { analysis, placed } }: CompletionContext): readonly Message[] {
  const { segments } = analysis.document;
  const at = segments.indexOf(placed);
  return segments
    .map(({ segment }, index) => ({ segment, distance: Math.abs(index - at) }))
    .filter(({ distance }) => distance > 0)
    .sort((a, b) => a.distance - b.distance)
    .flatMap(({ segment }) => messageOf(analysis, segment) ?? []);
}

export function allMessages(context: MessageContext): readonly Message[] {
  return [context.message, ...otherMessages(context)];
}

/** The first `limit` different texts that aren't empty. */
export function distinct(texts: Iterable<string | undefined>, limit = 20): string[] {
  return [...new Set(texts)].flatMap((text) => text || []).slice(0, limit);
}

export function documentation(fact: Pick<Fact, "meaning" | "source"> | undefined): string | undefined {
  return fact && paragraphs(prose(fact.meaning()), sourceLinks(fact.source));
}

export function codeBlock(language: string, text: Snippet): string {
  return `\`\`\`${language}\n${plainText(text)}\n\`\`\``;
}
