import * as vscode from "vscode";
import { FaultPlaceRequest, type RequestSummary, RequestsRequest } from "../../../../server/src/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { causeText } from "../../core/exchange/faultText.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toRange } from "../editor/positions.ts";
import { inform } from "../editor/ui.ts";
import type { ResponseContents } from "./contents.ts";

/** Selects the cause of a Fault in the request. Resolves with the selection. */
export async function showCause(
  exchange: Exchange,
  contents: ResponseContents,
  exchanges: ExchangeStore,
  server: LanguageServer,
): Promise<vscode.Range | undefined> {
  const cause = (await contents.presented(exchange))?.fault?.cause;
  if (cause === undefined) {
    return inform(vscode.l10n.t("This response doesn't refer to a position in the request."));
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(exchange.from));
  // The server knows only documents that are shown.
  const editor = await vscode.window.showTextDocument(document, { viewColumn: columnOf(document.uri), preview: false });
  const uri = document.uri.toString();
  const { requests } = await server.request(RequestsRequest, { uri });
  const line = sameRequest(requests, exchange, exchanges.lineOf(exchange))?.line.start.line;
  const place = line === undefined ? null : await server.request(FaultPlaceRequest, { uri, line, cause });
  if (place === null) return inform(vscode.l10n.t("The request no longer contains it: {0}.", causeText(cause)));
  const range = toRange(place);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return range;
}

/** Finds a request by its name or title, or else by its current line. */
function sameRequest(
  requests: readonly RequestSummary[],
  { message }: Exchange,
  line: number | undefined,
): RequestSummary | undefined {
  const { name, title } = message.request;
  return (
    (name === undefined ? undefined : requests.find((one) => one.name === name)) ??
    (title === undefined ? undefined : requests.find((one) => one.title === title)) ??
    requests.find(({ range }) => line !== undefined && range.start.line <= line && line <= range.end.line)
  );
}

/** The group in which the file is open; otherwise the first one, because the response is beside it. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const key = uri.toString();
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === key),
  );
  return group?.viewColumn ?? vscode.ViewColumn.One;
}
