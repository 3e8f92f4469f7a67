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
  /** The text that is replaced, which contains the cursor and is on its line. UTF-16 offsets in the segment's text. */
  readonly replace: Span;
  readonly insert: string | Snippet;
  /** A text that is shown next to the label: a namespace, a value, or "required". */
  readonly note?: string | undefined;
  /** The documentation in Markdown. */
  readonly documentation?: string | undefined;
  /** The text that the editor compares with the typed text; by default the label. */
  readonly filter?: string;
  /** The position in the list: lower numbers come first. */
  readonly order: number;
  /** Whether the editor keeps the whitespace of the inserted text, instead of adapting the indentation. */
  readonly asIs?: true;
  /** Whether the list is incomplete, so that the editor requests it again after the next character. */
  readonly incomplete?: true;
  /** Additional edits in the segment, such as the definitions of variables that the inserted text uses. */
  readonly besides?: readonly Edit[];
  /** Whether the editor opens the suggestions again after the insertion. */
  readonly suggestsNext?: true;
  /** The line ending that the document must have for this completion. */
  readonly lineEnds?: "\r\n";
}

/** The properties in which the completions of a list differ. A string is the label. */
export type CompletionEntry = string | (Partial<Completion> & Pick<Completion, "label">);

/** A list of completions. By default, each inserts its label, and has its position in the list, counted from `first`. */
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
  /** The character that the user has just typed, if it triggered the completion. */
  readonly trigger: string | undefined;
  /** Returns paths into the last request or response of the request with a name. */
  readonly pathsIn?: ((name: string, message: "request" | "response") => readonly ElementPath[]) | undefined;
}

export interface MessageContext extends CompletionContext {
  readonly message: Message;
  /** The offset of the cursor in the segment's text, in UTF-16 units. */
  readonly at: number;
}

/** Whether a completion may change the line endings. It may not if that would make Content-Length of other requests wrong. */
export function mayChangeLineEnds(context: CompletionContext): boolean {
  if (context.section.analysis.document.text.includes("\r\n")) return false;
  return otherMessages(context).every(({ hasBody }) => !hasBody);
}

/** The other requests of the document, in order of their distance. */
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

/** The first `limit` distinct texts that aren't empty. */
export function distinct(texts: Iterable<string | undefined>, limit = 20): string[] {
  return [...new Set(texts)].flatMap((text) => text || []).slice(0, limit);
}

export function documentation(fact: Pick<Fact, "meaning" | "source"> | undefined): string | undefined {
  return fact && paragraphs(prose(fact.meaning()), sourceLinks(fact.source));
}

export function codeBlock(language: string, text: Snippet): string {
  return `\`\`\`${language}\n${plainText(text)}\n\`\`\``;
}
