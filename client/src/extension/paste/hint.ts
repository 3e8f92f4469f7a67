import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol.ts";
import { showInformation } from "../editor/ui.ts";
import { isHttpFileWithSoap } from "./httpFiles.ts";

const shownKey = "httpFileHint";

/**
 * Says once, when an `.http` or `.rest` file with SOAP requests is first looked at, that it can be converted, or opened as
 * it is. Both are commands, so that nothing is lost with the notification.
 */
export function registerHttpFileHint(memory: vscode.Memento): vscode.Disposable {
  const look = (editor: vscode.TextEditor | undefined) => {
    if (editor === undefined || memory.get(shownKey) === true || !isCandidate(editor.document)) return;
    void memory.update(shownKey, true);
    void hint(editor.document);
  };
  look(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor(look);
}

function isCandidate(document: vscode.TextDocument): boolean {
  return document.languageId !== languageId && isHttpFileWithSoap(document.uri.path, document.getText());
}

async function hint(document: vscode.TextDocument): Promise<void> {
  const convert = vscode.l10n.t("Convert to .soaphttp");
  const open = vscode.l10n.t("Open as SOAP over HTTP");
  const chosen = await showInformation(
    vscode.l10n.t(
      "This file contains SOAP requests. Convert it to a .soaphttp file, open it as one, or send it unchanged with soaphttp send.",
    ),
    convert,
    open,
  );
  if (chosen === convert) await vscode.commands.executeCommand("soaphttp.convertHttpFile", document.uri);
  else if (chosen === open) await vscode.languages.setTextDocumentLanguage(document, languageId);
}
