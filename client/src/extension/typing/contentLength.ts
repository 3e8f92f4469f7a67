import * as vscode from "vscode";
import { ContentLengthRequest, languageId } from "../../../../server/src/protocol.ts";
import type { Span } from "../../../../server/src/text/span.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { applyEdits, toPosition, toTextEdits } from "../editor/positions.ts";
import { changedSpans } from "./changedSpans.ts";

/**
 * Keeps Content-Length headers right, where the author asks for that: `soaphttp.contentLength.update` is `onType` or
 * `onSave`. While typing only the counts that follow from what was changed; what is undone stays undone.
 */
export class ContentLengthUpdates implements vscode.Disposable {
  readonly #server: LanguageServer;
  /** What was changed and not yet counted, by the document. */
  readonly #changed = new Map<vscode.TextDocument, readonly Span[]>();
  readonly #counting = new Set<vscode.TextDocument>();
  readonly #following: vscode.Disposable;

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#following = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => this.#note(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#changed.delete(document)),
      vscode.workspace.onWillSaveTextDocument((event) => {
        if (wanted(event.document) === "onSave") event.waitUntil(this.#edits(event.document));
      }),
    );
  }

  dispose(): void {
    this.#following.dispose();
  }

  #note({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0) return;
    if (reason !== undefined || wanted(document) !== "onType") {
      this.#changed.delete(document);
      return;
    }
    this.#changed.set(document, changedSpans(contentChanges, this.#changed.get(document)));
    void this.#count(document);
  }

  /** One question at a time: what is typed meanwhile is in the next one. */
  async #count(document: vscode.TextDocument): Promise<void> {
    if (this.#counting.has(document)) return;
    this.#counting.add(document);
    try {
      while (this.#changed.has(document)) {
        // All listeners hear of a change before the server is asked, the one among them that tells the server.
        await new Promise<void>((resolve) => setTimeout(resolve, 0));
        const { version } = document;
        const pending = this.#changed.get(document) ?? [];
        const edits = await this.#edits(document, pending);
        if (document.version !== version) continue;
        this.#changed.delete(document);
        const applied = edits.length === 0 || (await apply(document, edits));
        // Something was typed at the same moment: it is counted together with that.
        if (!applied && document.version !== version) {
          this.#changed.set(document, [...pending, ...(this.#changed.get(document) ?? [])]);
        }
      }
    } finally {
      this.#counting.delete(document);
    }
  }

  /** None where the server is down, or knows another version: then there is a later question, or none to be saved. */
  async #edits(document: vscode.TextDocument, changed?: readonly Span[]): Promise<vscode.TextEdit[]> {
    const { version } = document;
    const ranges = changed?.map(({ start, end }) => ({
      start: toPosition(document.positionAt(start)),
      end: toPosition(document.positionAt(end)),
    }));
    const params = { uri: document.uri.toString(), ...(ranges ? { changed: ranges } : {}) };
    const answer = await this.#server.request(ContentLengthRequest, params).catch(() => undefined);
    return answer?.version === version && document.version === version ? toTextEdits(answer.edits) : [];
  }
}

function wanted(document: vscode.TextDocument): unknown {
  if (document.languageId !== languageId) return undefined;
  return vscode.workspace.getConfiguration("soaphttp", document).get("contentLength.update");
}

/** In one step with what was typed, so that one undo takes back both. */
async function apply(document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): Promise<boolean> {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  if (editor) return applyEdits(editor, edits, { undoStopBefore: false, undoStopAfter: false });
  const change = new vscode.WorkspaceEdit();
  change.set(document.uri, [...edits]);
  return await vscode.workspace.applyEdit(change);
}
