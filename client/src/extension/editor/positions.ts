import * as vscode from "vscode";
import type { Position, Range, TextEdit } from "vscode-languageserver-types";

/*
 * Conversion between LSP's and VS Code's positions. VS Code's own objects lose their content when they are posted to a
 * worker.
 */

export function toPosition({ line, character }: vscode.Position): Position {
  return { line, character };
}

export function toEditorRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

export function toEditorLocation({ uri, range }: { readonly uri: string; readonly range: Range }): vscode.Location {
  return new vscode.Location(vscode.Uri.parse(uri), toEditorRange(range));
}

/** Returns a diagnostic with a note about a file, which is no error of a request. */
export function toEditorDiagnostic({ range, message }: { readonly range: Range; readonly message: string }) {
  const diagnostic = new vscode.Diagnostic(toEditorRange(range), message, vscode.DiagnosticSeverity.Information);
  diagnostic.source = "soaphttp";
  return diagnostic;
}

export function toEditorEdits(edits: readonly TextEdit[]): vscode.TextEdit[] {
  return edits.map(({ range, newText }) => new vscode.TextEdit(toEditorRange(range), newText));
}

/** Resolves with false if the document has changed in the meantime: then VS Code applies nothing. */
export function applyTextEdits(
  editor: vscode.TextEditor,
  edits: readonly vscode.TextEdit[],
  undoStops?: { readonly undoStopBefore: boolean; readonly undoStopAfter: boolean },
): Thenable<boolean> {
  return editor.edit((builder) => {
    for (const { range, newText } of edits) builder.replace(range, newText);
  }, undoStops);
}

/** Changes a document, which is shown or not. Resolves with false if VS Code applies nothing. */
export function applyEdits(
  uri: vscode.Uri,
  edits: readonly (vscode.TextEdit | vscode.SnippetTextEdit)[],
): Thenable<boolean> {
  const change = new vscode.WorkspaceEdit();
  change.set(uri, [...edits] as vscode.TextEdit[]);
  return vscode.workspace.applyEdit(change);
}

export function startOfLine(line: number): vscode.Range {
  return new vscode.Range(line, 0, line, 0);
}
