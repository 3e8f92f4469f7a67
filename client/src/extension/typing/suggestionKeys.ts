import * as vscode from "vscode";
import { isTypedLanguage } from "../../../../server/src/protocol/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { completesWord } from "./completesWord.ts";

/** Milliseconds without a key before a suggestion is selected. */
const pause = 400;

/**
 * Selects the first suggestion while it completes the typed name, so that Enter takes it. With the setting
 * `editor.suggest.selectionMode`, VS Code itself selects none, and each further character removes the selection. So
 * text that is typed without a pause is never replaced, even if the selection arrives late.
 */
export function registerSuggestionKeys({ onDidComplete }: Pick<LanguageServer, "onDidComplete">): vscode.Disposable {
  let items: readonly vscode.CompletionItem[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const select = (): void => {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !isTypedLanguage(editor.document.languageId)) return;
    if (completesWord(names(editor, items))) void vscode.commands.executeCommand("selectFirstSuggestion");
  };
  const selectSoon = (): void => {
    clearTimeout(timer);
    timer = items.length === 0 ? undefined : setTimeout(select, pause);
  };
  return vscode.Disposable.from(
    onDidComplete((suggested) => {
      items = suggested;
      selectSoon();
    }),
    vscode.window.onDidChangeTextEditorSelection(selectSoon),
    vscode.window.onDidChangeActiveTextEditor(() => {
      items = [];
    }),
    { dispose: () => clearTimeout(timer) },
  );
}

function* names({ document, selection }: vscode.TextEditor, items: readonly vscode.CompletionItem[]) {
  const { active, isEmpty } = selection;
  if (!isEmpty) return;
  const line = document.lineAt(active.line).text;
  for (const { range, filterText, label } of items) {
    const start = range instanceof vscode.Range ? range.start : range?.inserting.start;
    if (start?.line !== active.line || start.character > active.character) continue;
    const typed = line.slice(start.character, active.character);
    yield { typed, name: filterText ?? (typeof label === "string" ? label : label.label) };
  }
}
