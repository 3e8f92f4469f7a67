import type { CompletionItemKind } from "vscode-languageserver-types";
import { messageOf } from "../../analysis.ts";
import type { Fact } from "../../http/facts.ts";
import type { Message } from "../../message.ts";
import type { Span } from "../../text/span.ts";
import { paragraphs, prose } from "../support/markdown.ts";
import type { RequestSection } from "../support/section.ts";
import { sourceLinks } from "../support/sources.ts";
import type { Snippet } from "./snippet.ts";

/** Something that an author may want to have at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** What it takes the place of: on the cursor's line, the cursor in it. UTF-16, in the segment's text. */
  readonly replace: Span;
  readonly insert: string | Snippet;
  /** Beside the label: a namespace, a value, "required". */
  readonly note?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  /** What the typed text is compared with; the label where it is `undefined`. */
  readonly filter?: string;
  /** Lower comes first. */
  readonly order: number;
  /** The line ends that the document has to have for it. */
  readonly lineEnds?: "\r\n";
}

/** Where an editor asks for completions. */
export interface CompletionContext {
  /** The section that the cursor is in. */
  readonly section: RequestSection;
  /** The character that was typed just before, where the editor asks because of it. */
  readonly trigger: string | undefined;
}

/** The requests of the document, but for the one that the cursor is in; the nearest ones first. */
export function otherMessages({ section: { analysis, placed } }: CompletionContext): readonly Message[] {
  const { segments } = analysis.document;
  const at = segments.indexOf(placed);
  return segments
    .map(({ segment }, index) => ({ segment, distance: Math.abs(index - at) }))
    .filter(({ distance }) => distance > 0)
    .sort((a, b) => a.distance - b.distance)
    .flatMap(({ segment }) => messageOf(analysis, segment) ?? []);
}

export function documentation({ meaning, source }: Pick<Fact, "meaning" | "source">): string {
  return paragraphs(prose(meaning()), sourceLinks(source));
}

/** The line that an offset is in, without its line break. */
export function lineAt(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start--;
  let end = offset;
  while (end < text.length && !isBreak(text.charCodeAt(end))) end++;
  return { start, end };
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}
