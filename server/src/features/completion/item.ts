import type { CompletionItemKind } from "vscode-languageserver-types";
import { messageOf } from "../../analysis.ts";
import type { Fact } from "../../http/facts.ts";
import type { Message } from "../../message.ts";
import { lineEnd, lineStart } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { paragraphs, prose } from "../support/markdown.ts";
import type { RequestSection } from "../support/section.ts";
import { sourceLinks } from "../support/sources.ts";

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
  return { start: lineStart(text, offset), end: lineEnd(text, offset) };
}

/**
 * A text with places for the author to fill in. Built of pieces, so that what a message holds (`$`, `}`) can't be taken
 * for a place, and so that a client that knows no snippets gets the same text.
 */
export type Snippet = readonly Piece[];

export type Piece = string | Stop;

/** A place that the cursor goes to, in the order of the numbers; 0 is the last one. */
export interface Stop {
  readonly stop: number;
  /** What stands there until it is overwritten; of choices, the first. */
  readonly texts: readonly string[];
}

export function stop(number: number, ...texts: readonly string[]): Stop {
  return { stop: number, texts };
}

/** A template: strings as they are, stops, and snippets in it. A tab is one level of indentation. */
export function snippet(strings: TemplateStringsArray, ...values: readonly (string | Stop | Snippet)[]): Snippet {
  return joined(strings.flatMap((text, index) => [text, values[index] ?? ""]));
}

/** Lines with line breaks between. */
export function lines(parts: readonly (Snippet | string)[]): Snippet {
  return joined(parts.flatMap((part, index) => [index > 0 ? "\n" : "", part]));
}

/** In a row; neighbouring texts become one. */
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

/** Without the `<` that it begins with, for where that is typed already. */
export function behindLess([first, ...rest]: Snippet): Snippet {
  return typeof first === "string" ? [first.replace(/^</, ""), ...rest] : [first ?? "", ...rest];
}

/** Each line of it so many levels further in. */
export function indented(text: Snippet, levels: number): Snippet {
  const tabs = "\t".repeat(levels);
  return [tabs, ...text.map((piece) => (typeof piece === "string" ? piece.replaceAll("\n", `\n${tabs}`) : piece))];
}

/** As LSP's snippet syntax has it. */
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

/** With what stands at the places, and two spaces for a tab. */
export function plainText(pieces: Snippet): string {
  return pieces
    .map((piece) => (typeof piece === "string" ? piece : (piece.texts[0] ?? "")))
    .join("")
    .replaceAll("\t", "  ");
}
