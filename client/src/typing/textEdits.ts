import * as vscode from "vscode";

interface Place {
  readonly line: number;
  readonly character: number;
}

/** LSP's edits as VS Code's. */
export function toTextEdits(
  edits: readonly { readonly range: { readonly start: Place; readonly end: Place }; readonly newText: string }[],
): vscode.TextEdit[] {
  return edits.map(({ range: { start, end }, newText }) => {
    return new vscode.TextEdit(new vscode.Range(start.line, start.character, end.line, end.character), newText);
  });
}
