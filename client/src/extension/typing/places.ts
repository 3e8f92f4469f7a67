import * as vscode from "vscode";

/*
 * LSP's places as VS Code's and back. VS Code's own objects can't be sent: posted to a worker they lose what they say.
 */

interface Place {
  readonly line: number;
  readonly character: number;
}

export function toPosition({ line, character }: vscode.Position): Place {
  return { line, character };
}

export function toTextEdits(
  edits: readonly { readonly range: { readonly start: Place; readonly end: Place }; readonly newText: string }[],
): vscode.TextEdit[] {
  return edits.map(({ range: { start, end }, newText }) => {
    return new vscode.TextEdit(new vscode.Range(start.line, start.character, end.line, end.character), newText);
  });
}
