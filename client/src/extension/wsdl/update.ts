import * as vscode from "vscode";
import { UpdateRequest, updateFromWsdlCommand } from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands, requestAt } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorEdits } from "../editor/positions.ts";
import type { Reviews } from "../editor/reviews.ts";
import { inform } from "../editor/ui.ts";
import type { Caller } from "./operationUses.ts";

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

/** Updates all these requests after the user has seen the changes in VS Code's preview of a refactoring. */
export async function updateAll(server: LanguageServer, callers: readonly Caller[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  let changed = 0;
  for (const { uri, line } of callers) {
    const document = await vscode.workspace.openTextDocument(uri);
    const result = await server.request(UpdateRequest, { uri: uri.toString(), line });
    if (result === null || result.version !== document.version || result.edits.length === 0) continue;
    changed++;
    const label = vscode.l10n.t("Update from WSDL");
    for (const { range, newText } of toEditorEdits(result.edits))
      edit.replace(uri, range, newText, { label, needsConfirmation: true });
  }
  if (changed > 0) await vscode.workspace.applyEdit(edit, { isRefactoring: true });
  else if (callers.length === 0) inform(vscode.l10n.t("No request in this workspace calls this operation."));
  else if (callers.length === 1) inform(vscode.l10n.t("The request matches its WSDL."));
  else inform(vscode.l10n.t("All {0} requests match their WSDL.", callers.length));
}
