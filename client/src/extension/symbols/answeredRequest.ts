import * as vscode from "vscode";
import { type RequestSummary, RequestsRequest, responseLanguageId } from "../../../../server/src/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { type LanguageServer, messageOf } from "../editor/languageServer.ts";
import { toRange } from "../editor/positions.ts";
import type { ResponseDocuments } from "../response/documents.ts";
import { responseScheme } from "../response/responseUri.ts";

/** "Go to Definition" on a status line or a Fault: the request that it answers. */
export function registerAnsweredRequest(
  server: LanguageServer,
  documents: ResponseDocuments,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return vscode.languages.registerDefinitionProvider(
    { language: responseLanguageId, scheme: responseScheme },
    {
      provideDefinition: async (document, position, token) => {
        const from = errorAt(document, position);
        const exchange = from && documents.exchangeOf(document.uri);
        if (from === undefined || exchange === undefined) return [];
        try {
          return [
            { originSelectionRange: from, ...(await requestOf(server, exchange, documents.lineOf(exchange), token)) },
          ];
        } catch (error) {
          // The file of the request may be gone.
          log.debug(`The request of ${document.uri} is not found: ${messageOf(error)}`);
          return [];
        }
      },
    },
  );
}

/** The status line, or the name of a Fault. */
function errorAt(document: vscode.TextDocument, position: vscode.Position): vscode.Range | undefined {
  const { text, range } = document.lineAt(position.line);
  if (/^HTTP\/[\d.]+ +\d{3}(?: |$)/i.test(text) && isBeforeBody(document, position.line)) return range;
  const tag = document.getWordRangeAtPosition(position, /<\/?(?:[\w.-]+:)?Fault(?=[\s/>])/);
  return tag?.with(tag.start.translate(0, document.getText(tag).startsWith("</") ? 2 : 1));
}

/** The status lines of interim responses stand above the final one. */
function isBeforeBody(document: vscode.TextDocument, line: number): boolean {
  return line === 0 || (/^HTTP\/[\d.]+ +1\d\d(?: |$)/i.test(document.lineAt(0).text) && line < 100);
}

/** Where the request is now: it may have moved since it was sent. */
async function requestOf(
  server: LanguageServer,
  { from, message: { request: sent } }: Exchange,
  now: number | undefined,
  token: vscode.CancellationToken,
): Promise<{ targetUri: vscode.Uri; targetRange: vscode.Range; targetSelectionRange: vscode.Range }> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(from, true));
  const { requests } = await server.request(RequestsRequest, { uri: document.uri.toString() }, token);
  const { range, line } = nearest(sent, now ?? sent.line.start.line, requests) ?? sent;
  const inDocument = (one: typeof range) => document.validateRange(toRange(one));
  return { targetUri: document.uri, targetRange: inDocument(range), targetSelectionRange: inDocument(line) };
}

/** Of those that are called the same, the one that is nearest to where it is by now. */
function nearest(sent: RequestSummary, now: number, requests: readonly RequestSummary[]): RequestSummary | undefined {
  const key = ({ name, title, method, target }: RequestSummary) => name ?? title ?? `${method} ${target}`;
  const distance = ({ line }: RequestSummary) => Math.abs(line.start.line - now);
  return requests.filter((one) => key(one) === key(sent)).sort((a, b) => distance(a) - distance(b))[0];
}
