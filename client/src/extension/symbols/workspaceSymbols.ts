import * as vscode from "vscode";
import { type LanguageServer, messageOf } from "../editor/languageServer.ts";
import { symbol } from "../editor/ui.ts";
import { holdsInOrder } from "./bounded.ts";
import { RequestFiles } from "./requestFiles.ts";

/** How many requests one list shows. */
const mostSymbols = 1000;

/** "Go to Symbol in Workspace": the requests of all files, by name, title, method and target. */
export function registerWorkspaceSymbols(server: LanguageServer, log: vscode.LogOutputChannel): vscode.Disposable {
  const files = new RequestFiles(server, log);
  return vscode.languages.registerWorkspaceSymbolProvider({
    provideWorkspaceSymbols: async (query, token) => {
      try {
        return symbolsOf(await files.all(token), query);
      } catch (error) {
        log.warn(`The requests of the workspace are not listed: ${messageOf(error)}`);
        return [];
      }
    },
  });
}

function symbolsOf(files: Awaited<ReturnType<RequestFiles["all"]>>, query: string): vscode.SymbolInformation[] {
  const symbols: vscode.SymbolInformation[] = [];
  for (const { uri, requests } of files) {
    for (const { name, detail, line } of requests) {
      if (symbols.length >= mostSymbols) return symbols;
      if (holdsInOrder(`${name} ${detail}`, query)) {
        const place = new vscode.Location(uri, new vscode.Position(line, 0));
        symbols.push(symbol(name, detail, place));
      }
    }
  }
  return symbols;
}
