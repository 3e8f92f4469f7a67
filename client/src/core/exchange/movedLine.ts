import type { Range } from "vscode-languageserver-types";

export interface LineChange {
  readonly range: Range;
  readonly text: string;
}

/**
 * The number of a line after a change; undefined if the line was deleted, or replaced together with text before it. A line
 * that was replaced from its beginning keeps its number.
 */
export function movedLine(line: number | undefined, { range: { start, end }, text }: LineChange): number | undefined {
  if (line === undefined) return undefined;
  const includesStart = start.line < line || (start.line === line && start.character === 0 && text === "");
  if (end.line > line && includesStart) return undefined;
  const pushesDown = start.character === 0 && start.line === end.line && end.character === 0;
  if (start.line > line || (start.line === line && !pushesDown)) return line;
  const added = text.split(/\r\n|\r|\n/).length - 1;
  return Math.max(start.line, line + added - (end.line - start.line));
}
