import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol/protocol.ts";
import { isHttpFileWithSoap } from "../../core/httpFiles.ts";
import { showInformation } from "../editor/ui.ts";
import { useHttpFiles } from "./httpFiles.ts";

const shownKey = "httpFileHint";

/**
 * Informs the user once, when an `.http` or `.rest` file with SOAP requests is shown, that it can be converted, or used
 * unchanged. Each is also a command or a setting, so they remain available when the notification is closed.
 */
export function registerHttpFileHint(memory: vscode.Memento): vscode.Disposable {
  const check = (editor: vscode.TextEditor | undefined) => {
    if (editor === undefined || memory.get(shownKey) === true) return;
    const { document } = editor;
    if (document.languageId === languageId || !isHttpFileWithSoap(document.uri.path, document.getText())) return;
    void memory.update(shownKey, true);
    void showHint(document);
  };
  check(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor(check);
}

async function showHint(document: vscode.TextDocument): Promise<void> {
  const convert = vscode.l10n.t("Convert to .soaphttp");
  const use = vscode.l10n.t("Use SOAP support for .http files in this workspace");
  const open = vscode.l10n.t("Open as SOAP over HTTP");
  const text = vscode.l10n.t(
    "This file contains SOAP requests. Convert it to a .soaphttp file, open it as one, or send it unchanged with soaphttp send.",
  );
  const chosen = await showInformation(text, convert, use, open);
  if (chosen === convert) await vscode.commands.executeCommand("soaphttp.convertHttpFile", document.uri);
  else if (chosen === use) await useHttpFiles();
  else if (chosen === open) await vscode.languages.setTextDocumentLanguage(document, languageId);
}
