import * as vscode from "vscode";
import { type RequestSummary, RequestsRequest, responseLanguageId } from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { errorText } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorRange } from "../editor/positions.ts";
import { requestTitle } from "../editor/requestDocument.ts";
import type { ResponseDocuments } from "../response/responseDocuments.ts";
import { responseScheme } from "../response/responseUri.ts";

/** "Go to Definition" on a status line or a Fault, which goes to the request of the response. */
export function registerDefinition(
  server: LanguageServer,
  documents: ResponseDocuments,
  exchanges: ExchangeStore,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const provider: vscode.DefinitionProvider = {
    async provideDefinition(document, position, token): Promise<vscode.DefinitionLink[]> {
      const originSelectionRange = errorAt(document, position);
      const exchange = originSelectionRange && documents.exchangeOf(document.uri);
      if (originSelectionRange === undefined || exchange === undefined) return [];
      try {
        const target = await requestOf(server, exchange, exchanges.lineOf(exchange), token);
        return [{ originSelectionRange, ...target }];
      } catch (error) {
        // The file of the request may have been deleted.
        log.debug(`The request of ${document.uri} is not found: ${errorText(error)}`);
        return [];
      }
    },
  };
  return vscode.languages.registerDefinitionProvider(
    { language: responseLanguageId, scheme: responseScheme },
    provider,
  );
}

/** Returns the range of the status line, or of the name of a Fault. */
function errorAt(document: vscode.TextDocument, position: vscode.Position): vscode.Range | undefined {
  const { text, range } = document.lineAt(position.line);
  if (/^HTTP\/[\d.]+ +\d{3}(?: |$)/i.test(text) && isBeforeBody(document, position.line)) return range;
  const tag = document.getWordRangeAtPosition(position, /<\/?(?:[\w.-]+:)?Fault(?=[\s/>])/);
  return tag?.with(tag.start.translate(0, document.getText(tag).startsWith("</") ? 2 : 1));
}

/** Whether a line is before the body. Interim responses have status lines of their own before the final one. */
function isBeforeBody(document: vscode.TextDocument, line: number): boolean {
  return line === 0 || (/^HTTP\/[\d.]+ +1\d\d(?: |$)/i.test(document.lineAt(0).text) && line < 100);
}

/** The current position of the request, which may have moved since it was sent. */
async function requestOf(
  server: LanguageServer,
  { from, message: { request: sent } }: Exchange,
  current: number | undefined,
  token: vscode.CancellationToken,
): Promise<vscode.DefinitionLink> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(from, true));
  const { requests } = await server.request(RequestsRequest, { uri: document.uri.toString() }, token);
  const { range, line } = closest(sent, current ?? sent.line.start.line, requests) ?? sent;
  const inDocument = (one: typeof range) => document.validateRange(toEditorRange(one));
  return { targetUri: document.uri, targetRange: inDocument(range), targetSelectionRange: inDocument(line) };
}

function closest(sent: RequestSummary, at: number, requests: readonly RequestSummary[]): RequestSummary | undefined {
  const distance = ({ line }: RequestSummary) => Math.abs(line.start.line - at);
  return requests
    .filter((one) => requestTitle(one) === requestTitle(sent))
    .sort((a, b) => distance(a) - distance(b))[0];
}
