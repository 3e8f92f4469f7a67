/** Columns of a text that is read beside another editor. */
const width = 80;

/**
 * Breaks a text at its blanks into lines of at most 80 columns, or as many as `columns` says; what has no blank (an
 * address) stays whole. `first` stands before the first line, and blanks of the same width before the others.
 */
export function wrap(text: string, first = "", columns = width): readonly string[] {
  const indent = " ".repeat(first.length);
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(" ")) {
    const fresh = line.length === indent.length;
    if (!fresh && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = indent + word;
    } else {
      line += fresh ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}
