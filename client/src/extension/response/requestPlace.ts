import * as vscode from "vscode";
import { type RequestSummary, RequestsRequest } from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { visibleRequestEditor } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { responseScheme } from "./responseUri.ts";

export interface RequestPlace {
  readonly editor: vscode.TextEditor;
  /** The line of the request line, zero-based; undefined if the request was deleted. */
  readonly line: number | undefined;
}

/** Shows the document with the request of an exchange. Rejects if it can't be opened. */
export async function showRequest(
  exchange: Exchange,
  exchanges: ExchangeStore,
  server: LanguageServer,
): Promise<RequestPlace> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(exchange.from));
  // The server knows only documents that are shown.
  const editor = await vscode.window.showTextDocument(document, { viewColumn: columnOf(document.uri), preview: false });
  const line = exchanges.lineOf(exchange);
  const { requests } = await server.request(RequestsRequest, { uri: document.uri.toString(), line, inFile: true });
  return { editor, line: sameRequest(requests, exchange, line)?.line.start.line };
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

/** Returns the column for a new document of requests: beside other requests, or else in a group without responses. */
export function columnForRequests(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const hasResponses = ({ tabs }: vscode.TabGroup) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === responseScheme);
  const group = [activeTabGroup, ...all].find((one) => !hasResponses(one));
  return visibleRequestEditor()?.viewColumn ?? group?.viewColumn ?? vscode.ViewColumn.One;
}

/** Returns the group in which the file is open; otherwise the first one, because the response is beside it. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const key = uri.toString();
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === key),
  );
  return group?.viewColumn ?? vscode.ViewColumn.One;
}
