import * as vscode from "vscode";
import { UpdateRequest, updateFromWsdlCommand } from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands, requestAt } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorEdits } from "../editor/positions.ts";
import type { Reviews } from "../editor/reviews.ts";
import { inform } from "../editor/ui.ts";

/** `Update from WSDL`, for the request at the cursor. */
export function registerUpdate(server: LanguageServer, reviews: Reviews): vscode.Disposable {
  return registerCommands({
    [updateFromWsdlCommand]: (document?: unknown, line?: unknown) =>
      orShowError(
        () => update(server, reviews, document, line),
        (reason) => vscode.l10n.t("The request could not be updated: {0}", reason),
      ),
  });
}

async function update(server: LanguageServer, reviews: Reviews, given: unknown, line: unknown): Promise<void> {
  const place = await requestAt(given, line);
  if (place === undefined) return;
  const { document, line: at } = place;
  const result = await server.request(UpdateRequest, { uri: document.uri.toString(), line: at });
  if (result === null) {
    inform(vscode.l10n.t("The operation of the request at the cursor is unknown. Name its WSDL with # @wsdl."));
  } else if (result.edits.length === 0) {
    inform(vscode.l10n.t("The request matches its WSDL."));
  } else {
    const title = vscode.l10n.t("Update from WSDL");
    await reviews.show({ document, version: result.version, edits: toEditorEdits(result.edits), title });
  }
}
