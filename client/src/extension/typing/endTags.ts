import * as vscode from "vscode";
import { EndTagRequest, languageId } from "../../../../server/src/protocol.ts";
import type { Span } from "../../../../server/src/text/span.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toPosition } from "../editor/positions.ts";
import { afterChange, afterMove, noEndTags, type OwnEndTags, toRemove } from "./ownEndTags.ts";

/**
 * Inserts the end tag when the author types the `>` of a start tag, with the cursor before it. An author who types the
 * end tag as well gets it once. Setting: `soaphttp.autoClosingTags`.
 *
 * VS Code refuses each of these edits where the document has changed in the meantime, so nothing lands among keys that
 * were typed later: an insertion is then given up, a removal is tried again.
 */
export class EndTags implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #states = new Map<vscode.TextDocument, OwnEndTags>();
  readonly #working = new Set<vscode.TextDocument>();
  readonly #following: vscode.Disposable;

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#following = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => this.#change(event)),
      vscode.window.onDidChangeTextEditorSelection((event) => this.#move(event)),
      vscode.workspace.onWillSaveTextDocument((event) => {
        const removed = this.#toRemove(event.document).map((range) => vscode.TextEdit.delete(range));
        if (removed.length > 0) event.waitUntil(Promise.resolve(removed));
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.#states.delete(document)),
    );
  }

  dispose(): void {
    this.#following.dispose();
  }

  #change({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const known = this.#states.get(document);
    if (!known && !(document.languageId === languageId && contentChanges[0]?.text === ">")) return;
    const state = afterChange(known ?? noEndTags, {
      changes: contentChanges,
      isUndoOrRedo: reason !== undefined,
      isWanted: isWanted(document),
      textOf: (span) => document.getText(rangeOf(document, span)),
    });
    this.#keep(document, state);
    if (state.places.length > 0 || toRemove(state).length > 0) void this.#work(document);
  }

  #move({ textEditor: { document }, textEditor, selections }: vscode.TextEditorSelectionChangeEvent): void {
    const state = this.#states.get(document);
    if (!state || textEditor !== vscode.window.activeTextEditor) return;
    const cursors = selections.map(({ active }) => document.offsetAt(active));
    this.#keep(document, afterMove(state, cursors));
  }

  #keep(document: vscode.TextDocument, state: OwnEndTags): void {
    if (state.tags.length > 0 || state.places.length > 0) this.#states.set(document, state);
    else this.#states.delete(document);
  }

  #toRemove(document: vscode.TextDocument): vscode.Range[] {
    return toRemove(this.#states.get(document) ?? noEndTags).map((tag) => rangeOf(document, tag));
  }

  /** One edit at a time, until there is none left. */
  async #work(document: vscode.TextDocument): Promise<void> {
    if (this.#working.has(document)) return;
    this.#working.add(document);
    try {
      let goesOn = true;
      while (goesOn) {
        // All listeners hear of a change before the server is asked about it, the one among them that tells the server.
        await new Promise<void>((resolve) => setTimeout(resolve, 0));
        const removed = this.#toRemove(document);
        const places = this.#states.get(document)?.places ?? [];
        if (removed.length > 0) await this.#remove(document, removed);
        else if (places.length > 0) await this.#insert(document, places);
        else goesOn = false;
      }
    } finally {
      this.#working.delete(document);
    }
  }

  /** In one step with what was typed, so that one undo takes back both. */
  async #remove(document: vscode.TextDocument, ranges: readonly vscode.Range[]): Promise<void> {
    const { version } = document;
    const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
    const together = { undoStopBefore: false, undoStopAfter: false };
    await editor?.edit((edits) => {
      for (const range of ranges) edits.delete(range);
    }, together);
    // Neither removed nor typed on: there is no editor that can do it.
    if (document.version === version) this.#states.delete(document);
  }

  /** Only a snippet leaves the cursor before the text. `TextEditor.insertSnippet` would take the focus from other views. */
  async #insert(document: vscode.TextDocument, places: readonly number[]): Promise<void> {
    const { version } = document;
    const positions = places.map((place) => document.positionAt(place));
    const params = { uri: document.uri.toString(), positions: positions.map(toPosition) };
    const answer = await this.#server.request(EndTagRequest, params).catch(() => undefined);
    const state = this.#states.get(document);
    if (document.version !== version || state?.places !== places) return;
    const inserting = answer?.version === version ? commonTag(answer.tags) : undefined;
    if (inserting === undefined || vscode.window.activeTextEditor?.document !== document) {
      this.#keep(document, { ...state, places: [] });
      return;
    }
    this.#keep(document, { ...state, inserting });
    const edit = new vscode.WorkspaceEdit();
    const snippet = new vscode.SnippetString("$0").appendText(inserting);
    edit.set(
      document.uri,
      positions.map((position) => vscode.SnippetTextEdit.insert(position, snippet)),
    );
    await vscode.workspace.applyEdit(edit);
    const now = this.#states.get(document);
    const isOver = document.version === version;
    if (now) this.#keep(document, { ...now, inserting: undefined, places: isOver ? [] : now.places });
  }
}

/** Several cursors get the same end tag, or none. */
function commonTag([first, ...others]: readonly (string | null)[]): string | undefined {
  return others.every((one) => one === first) ? (first ?? undefined) : undefined;
}

function rangeOf(document: vscode.TextDocument, { start, end }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

function isWanted(document: vscode.TextDocument): boolean {
  if (document.languageId !== languageId || vscode.window.activeTextEditor?.document !== document) return false;
  return vscode.workspace.getConfiguration("soaphttp", document).get("autoClosingTags") !== false;
}
