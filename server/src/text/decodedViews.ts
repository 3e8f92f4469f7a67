import { predefinedEntities } from "./escapes.ts";
import { firstIndex } from "./search.ts";

/** Start and end of a part of a text, in UTF-16 offsets. */
export type TextRange = readonly [start: number, end: number];

/** A text made by decoding another text. `origin` converts a range of it to the range in the other text. No range is empty. */
export interface DecodedView {
  readonly text: string;
  readonly origin: (part: TextRange) => TextRange;
}

const maxDepth = 3;

/** XML references, percent-encoding, and escapes of JSON and programming languages. */
const escapes =
  /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));|%([\da-f]{2})|\\(?:u([\da-f]{4})|x([\da-f]{2})|(["'\\/bfnrt]))/gi;

const letters: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const encoder = new TextEncoder();

/**
 * A text in several views: unchanged, unescaped once, unescaped twice and so on. Escaped characters above 0x7f become
 * bytes of UTF-8. `squeezed`: the last view without whitespace, because Base64 may contain whitespace.
 */
export function decodedViews(text: string): { readonly views: readonly DecodedView[]; readonly squeezed: DecodedView } {
  let last: DecodedView = { text, origin: (part) => part };
  const views = [last];
  for (let depth = 0; depth < maxDepth; depth++) {
    const next = rewritten(last, escapes, unescaped);
    if (next === undefined) break;
    views.push(next);
    last = next;
  }
  return { views, squeezed: rewritten(last, /\s+/g, () => "") ?? last };
}

function unescaped(match: RegExpExecArray): string {
  const [whole, name, decimal, hexadecimal, percent, unit, byte, letter] = match;
  if (name !== undefined) return predefinedEntities[name.toLowerCase()] ?? whole;
  const octet = percent ?? byte;
  if (octet !== undefined) return String.fromCharCode(Number.parseInt(octet, 16));
  if (letter !== undefined) return letters[letter] ?? letter;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? unit ?? "", 16) : Number(decimal);
  if (code > 0x10ffff) return whole;
  return code < 0x80 ? String.fromCharCode(code) : String.fromCharCode(...encoder.encode(String.fromCodePoint(code)));
}

function rewritten(
  view: DecodedView,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string,
): DecodedView | undefined {
  const { text } = view;
  const pieces: string[] = [];
  /** The start of each piece in the new and in the old text. Copied and replaced pieces alternate. */
  const marks: TextRange[] = [];
  let length = 0;
  const add = (piece: string, from: number) => {
    marks.push([length, from]);
    pieces.push(piece);
    length += piece.length;
  };
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    add(text.slice(at, match.index), at);
    add(replace(match), match.index);
    at = match.index + match[0].length;
  }
  if (marks.length === 0) return undefined;
  add(text.slice(at), at);
  /** The range of the old text that a character of the new text was made from. */
  const source = (offset: number): TextRange => {
    const index = pieceAt(marks, offset);
    const [to, from] = marks[index] ?? [0, 0];
    if (index % 2 === 1) return [from, marks[index + 1]?.[1] ?? text.length];
    return [from + offset - to, from + offset - to + 1];
  };
  return {
    text: pieces.join(""),
    origin: ([start, end]) => view.origin([source(start)[0], source(end - 1)[1]]),
  };
}

function pieceAt(marks: readonly TextRange[], offset: number): number {
  return firstIndex(1, marks.length, (index) => (marks[index]?.[0] ?? 0) > offset) - 1;
}
