import * as vscode from "vscode";
import { type RequestSummary, RequestsRequest } from "../../../server/src/protocol.ts";
import type { LanguageServer } from "../languageServer.ts";
import type { Exchange } from "../response/exchange.ts";

/** Where the request of an exchange stands now; undefined where its file or the request itself is gone. */
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

/** By its name; else by its title, its method and its target, and of several the one at its old line. */
function sameRequest(
  { name, title, method, target, line }: RequestSummary,
  requests: readonly RequestSummary[],
): RequestSummary | undefined {
  if (name !== undefined) return requests.find((one) => one.name === name);
  const place = line.start.line;
  const alike = requests.filter((one) => one.title === title && one.method === method);
  const same = alike.filter((one) => one.target === target);
  const [first, ...others] = same.length > 0 ? same : alike;
  return [first, ...others].find((one) => one?.line.start.line === place) ?? (others.length === 0 ? first : undefined);
}
