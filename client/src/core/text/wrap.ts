/**
 * Maximum columns of a line: the width of an editor in half of a window of 1280 pixels, with VS Code's default font and
 * the minimap. Word wrap can't be used: it would have to be turned on for all plain text.
 */
const width = 54;

/**
 * Breaks a text at its blanks into lines of at most 54 columns; longer words, such as addresses, stay whole. The first line
 * begins with `first`, the others with blanks of the same width.
 */
export function wrapText(text: string, first = ""): readonly string[] {
  const indent = " ".repeat(first.length);
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(" ")) {
    const fresh = line.length === indent.length;
    if (!fresh && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else {
      line += fresh ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}
