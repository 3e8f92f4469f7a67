/** Where something begins and where it ends, in UTF-16. */
export type Span = readonly [start: number, end: number];

/** A text made from another one; `origin`: of what in that one a part of it was made. No part is empty. */
export interface View {
  readonly text: string;
  readonly origin: (part: Span) => Span;
}

/** How often something may be escaped within an escape. */
const deepest = 3;

/** References of XML, percent-encoding, and escapes of JSON and programming languages. */
const escapes =
  /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));|%([\da-f]{2})|\\(?:u([\da-f]{4})|x([\da-f]{2})|(["'\\/bfnrt]))/gi;

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const letters: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const encoder = new TextEncoder();

/**
 * A text as it is, and as often unescaped as that changes it; characters over 0x7f, where they were escaped, as the bytes
 * of UTF-8. `squeezed`: the last of them without white space, which may stand in base64.
 */
export function decoded(text: string): { readonly views: readonly View[]; readonly squeezed: View } {
  let last: View = { text, origin: (part) => part };
  const views = [last];
  for (let depth = 0; depth < deepest; depth++) {
    const next = rewritten(last, escapes, meaning);
    if (next === undefined) break;
    views.push(next);
    last = next;
  }
  return { views, squeezed: rewritten(last, /\s+/g, () => "") ?? last };
}

function meaning(found: RegExpExecArray): string {
  const [, name, decimal, hexadecimal, percent, unit, byte, letter] = found;
  if (name !== undefined) return named[name.toLowerCase()] ?? found[0];
  if (percent !== undefined || byte !== undefined)
    return String.fromCharCode(Number.parseInt(percent ?? byte ?? "", 16));
  if (letter !== undefined) return letters[letter] ?? letter;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? unit ?? "", 16) : Number(decimal);
  if (code < 0x80 || code > 0x10ffff) return code > 0x10ffff ? found[0] : String.fromCharCode(code);
  return String.fromCharCode(...encoder.encode(String.fromCodePoint(code)));
}

/** Undefined where nothing is found. */
function rewritten(view: View, pattern: RegExp, replace: (found: RegExpExecArray) => string): View | undefined {
  const { text } = view;
  const pieces: string[] = [];
  /** Where each piece begins in the new text, and in the old one: by turns one that was copied and one that was made. */
  const marks: Span[] = [];
  let length = 0;
  const add = (piece: string, from: number) => {
    marks.push([length, from]);
    pieces.push(piece);
    length += piece.length;
  };
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    add(text.slice(at, found.index), at);
    add(replace(found), found.index);
    at = found.index + found[0].length;
  }
  if (marks.length === 0) return undefined;
  add(text.slice(at), at);
  /** Of a character: all that it was made of. */
  const source = (offset: number): Span => {
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

/** The last one that begins at an offset or before it. */
function pieceAt(marks: readonly Span[], offset: number): number {
  let [low, high] = [0, marks.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((marks[middle]?.[0] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
