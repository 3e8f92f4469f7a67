import * as vscode from "vscode";
import { MinifyRequest } from "../../../../server/src/protocol.ts";
import { requestEditor } from "../editor/documents.ts";
import { type LanguageServer, messageOf } from "../editor/languageServer.ts";
import { applyEdits, toTextEdits } from "../editor/positions.ts";
import { showError, showInformation } from "../editor/ui.ts";

/** `Minify Body`: of the request that the cursor is in. */
export function registerMinify(server: LanguageServer): vscode.Disposable {
  return vscode.commands.registerCommand("soaphttp.minifyBody", async () => {
    const editor = requestEditor();
    try {
      if (editor !== undefined) await minify(server, editor);
    } catch (error) {
      void showError(vscode.l10n.t("The body could not be minified: {0}", messageOf(error)));
    }
  });
}

async function minify(server: LanguageServer, editor: vscode.TextEditor): Promise<void> {
  const { document, selection } = editor;
  const { version } = document;
  const answer = await server.request(MinifyRequest, { uri: document.uri.toString(), line: selection.active.line });
  if (answer.kind === "none") {
    void showInformation(vscode.l10n.t("There is no XML body at the cursor."));
  } else if (answer.kind === "illFormed") {
    void showInformation(vscode.l10n.t("The body is not well-formed XML. Fix its errors first."));
  } else if (answer.edits.length > 0 && answer.version === version) {
    await applyEdits(editor, toTextEdits(answer.edits));
  }
}
