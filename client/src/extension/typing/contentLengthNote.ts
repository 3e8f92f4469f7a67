import * as vscode from "vscode";
import { isTypedLanguage } from "../../../../server/src/protocol/protocol.ts";
import type { Questions } from "../editor/questions.ts";

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
    // The diagnostics are still those before the change.
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
