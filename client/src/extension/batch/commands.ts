import * as vscode from "vscode";
import { messageOf } from "../editor/languageServer.ts";
import { showError, showInformation } from "../editor/ui.ts";
import { type SendAllParts, sendAll } from "./sendAll.ts";

/** `soaphttp.sendAll`: of the document that is given, or of the active editor. */
export function registerSeveral(parts: SendAllParts): vscode.Disposable {
  return vscode.commands.registerCommand("soaphttp.sendAll", async (given?: vscode.Uri | string) => {
    const uri = typeof given === "string" ? vscode.Uri.parse(given) : given;
    const document =
      uri === undefined ? vscode.window.activeTextEditor?.document : await vscode.workspace.openTextDocument(uri);
    if (document === undefined) {
      void showInformation(vscode.l10n.t("Open a .soaphttp file first."));
      return undefined;
    }
    try {
      return await sendAll(parts, document);
    } catch (error) {
      void showError(vscode.l10n.t("The requests could not be sent: {0}", messageOf(error)));
      return undefined;
    }
  });
}
