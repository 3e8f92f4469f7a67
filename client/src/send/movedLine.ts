/** A replacement in a document: LSP's and VS Code's changes fit. Lines and characters are zero-based. */
export interface LineChange {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly text: string;
}
interface Place {
  readonly line: number;
  readonly character: number;
}

/** Where a line is after a change. One that was replaced itself stays where the change began. */
export function movedLine(line: number, { range: { start, end }, text }: LineChange): number {
  const pushesDown = start.character === 0 && start.line === end.line && end.character === 0;
  if (start.line > line || (start.line === line && !pushesDown)) {
    return line;
  }
  const added = text.split(/\r\n|\r|\n/).length - 1;
  return Math.max(start.line, line + added - (end.line - start.line));
}
