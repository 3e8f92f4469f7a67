import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol.ts";
import { showInformation } from "./ui.ts";

/** The active editor, if it shows requests; else the author is asked to open a file. */
export function requestEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId === languageId) return editor;
  askForRequests();
  return undefined;
}

export function askForRequests(): void {
  void showInformation(vscode.l10n.t("Open a .soaphttp file first."));
}

export async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
