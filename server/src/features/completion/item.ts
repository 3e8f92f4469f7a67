import type { CompletionItemKind } from "vscode-languageserver-types";
import { messageOf } from "../../analysis.ts";
import type { Fact } from "../../http/facts.ts";
import type { Message } from "../../message.ts";
import type { Span } from "../../text/span.ts";
import { paragraphs, prose } from "../support/markdown.ts";
import type { RequestSection } from "../support/section.ts";
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
  /** The line ends that the document must have for this completion. */
  readonly lineEnds?: "\r\n";
}

/** What the completions of a list don't share. A string is a label. */
export type Entry = string | (Partial<Completion> & Pick<Completion, "label">);

/** A list of completions; those that don't specify it insert their label and keep their order, counted from `first`. */
export function completions(
  kind: CompletionItemKind,
  replace: Span,
  entries: readonly Entry[],
  first = 0,
): Completion[] {
  return entries.map((entry, index) => {
    const { label, ...others } = typeof entry === "string" ? { label: entry } : entry;
    return { label, kind, replace, insert: label, order: first + index, ...others };
  });
}

export interface CompletionContext {
  readonly section: RequestSection;
  /** The character that was just typed, if the editor asks because of it. */
  readonly trigger: string | undefined;
}

export interface MessageContext extends CompletionContext {
  readonly message: Message;
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

/**
 * A text with places to fill in. It consists of pieces, so that `$` and `}` in a message don't become such places, and
 * clients without snippets get the same text.
 */
export type Snippet = readonly Piece[];

export type Piece = string | Stop;

/** A tab stop. The cursor visits them in the order of their numbers, 0 last. */
export interface Stop {
  readonly stop: number;
  /** The text that the user overwrites, or several to choose from. */
  readonly texts: readonly string[];
}

export function stop(number: number, ...texts: readonly string[]): Stop {
  return { stop: number, texts };
}

/** A template of strings, stops and other snippets. A tab is one level of indentation. */
export function snippet(strings: TemplateStringsArray, ...values: readonly (string | Stop | Snippet)[]): Snippet {
  return joined(strings.flatMap((text, index) => [text, values[index] ?? ""]));
}

export function lines(parts: readonly (Snippet | string)[]): Snippet {
  return joined(parts.flatMap((part, index) => [index > 0 ? "\n" : "", part]));
}

/** One snippet of several; adjacent strings become one. */
function joined(parts: readonly (string | Stop | Snippet)[]): Snippet {
  const pieces: Piece[] = [];
  const add = (piece: Piece) => {
    const last = pieces.at(-1);
    if (typeof piece === "string" && typeof last === "string") pieces[pieces.length - 1] = last + piece;
    else if (piece !== "") pieces.push(piece);
  };
  for (const part of parts) {
    if (typeof part === "string" || "stop" in part) add(part);
    else for (const piece of part) add(piece);
  }
  return pieces;
}

/** Without the `<` at the beginning, for a place where it is already typed. */
export function withoutLess([first, ...rest]: Snippet): Snippet {
  return typeof first === "string" ? [first.replace(/^</, ""), ...rest] : [first ?? "", ...rest];
}

export function indented(text: Snippet, levels = 1): Snippet {
  const tabs = "\t".repeat(levels);
  return [tabs, ...text.map((piece) => (typeof piece === "string" ? piece.replaceAll("\n", `\n${tabs}`) : piece))];
}

/** LSP's snippet syntax. */
export function snippetSyntax(pieces: Snippet): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece.replace(/[\\$}]/g, "\\$&");
      const { stop: number, texts } = piece;
      if (texts.length > 1) return `\${${number}|${texts.map((text) => text.replace(/[\\,|]/g, "\\$&")).join(",")}|}`;
      const [text = ""] = texts;
      return text === "" ? `$${number}` : `\${${number}:${text.replace(/[\\$}]/g, "\\$&")}}`;
    })
    .join("");
}

/** The text with the first choice at each stop, and two spaces for a tab. */
export function plainText(text: string | Snippet): string {
  if (typeof text === "string") return text;
  return text
    .map((piece) => (typeof piece === "string" ? piece : (piece.texts[0] ?? "")))
    .join("")
    .replaceAll("\t", "  ");
}
