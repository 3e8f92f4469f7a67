import * as vscode from "vscode";
import { RecordedRequest } from "../../../../server/src/protocol/mockProtocol.ts";
import { mockLanguageId } from "../../../../server/src/protocol/protocol.ts";
import type { ServedRequest, UpstreamResponse } from "../../../../server/src/protocol/served.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import { isHistoryEntry } from "../../core/history/stored.ts";
import { registerCommands, uriOrActive } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { inform, pick } from "../editor/ui.ts";
import type { History } from "../history/history.ts";
import type { ResponseDocuments } from "../response/responseDocuments.ts";
import type { MockController } from "./mockController.ts";
import { type MockExchange, messageOf } from "./mockResponse.ts";

export interface ExchangeParts {
  readonly server: LanguageServer;
  readonly documents: Pick<ResponseDocuments, "exchangeOf">;
  readonly history: Pick<History, "exchange">;
}

/** "Add to Mock…" of a response or an entry of the history, and "Add as Response" of a mock service's exchange. */
export function registerAddToMock(
  { server, documents, history }: ExchangeParts,
  mock: Pick<MockController, "exchanges" | "files">,
): vscode.Disposable {
  const exchangeOf = async (given: unknown) => {
    if (isHistoryEntry(given)) return history.exchange(given.id);
    const uri = uriOrActive(given);
    return uri && documents.exchangeOf(uri);
  };
  const add = async (given?: unknown) => {
    const exchange = await exchangeOf(given);
    if (exchange === undefined) return inform(vscode.l10n.t("This response is no longer available."));
    return addExchange(exchange, server);
  };
  const addAsResponse = async (given?: unknown) => {
    const uri = uriOrActive(given);
    const exchange = uri && mock.exchanges.at(uri);
    if (exchange?.request === undefined) return inform(vscode.l10n.t("This exchange is no longer available."));
    const recorded = await recordedText(server, exchange.request, answered(exchange, exchange.request));
    return insert(exchange.redact(recorded), mock.files);
  };
  return registerCommands({ "soaphttp.addToMock": add, "soaphttp.mock.addResponse": addAsResponse }, (reason) =>
    vscode.l10n.t("The response could not be added: {0}", reason),
  );
}

const envelopeNamespaces = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
};

/** The response that was sent; where none fits, one with an empty Body for the author to fill in. */
function answered(exchange: MockExchange, { fields }: ServedRequest): UpstreamResponse {
  const message = exchange.response.source === "service" ? undefined : messageOf(exchange);
  if (message) return message;
  const { soapVersion } = exchange.facts;
  const types = fields.filter(({ name }) => name.toLowerCase() === "content-type");
  const body =
    soapVersion === undefined
      ? ""
      : `<soap:Envelope xmlns:soap="${envelopeNamespaces[soapVersion]}">\n  <soap:Body>\n  </soap:Body>\n</soap:Envelope>\n`;
  return { status: 200, reason: "OK", fields: types, body: new TextEncoder().encode(body) };
}

async function recordedText(
  server: LanguageServer,
  { method, target, fields, body }: ServedRequest,
  { status, reason, fields: received, body: responseBody }: UpstreamResponse,
): Promise<string> {
  const { text } = await server.request(RecordedRequest, {
    request: { method, target, fields, body: toBase64(body) },
    response: { status, reason, fields: received, body: toBase64(responseBody) },
  });
  return text;
}

/** Adds an exchange to the end of a `.soapmock` file that the user selects, which is shown and not saved. */
async function addExchange({ message, result }: Exchange, server: LanguageServer): Promise<void> {
  const response = responseOf(result);
  if (response === undefined) return inform(vscode.l10n.t("There is no response to add."));
  const { method, target, fields, body } = message;
  const text = await recordedText(server, { method, target, fields, body: fromBase64(body) }, response);
  await insert(redactor(message.secrets)(text), []);
}

/** Inserts a response into a `.soapmock` file. `served`: the files of the mock service, which are preferred. */
async function insert(text: string, served: readonly vscode.Uri[]): Promise<void> {
  const document = await chosenDocument(served);
  if (document === undefined) return;
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const end = document.lineAt(document.lineCount - 1).range.end;
  const isEmpty = document.getText().trim() === "";
  const lead = isEmpty ? "" : end.character === 0 ? "\n" : "\n\n";
  await editor.edit((edit) => edit.insert(end, lead + text));
  editor.revealRange(new vscode.Range(end, end), vscode.TextEditorRevealType.AtTop);
}

const maxFiles = 500;

async function chosenDocument(served: readonly vscode.Uri[]): Promise<vscode.TextDocument | undefined> {
  const [only, ...more] = served;
  if (only && more.length === 0) return vscode.workspace.openTextDocument(only);
  const files =
    served.length > 0 ? served : await vscode.workspace.findFiles("**/*.soapmock", "**/node_modules/**", maxFiles);
  const items = [
    ...files.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri })),
    { label: vscode.l10n.t("New File"), uri: undefined },
  ];
  const chosen = files.length === 0 ? items[0] : await pick(items, vscode.l10n.t("Select a .soapmock file"));
  if (chosen === undefined) return undefined;
  if (chosen.uri !== undefined) return vscode.workspace.openTextDocument(chosen.uri);
  return vscode.workspace.openTextDocument({ language: mockLanguageId });
}
