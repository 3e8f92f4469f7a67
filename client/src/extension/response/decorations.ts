import * as vscode from "vscode";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { type Grade, gradeOf, outcomeText, shortResult } from "../../core/exchange/outcome.ts";
import { explanationLines } from "./bodyLenses.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";
import { parseResponseUri, responseScheme } from "./responseUri.ts";

/** Colors the tabs of responses by their outcome. */
export function registerDecorations(exchanges: ExchangeStore): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: async (uri) => {
      const place = parseResponseUri(uri);
      const exchange = place?.kind === "tab" ? await exchanges.find(place.id) : undefined;
      if (exchange === undefined) return undefined;
      const short = shortResult(exchange.result);
      // The decoration has no badge, because the lock icon of read-only tabs would replace it.
      return new vscode.FileDecoration(undefined, outcomeText(short), colorOf(gradeOf(short)));
    },
  });
}

/** Colors the explanations of signatures that are invalid or not trusted: comments have the color of valid ones. */
export function registerSignatureColors(documents: ResponseDocuments): vscode.Disposable {
  const types = {
    invalid: vscode.window.createTextEditorDecorationType({ color: new vscode.ThemeColor("errorForeground") }),
    untrusted: vscode.window.createTextEditorDecorationType({
      color: new vscode.ThemeColor("editorWarning.foreground"),
    }),
  };
  const color = async (editor: vscode.TextEditor): Promise<void> => {
    const exchange = documents.exchangeOf(editor.document.uri);
    if (exchange === undefined) return;
    const signature = (await documents.contents.presented(exchange))?.signature;
    const isShown = documents.viewOf(exchange) === "formatted" && signature !== undefined;
    const ranges = isShown ? explanationLines(editor.document).map((line) => editor.document.lineAt(line).range) : [];
    const state = signature?.state === "notVerified" ? "untrusted" : signature?.state;
    for (const [name, type] of Object.entries(types)) editor.setDecorations(type, name === state ? ranges : []);
  };
  const colorAll = () => {
    for (const editor of vscode.window.visibleTextEditors) void color(editor).catch(() => {});
  };
  return vscode.Disposable.from(
    ...Object.values(types),
    vscode.window.onDidChangeVisibleTextEditors(colorAll),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === responseScheme) colorAll();
    }),
  );
}

export function iconOfGrade(grade: Grade): vscode.ThemeIcon {
  const icon = { good: "pass", warning: "warning", error: "error", cancelled: "circle-slash" }[grade];
  return new vscode.ThemeIcon(icon, colorOf(grade));
}

/** The color of text and icons. Undefined: the default color. */
function colorOf(grade: Grade): vscode.ThemeColor | undefined {
  return grade === "cancelled" ? undefined : new vscode.ThemeColor(`soaphttp.${grade}`);
}
