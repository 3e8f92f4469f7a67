/**
 * Columns of a text that is read beside another editor: what half of a window of 1280 pixels shows of it, with VS Code's
 * own font and minimap. Word wrap instead would have to be switched on for every plain text.
 */
const width = 54;

/**
 * Breaks a text at its blanks into lines of at most 54 columns; what has no blank (an address) stays whole. `first` stands
 * before the first line, and blanks of the same width before the others.
 */
export function wrap(text: string, first = ""): readonly string[] {
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
