import * as vscode from "vscode";
import type { LanguageServer } from "./languageServer.ts";

/**
 * Registers lenses that are made with the language server.
 * @param provide may reject if the server is down or VS Code cancels: then there are none
 * @param changes after which they are made anew, besides a start of the server
 */
export function registerLenses(
  selector: vscode.DocumentSelector,
  server: LanguageServer,
  changes: readonly vscode.Event<unknown>[],
  provide: (document: vscode.TextDocument, token: vscode.CancellationToken) => Promise<vscode.CodeLens[]>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const refresh = () => changed.fire();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document, token) => provide(document, token).catch(() => []),
  };
  return vscode.Disposable.from(
    changed,
    server.onDidStart(refresh),
    ...changes.map((onChange) => onChange(refresh)),
    vscode.languages.registerCodeLensProvider(selector, provider),
  );
}
