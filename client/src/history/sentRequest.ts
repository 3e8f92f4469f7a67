import * as vscode from "vscode";
import { RequestsRequest } from "../../../server/src/protocol.ts";
import type { LanguageServer } from "../languageServer.ts";
import type { Exchange } from "../response/exchange.ts";
import { sameRequest } from "./sameRequest.ts";

/** Where the request of an exchange stands now; undefined where its file is gone, or no request is surely the same. */
export async function sentRequest(
  { from, message }: Exchange,
  server: LanguageServer,
): Promise<{ readonly document: vscode.TextDocument; readonly line: number } | undefined> {
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(vscode.Uri.parse(from));
  } catch {
    return undefined;
  }
  const { requests } = await server.request(RequestsRequest, { uri: from });
  const found = sameRequest(message.request, requests);
  return found === undefined ? undefined : { document, line: found.line.start.line };
}
