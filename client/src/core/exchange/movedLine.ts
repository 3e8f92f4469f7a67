/** A replacement in a document: LSP's and VS Code's changes fit. Lines and characters are zero-based. */
export interface LineChange {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly text: string;
}
interface Place {
  readonly line: number;
  readonly character: number;
}

/**
 * Where a line is after a change. Undefined where it is gone: it was deleted, or replaced with what stood before it. One
 * that was replaced from its beginning on is where it was.
 */
export function movedLine(line: number | undefined, change: LineChange): number | undefined {
  if (line === undefined || isGone(line, change)) return undefined;
  const { range, text } = change;
  const { start, end } = range;
  const pushesDown = start.character === 0 && start.line === end.line && end.character === 0;
  if (start.line > line || (start.line === line && !pushesDown)) return line;
  const added = text.split(/\r\n|\r|\n/).length - 1;
  return Math.max(start.line, line + added - (end.line - start.line));
}

function isGone(line: number, { range: { start, end }, text }: LineChange): boolean {
  if (end.line <= line) return false;
  return start.line < line || (start.line === line && start.character === 0 && text === "");
}
