import * as vscode from "vscode";
import { FaultPlaceRequest, type RequestSummary, RequestsRequest } from "../../../../server/src/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { causeText } from "../../core/exchange/faultText.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toRange } from "../editor/positions.ts";
import { showInformation } from "../editor/ui.ts";
import type { ResponseDocuments } from "./documents.ts";

/** Selects in the request what its Fault blames. Resolves with what is selected. */
export async function showCause(
  exchange: Exchange,
  documents: ResponseDocuments,
  server: LanguageServer,
): Promise<vscode.Range | undefined> {
  const cause = (await documents.presented(exchange))?.fault?.cause;
  if (cause === undefined) {
    void showInformation(vscode.l10n.t("This response doesn't refer to a position in the request."));
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(exchange.from));
  // The server has to know it, and knows it once it is shown.
  const editor = await vscode.window.showTextDocument(document, { viewColumn: columnOf(document.uri), preview: false });
  const uri = document.uri.toString();
  const { requests } = await server.request(RequestsRequest, { uri });
  const request = sameRequest(requests, exchange, documents.lineOf(exchange));
  const line = request?.line.start.line;
  const place = line === undefined ? null : await server.request(FaultPlaceRequest, { uri, line, cause });
  if (place === null) {
    void showInformation(vscode.l10n.t("The request no longer contains it: {0}.", causeText(cause)));
    return undefined;
  }
  const range = toRange(place);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return range;
}

/** By its name; where it has none, by the line that it stands in by now. */
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

/** Where the file is open already; else the first group, since the response stands beside it. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const key = uri.toString();
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === key),
  );
  return group?.viewColumn ?? vscode.ViewColumn.One;
}
