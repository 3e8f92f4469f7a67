import * as vscode from "vscode";
import { EndTagRequest, isTypedLanguage } from "../../../../server/src/protocol/protocol.ts";
import type { Span } from "../../../../server/src/text/span.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { applyEdits, applyTextEdits, toPosition } from "../editor/positions.ts";
import { afterChange, afterMove, noEndTags, type OwnEndTags, toRemove } from "./ownEndTags.ts";

/**
 * Inserts the end tag when the user types the `>` of a start tag, with the cursor before it. A user who types the end tag
 * too gets it only once. Setting: `soaphttp.autoClosingTags`.
 *
 * VS Code rejects each of these edits if the document has changed in the meantime, so they can't get between keys that were
 * typed later. After that, an insertion is not tried again, but a removal is.
 */
export class EndTags implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #states = new Map<vscode.TextDocument, OwnEndTags>();
  readonly #editing = new Set<vscode.TextDocument>();
  readonly #following = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((event) => this.#change(event)),
    vscode.window.onDidChangeTextEditorSelection((event) => this.#move(event)),
    vscode.workspace.onWillSaveTextDocument((event) => {
      const removed = this.#toRemove(event.document);
      if (removed.length > 0) event.waitUntil(Promise.resolve(removed));
    }),
    vscode.workspace.onDidCloseTextDocument((document) => this.#states.delete(document)),
  );

  constructor(server: LanguageServer) {
    this.#server = server;
  }

  dispose(): void {
    this.#following.dispose();
  }

  #change({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const cached = this.#states.get(document);
    if (!cached && !(isTypedLanguage(document.languageId) && contentChanges[0]?.text === ">")) return;
    const state = afterChange(cached ?? noEndTags, {
      changes: contentChanges,
      isUndoOrRedo: reason !== undefined,
      isEnabled: isEnabled(document),
      textOf: (span) => document.getText(rangeOf(document, span)),
    });
    this.#setState(document, state);
    if (state.places.length > 0 || toRemove(state).length > 0) void this.#edit(document);
  }

  #move({ textEditor, selections }: vscode.TextEditorSelectionChangeEvent): void {
    const { document } = textEditor;
    const state = this.#states.get(document);
    if (!state || textEditor !== vscode.window.activeTextEditor) return;
    const cursors = selections.map(({ active }) => document.offsetAt(active));
    this.#setState(document, afterMove(state, cursors));
  }

  #setState(document: vscode.TextDocument, state: OwnEndTags): void {
    if (state.tags.length > 0 || state.places.length > 0) this.#states.set(document, state);
    else this.#states.delete(document);
  }

  #toRemove(document: vscode.TextDocument): readonly vscode.TextEdit[] {
    const tags = toRemove(this.#states.get(document) ?? noEndTags);
    return tags.map((tag) => vscode.TextEdit.delete(rangeOf(document, tag)));
  }

  /** Makes one edit at a time, until none is left. */
  async #edit(document: vscode.TextDocument): Promise<void> {
    if (this.#editing.has(document)) return;
    this.#editing.add(document);
    try {
      for (;;) {
        // First the language client's listener must notify the server of the change.
        await new Promise<void>((resolve) => setTimeout(resolve, 0));
        const removed = this.#toRemove(document);
        const places = this.#states.get(document)?.places ?? [];
        if (removed.length > 0) await this.#remove(document, removed);
        else if (places.length > 0) await this.#insert(document, places);
        else return;
      }
    } finally {
      this.#editing.delete(document);
    }
  }

  /** Removes end tags so that one undo reverts the edit together with the typed text. */
  async #remove(document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): Promise<void> {
    const { version } = document;
    const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
    if (editor) await applyTextEdits(editor, edits, { undoStopBefore: false, undoStopAfter: false });
    // If the document is unchanged, no editor can remove the tags.
    if (document.version === version) this.#states.delete(document);
  }

  /** Inserts a snippet, which leaves the cursor before it. `TextEditor.insertSnippet` would focus the editor. */
  async #insert(document: vscode.TextDocument, places: readonly number[]): Promise<void> {
    const { version } = document;
    const positions = places.map((place) => document.positionAt(place));
    const params = { uri: document.uri.toString(), positions: positions.map(toPosition) };
    const result = await this.#server.request(EndTagRequest, params).catch(() => undefined);
    const state = this.#states.get(document);
    if (document.version !== version || state?.places !== places) return;
    const inserting = result?.version === version ? commonTag(result.tags) : undefined;
    if (inserting === undefined || vscode.window.activeTextEditor?.document !== document) {
      this.#setState(document, { ...state, places: [] });
      return;
    }
    this.#setState(document, { ...state, inserting });
    const snippet = new vscode.SnippetString("$0").appendText(inserting);
    const edits = positions.map((position) => vscode.SnippetTextEdit.insert(position, snippet));
    await applyEdits(document.uri, edits);
    const current = this.#states.get(document);
    const isOver = document.version === version;
    if (current) this.#setState(document, { ...current, inserting: undefined, places: isOver ? [] : current.places });
  }
}

/** Returns the end tag for all cursors, if they have the same one: all of them get it, or none. */
function commonTag([first, ...others]: readonly (string | null)[]): string | undefined {
  return others.every((one) => one === first) ? (first ?? undefined) : undefined;
}

function rangeOf(document: vscode.TextDocument, { start, end }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

function isEnabled(document: vscode.TextDocument): boolean {
  if (!isTypedLanguage(document.languageId) || vscode.window.activeTextEditor?.document !== document) return false;
  return vscode.workspace.getConfiguration("soaphttp", document).get("autoClosingTags") !== false;
}
