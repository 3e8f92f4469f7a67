import * as vscode from "vscode";
import type { Position } from "vscode-languageserver-types";
import { changeLineEndsCommand, MinifyRequest, placeCursorCommand } from "../../../../server/src/protocol/protocol.ts";
import { registerCommands, requestEditor } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { applyEdits, applyTextEdits, toEditorEdits } from "../editor/positions.ts";
import { inform } from "../editor/ui.ts";

/** Registers `Minify Body` for the request at the cursor, and the fix that changes line endings. */
export function registerEdits(server: LanguageServer): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommands({ "soaphttp.minifyBody": () => minify(server) }, (reason) =>
      vscode.l10n.t("The body could not be minified: {0}", reason),
    ),
    registerCommands({ [changeLineEndsCommand]: changeLineEnds, [placeCursorCommand]: placeCursor }),
  );
}

async function minify(server: LanguageServer): Promise<void> {
  const editor = requestEditor();
  if (editor === undefined) return;
  const { document, selection } = editor;
  const { version } = document;
  const result = await server.request(MinifyRequest, { uri: document.uri.toString(), line: selection.active.line });
  if (result.kind === "none") {
    inform(vscode.l10n.t("There is no XML body at the cursor."));
  } else if (result.kind === "illFormed") {
    inform(vscode.l10n.t("The body is not well-formed XML. Fix its errors first."));
  } else if (result.edits.length > 0 && result.version === version) {
    await applyTextEdits(editor, toEditorEdits(result.edits));
  }
}

/** Moves the cursor. This is a command because the edit of a code action can't place the cursor. */
function placeCursor(uri: string, { line, character }: Position): void {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  if (editor === undefined) return;
  editor.selection = new vscode.Selection(line, character, line, character);
  editor.revealRange(editor.selection);
}

/** A command, because line endings aren't part of a document's text, so no LSP text edit can change them. */
function changeLineEnds(uri: string, lineEnds: "\n" | "\r\n"): Thenable<boolean> {
  const end = lineEnds === "\n" ? vscode.EndOfLine.LF : vscode.EndOfLine.CRLF;
  return applyEdits(vscode.Uri.parse(uri), [vscode.TextEdit.setEndOfLine(end)]);
}
