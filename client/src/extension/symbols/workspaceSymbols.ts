import * as vscode from "vscode";
import { RequestNamesRequest, type RequestNamesResult } from "../../../../server/src/protocol/protocol.ts";
import { errorText } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { symbol } from "../editor/ui.ts";
import { holdsInOrder } from "./bounded.ts";
import { type RequestFile, RequestFiles } from "./requestFiles.ts";

const maxSymbols = 1000;

/** "Go to Symbol in Workspace": the requests of all files, by name, title, method and target. */
export function registerWorkspaceSymbols(
  server: LanguageServer,
  host: Host,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const files = new RequestFiles(host, log, async ({ text }, token) => {
    const { requests } = await server.request(RequestNamesRequest, { text }, token);
    return requests;
  });
  return vscode.languages.registerWorkspaceSymbolProvider({
    provideWorkspaceSymbols: async (query, token) => {
      try {
        return symbolsOf(await files.all(token), query);
      } catch (error) {
        log.warn(`The requests of the workspace are not listed: ${errorText(error)}`);
        return [];
      }
    },
  });
}

function symbolsOf(
  files: readonly RequestFile<RequestNamesResult["requests"]>[],
  query: string,
): vscode.SymbolInformation[] {
  const symbols: vscode.SymbolInformation[] = [];
  for (const { uri, content } of files) {
    for (const { name, detail, line } of content) {
      if (symbols.length >= maxSymbols) return symbols;
      if (holdsInOrder(`${name} ${detail}`, query)) {
        symbols.push(symbol(name, detail, new vscode.Location(uri, new vscode.Position(line, 0))));
      }
    }
  }
  return symbols;
}
