/** A text with tab stops, in pieces: `$` and `}` in it don't become tab stops. It can be written without tab stops. */
export type Snippet = readonly Piece[];

export type Piece = string | Stop;

/** A tab stop. The cursor visits tab stops in the order of their numbers; 0 is last. */
export interface Stop {
  readonly stop: number;
  /** The placeholder text that the user overwrites, or several choices. */
  readonly texts: readonly string[];
}

export function stop(number: number, ...texts: readonly string[]): Stop {
  return { stop: number, texts };
}

/** Template tag for strings, tab stops and other snippets. A tab is one level of indentation. */
export function snippet(strings: TemplateStringsArray, ...values: readonly (string | Stop | Snippet)[]): Snippet {
  return joined(strings.flatMap((text, index) => [text, values[index] ?? ""]));
}

export function lines(parts: readonly (Snippet | string)[]): Snippet {
  return joined(parts.flatMap((part, index) => [index > 0 ? "\n" : "", part]));
}

export function joined(parts: readonly (string | Stop | Snippet)[]): Snippet {
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

/** The snippet without its first `<`, for a place where it is already typed. */
export function withoutLess([first, ...rest]: Snippet): Snippet {
  return typeof first === "string" ? [first.replace(/^</, ""), ...rest] : [first ?? "", ...rest];
}

export function indented(text: Snippet, levels = 1): Snippet {
  const tabs = "\t".repeat(levels);
  return [tabs, ...text.map((piece) => (typeof piece === "string" ? piece.replaceAll("\n", `\n${tabs}`) : piece))];
}

/** The same snippets with distinct numbers of tab stops, so that they can be joined. */
export function numbered(snippets: readonly Snippet[]): readonly Snippet[] {
  let before = 0;
  return snippets.map((pieces) => {
    let most = 0;
    const own = pieces.map((piece) => {
      if (typeof piece === "string" || piece.stop === 0) return piece;
      most = Math.max(most, piece.stop);
      return { ...piece, stop: piece.stop + before };
    });
    before += most;
    return own;
  });
}

/** Replaces each tab by two spaces, and line breaks by these line endings. */
export function indentedWithSpaces(pieces: Snippet, lineEnds: string): Snippet {
  const spaced = (text: string) => text.replaceAll("\t", "  ").replaceAll("\n", lineEnds);
  return pieces.map((piece) =>
    typeof piece === "string" ? spaced(piece) : { ...piece, texts: piece.texts.map(spaced) },
  );
}

export function snippetSyntax(pieces: Snippet): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece.replace(/[\\$}]/g, "\\$&");
      const { stop: number, texts } = piece;
      // VS Code reads a list of choices as text if one choice is empty.
      const isList = texts.length > 1 && texts.every((text) => text !== "");
      if (isList) return `\${${number}|${texts.map((text) => text.replace(/[\\,|]/g, "\\$&")).join(",")}|}`;
      const [text = ""] = texts;
      return text === "" ? `$${number}` : `\${${number}:${text.replace(/[\\$}]/g, "\\$&")}}`;
    })
    .join("");
}

/** The text with the first choice at each tab stop, and two spaces for each tab. */
export function plainText(text: string | Snippet): string {
  if (typeof text === "string") return text;
  return text
    .map((piece) => (typeof piece === "string" ? piece : (piece.texts[0] ?? "")))
    .join("")
    .replaceAll("\t", "  ");
}
