import * as vscode from "vscode";
import { changeLineEndsCommand } from "../../../server/src/protocol.ts";

/** A fix of the server's that no text edit can be: an editor's document has one line end, and it is no part of its text. */
export function registerChangeLineEnds(): vscode.Disposable {
  return vscode.commands.registerCommand(changeLineEndsCommand, (uri: string, lineEnds: "\n" | "\r\n") => {
    const change = new vscode.WorkspaceEdit();
    const end = lineEnds === "\n" ? vscode.EndOfLine.LF : vscode.EndOfLine.CRLF;
    change.set(vscode.Uri.parse(uri), [vscode.TextEdit.setEndOfLine(end)]);
    return vscode.workspace.applyEdit(change);
  });
}
