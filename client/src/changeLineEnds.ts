import * as vscode from "vscode";
import { changeLineEndsCommand } from "../../server/src/protocol.ts";

/** A fix of the server's that no text edit can be: an editor's document has one line end, and it is no part of its text. */
export function registerChangeLineEnds(): vscode.Disposable {
  return vscode.commands.registerCommand(changeLineEndsCommand, async (uri: string, lineEnds: "\n" | "\r\n") => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const editor = await vscode.window.showTextDocument(document, { preserveFocus: true });
    await editor.edit((edit) => edit.setEndOfLine(lineEnds === "\n" ? vscode.EndOfLine.LF : vscode.EndOfLine.CRLF));
  });
}
