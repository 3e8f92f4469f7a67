import * as vscode from "vscode";
import { KeysNotification } from "../../../../server/src/protocol/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { Passphrases } from "../trust/passphrases.ts";
import type { EditorKeys } from "./editorKeys.ts";

/** Sends the names of the keys to the server when it has started, and when something about keys has changed. */
export function announceKeys(server: LanguageServer, keys: EditorKeys, passphrases: Passphrases): vscode.Disposable {
  const announce = () =>
    void server.notify(KeysNotification, { names: keys.names, remote: vscode.env.remoteName !== undefined });
  return vscode.Disposable.from(
    server.onDidStart(announce),
    passphrases.onDidChange(announce),
    vscode.workspace.onDidGrantWorkspaceTrust(announce),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("soaphttp.keys")) announce();
    }),
  );
}
