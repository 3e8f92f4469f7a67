import * as vscode from "vscode";
import { CursorNotification } from "../../../../server/src/protocol/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toPosition } from "../editor/positions.ts";
import { isWrittenHere } from "../editor/requestDocument.ts";

/** Reports to the server where the cursor is, so that it knows which request is being written. */
export function registerCursor(server: LanguageServer): vscode.Disposable {
  let last: vscode.TextDocument | undefined;
  const send = ({ uri }: vscode.TextDocument, position: vscode.Position | null, byAuthor: boolean): void => {
    // Fails only while the server stops; when it runs again, the cursor is reported again.
    server
      .notify(CursorNotification, { uri: uri.toString(), position: position && toPosition(position), byAuthor })
      .catch(() => {});
  };
  const report = (editor: vscode.TextEditor | undefined, kind?: vscode.TextEditorSelectionChangeKind): void => {
    const document = editor && isWrittenHere(editor.document) ? editor.document : undefined;
    if (last !== undefined && last !== document) send(last, null, true);
    last = document;
    if (editor === undefined || document === undefined) return;
    const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
    send(document, editor.selection.active, kind === Keyboard || kind === Mouse);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      if (textEditor === vscode.window.activeTextEditor) report(textEditor, kind);
    }),
    vscode.window.onDidChangeActiveTextEditor((editor) => report(editor)),
    server.onDidStart(() => report(vscode.window.activeTextEditor)),
    // The language of the active document may have changed.
    vscode.workspace.onDidOpenTextDocument((document) => {
      const editor = vscode.window.activeTextEditor;
      // The language client sends the document to the server in the same event, so the report waits until then.
      if (editor?.document === document) setTimeout(() => report(editor), 0);
    }),
  );
}
