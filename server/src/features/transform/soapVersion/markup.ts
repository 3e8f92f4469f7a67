import type { XmlElement } from "../../../xml/tree.ts";

/** Markup that is written anew: as text, or an element with what is in it. */
export type Piece = string | ElementPiece;

export interface ElementPiece {
  /** The name with the attributes behind it. */
  readonly tag: string;
  /** Text, or pieces that may stand on lines of their own. */
  readonly content: string | readonly Piece[];
}

/** What stands between the elements: nothing at all, or a line break and an indentation for each depth. */
export interface Layout {
  /** Before a child of the element that the pieces go into. */
  readonly before: string;
  readonly unit: string;
  /** Before that element's end tag. */
  readonly after: string;
}

export function element(tag: string, content: string | readonly Piece[]): ElementPiece {
  return { tag, content };
}

/** How the content of an element is laid out. */
export function layoutOf(text: string, { children, startTagEnd, endTag }: XmlElement): Layout {
  const [first] = children;
  const end = endTag?.start ?? startTagEnd;
  const before = first?.kind === "text" ? whiteSpace(text.slice(first.start, first.end)) : "";
  const last = children.at(-1);
  const after = last?.kind === "text" && last.end === end ? whiteSpace(text.slice(last.start, end)) : "";
  const isIndented = /[\r\n]/.test(before) && before.length > after.length && before.startsWith(after);
  return { before, after, unit: isIndented ? before.slice(after.length) : /[\r\n]/.test(before) ? "  " : "" };
}

export function markup(pieces: readonly Piece[], { before, unit, after }: Layout): string {
  return `${pieces.map((piece) => before + written(piece, before, unit)).join("")}${after}`;
}

function written(piece: Piece, before: string, unit: string): string {
  if (typeof piece === "string") return piece;
  const { tag, content } = piece;
  const [name = ""] = tag.split(/\s/);
  if (typeof content === "string") return `<${tag}>${content}</${name}>`;
  return `<${tag}>${markup(content, { before: before + unit, unit, after: before })}</${name}>`;
}

function whiteSpace(text: string): string {
  return text.trim() === "" ? text : "";
}
