import * as vscode from "vscode";
import { CursorNotification, languageId } from "../../../../server/src/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toPosition } from "./places.ts";

/** Reports to the server where the cursor is, so that it knows which request is being written. */
export class Cursor implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #following: vscode.Disposable;
  /** The document that the cursor was last reported in. */
  #document: vscode.TextDocument | undefined;

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#following = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        if (textEditor === vscode.window.activeTextEditor) this.#report(textEditor, kind);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#report(editor)),
      server.onDidStart(() => this.#report(vscode.window.activeTextEditor)),
      // A document of another language that becomes one of requests stays in its editor.
      vscode.workspace.onDidOpenTextDocument((document) => {
        const editor = vscode.window.activeTextEditor;
        // After the client has told the server of the document, which it does in the same event.
        if (editor?.document === document) setTimeout(() => this.#report(editor), 0);
      }),
    );
  }

  dispose(): void {
    this.#following.dispose();
  }

  #report(editor: vscode.TextEditor | undefined, kind?: vscode.TextEditorSelectionChangeKind): void {
    const document = editor?.document.languageId === languageId ? editor.document : undefined;
    if (this.#document !== undefined && this.#document !== document) this.#send(this.#document, null, true);
    this.#document = document;
    if (editor === undefined || document === undefined) return;
    const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
    this.#send(document, editor.selection.active, kind === Keyboard || kind === Mouse);
  }

  #send({ uri }: vscode.TextDocument, position: vscode.Position | null, byAuthor: boolean): void {
    // Fails only while the server stops; when it runs again, the cursor is reported anew.
    this.#server
      .notify(CursorNotification, { uri: uri.toString(), position: position && toPosition(position), byAuthor })
      .catch(() => {});
  }
}
