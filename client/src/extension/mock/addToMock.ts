import * as vscode from "vscode";
import { RecordedRequest } from "../../../../server/src/protocol/mockProtocol.ts";
import { mockLanguageId } from "../../../../server/src/protocol/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import { isHistoryEntry } from "../../core/history/stored.ts";
import { orShowError, registerCommands, uriOf } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { inform, pick } from "../editor/ui.ts";
import type { History } from "../history/history.ts";
import type { ResponseDocuments } from "../response/responseDocuments.ts";

export interface ExchangeParts {
  readonly server: LanguageServer;
  readonly documents: Pick<ResponseDocuments, "exchangeOf">;
  readonly history: Pick<History, "exchange">;
}

/** "Add to Mock…" of a response's tab or of an entry of the history. */
export function registerAddToMock({ server, documents, history }: ExchangeParts): vscode.Disposable {
  const exchangeOf = async (given: unknown) => {
    if (isHistoryEntry(given)) return history.exchange(given.id);
    const uri = uriOf(given) ?? vscode.window.activeTextEditor?.document.uri;
    return uri && documents.exchangeOf(uri);
  };
  const add = async (given: unknown) => {
    const exchange = await exchangeOf(given);
    if (exchange === undefined) return inform(vscode.l10n.t("This response is no longer available."));
    return addExchange(exchange, server);
  };
  return registerCommands({
    "soaphttp.addToMock": (given?: unknown) =>
      orShowError(
        () => add(given),
        (reason) => vscode.l10n.t("The response could not be added: {0}", reason),
      ),
  });
}

/** Adds an exchange to the end of a `.soapmock` file that the user selects, which is shown and not saved. */
async function addExchange({ message, result }: Exchange, server: LanguageServer): Promise<void> {
  const response = responseOf(result);
  if (response === undefined) return inform(vscode.l10n.t("There is no response to add."));
  const { method, target, fields, body } = message;
  const { status, reason, fields: received } = response;
  const { text } = await server.request(RecordedRequest, {
    request: { method, target, fields, body },
    response: { status, reason, fields: received, body: toBase64(response.body) },
  });
  const document = await chosenDocument();
  if (document === undefined) return;
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const end = document.lineAt(document.lineCount - 1).range.end;
  const isEmpty = document.getText().trim() === "";
  const lead = isEmpty ? "" : end.character === 0 ? "\n" : "\n\n";
  await editor.edit((edit) => edit.insert(end, lead + redactor(message.secrets)(text)));
  editor.revealRange(new vscode.Range(end, end), vscode.TextEditorRevealType.AtTop);
}

const maxFiles = 500;

async function chosenDocument(): Promise<vscode.TextDocument | undefined> {
  const files = await vscode.workspace.findFiles("**/*.soapmock", "**/node_modules/**", maxFiles);
  const items = [
    ...files.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri })),
    { label: vscode.l10n.t("New File"), uri: undefined },
  ];
  const chosen = files.length === 0 ? items[0] : await pick(items, vscode.l10n.t("Select a .soapmock file"));
  if (chosen === undefined) return undefined;
  if (chosen.uri !== undefined) return vscode.workspace.openTextDocument(chosen.uri);
  return vscode.workspace.openTextDocument({ language: mockLanguageId });
}
