import * as vscode from "vscode";
import { ContentLengthRequest, isTypedLanguage } from "../../../../server/src/protocol/protocol.ts";
import type { Span } from "../../../../server/src/text/span.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { applyEdits, applyTextEdits, toEditorEdits, toPosition } from "../editor/positions.ts";
import { changedSpans } from "./changedSpans.ts";

/** On type, updates only the headers that depend on the changed text, and none after undo. */
export function registerContentLengthUpdates(server: LanguageServer): vscode.Disposable {
  /** The changes of each document that are not counted yet. */
  const changed = new Map<vscode.TextDocument, readonly Span[]>();
  const counting = new Set<vscode.TextDocument>();

  /** Sends one request at a time. The next one includes the text that is typed in the meantime. */
  const count = async (document: vscode.TextDocument): Promise<void> => {
    if (counting.has(document)) return;
    counting.add(document);
    try {
      while (changed.has(document)) {
        // First the language client's listener must notify the server of the change.
        await new Promise<void>((resolve) => setTimeout(resolve, 0));
        const { version } = document;
        const pending = changed.get(document) ?? [];
        const edits = await countedEdits(server, document, pending);
        if (document.version !== version) continue;
        changed.delete(document);
        const applied = edits.length === 0 || (await apply(document, edits));
        // The edits weren't applied because the user typed at the same moment, so the lengths are counted again.
        if (!applied && document.version !== version) {
          changed.set(document, [...pending, ...(changed.get(document) ?? [])]);
        }
      }
    } finally {
      counting.delete(document);
    }
  };

  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
      if (contentChanges.length === 0) return;
      if (reason !== undefined || settingFor(document) !== "onType") {
        changed.delete(document);
        return;
      }
      changed.set(document, changedSpans(contentChanges, changed.get(document)));
      void count(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => changed.delete(document)),
    vscode.workspace.onWillSaveTextDocument((event) => {
      if (settingFor(event.document) === "onSave") event.waitUntil(countedEdits(server, event.document));
    }),
  );
}

/** None if the server is down or has another version of the document. */
async function countedEdits(
  server: LanguageServer,
  document: vscode.TextDocument,
  changed?: readonly Span[],
): Promise<vscode.TextEdit[]> {
  const { version } = document;
  const ranges = changed?.map(({ start, end }) => ({
    start: toPosition(document.positionAt(start)),
    end: toPosition(document.positionAt(end)),
  }));
  const params = { uri: document.uri.toString(), ...(ranges ? { changed: ranges } : {}) };
  const result = await server.request(ContentLengthRequest, params).catch(() => undefined);
  return result?.version === version && document.version === version ? toEditorEdits(result.edits) : [];
}

function settingFor(document: vscode.TextDocument): unknown {
  if (!isTypedLanguage(document.languageId)) return undefined;
  return vscode.workspace.getConfiguration("soaphttp", document).get("contentLength.update");
}

/** Applies edits so that one undo reverts them together with the typed text. */
async function apply(document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): Promise<boolean> {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  if (editor) return applyTextEdits(editor, edits, { undoStopBefore: false, undoStopAfter: false });
  return applyEdits(document.uri, edits);
}

const shownKey = "contentLengthNote.shown";

/** Informs the user once that Content-Length can be updated automatically, when a wrong value is first corrected. */
export function registerContentLengthNote(
  state: Pick<vscode.Memento, "get" | "update">,
  questions: () => Pick<Questions, "contentLengthUpdate">,
): vscode.Disposable {
  /** The line whose wrong value was changed last. */
  let changed: { readonly document: vscode.TextDocument; readonly line: number } | undefined;
  const update = ({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void => {
    if (!isTypedLanguage(document.languageId) || contentChanges.length === 0) return;
    const line = contentChanges[0]?.range.start.line ?? 0;
    const continues = changed?.document === document && changed.line === line;
    changed = undefined;
    if (contentChanges.length > 1 || reason !== undefined || !hasCount(document, line)) return;
    // The diagnostics are still the ones from before the change.
    if (continues || isWrong(document, line)) changed = { document, line };
  };
  const offer = async (): Promise<void> => {
    const { document, line } = changed ?? {};
    if (document === undefined || line === undefined || !hasCount(document, line) || isWrong(document, line)) return;
    changed = undefined;
    const settings = vscode.workspace.getConfiguration("soaphttp", document);
    if (settings.get("contentLength.update") !== "off" || state.get(shownKey)) return;
    await state.update(shownKey, true);
    const chosen = await questions().contentLengthUpdate();
    if (chosen) await settings.update("contentLength.update", chosen, vscode.ConfigurationTarget.Global);
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(update),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const uri = changed?.document.uri.toString();
      if (uris.some((one) => one.toString() === uri)) void offer();
    }),
  );
}

function hasCount(document: vscode.TextDocument, line: number): boolean {
  return line < document.lineCount && /^content-length:[ \t]*\d/i.test(document.lineAt(line).text);
}

function isWrong({ uri }: vscode.TextDocument, line: number): boolean {
  return vscode.languages.getDiagnostics(uri).some(({ code, range }) => {
    const rule = typeof code === "object" ? code.value : undefined;
    return range.start.line === line && /^(?:response-)?content-length-(?:mismatch|invalid)$/.test(`${rule}`);
  });
}
