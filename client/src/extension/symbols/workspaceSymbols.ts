import * as vscode from "vscode";
import { largestListedFile } from "../../../../server/src/limits.ts";
import { languageId, RequestNamesRequest, type RequestNamesResult } from "../../../../server/src/protocol.ts";
import { messageOf } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { symbol } from "../editor/ui.ts";
import { holdsInOrder, inTurns } from "./bounded.ts";

/** How many requests a list shows. */
const maxSymbols = 1000;

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

function symbolsOf(files: readonly RequestFile[], query: string): vscode.SymbolInformation[] {
  const symbols: vscode.SymbolInformation[] = [];
  for (const { uri, requests } of files) {
    for (const { name, detail, line } of requests) {
      if (symbols.length >= maxSymbols) return symbols;
      if (holdsInOrder(`${name} ${detail}`, query)) {
        symbols.push(symbol(name, detail, new vscode.Location(uri, new vscode.Position(line, 0))));
      }
    }
  }
  return symbols;
}

interface RequestFile {
  readonly uri: vscode.Uri;
  readonly requests: RequestNamesResult["requests"];
}

/** Further and larger files are ignored, so that the list appears while the query is typed. */
const maxFiles = 500;
const readAtOnce = 8;

/** Whether a document shows the text of another one, such as an old version. */
export function isCopy({ scheme }: vscode.Uri): boolean {
  return copies.test(scheme);
}

const copies = /^(?:git|gitlens|review|chat-.*|vscode-chat.*|soaphttp-response)$/;

/**
 * The requests of all files in the workspace and of the open documents. Nothing is read before the first query, and
 * unchanged files are not read again. Uses `workspace.fs`, for virtual workspaces.
 */
class RequestFiles {
  readonly #server: LanguageServer;
  readonly #log: vscode.LogOutputChannel;
  readonly #known = new Map<string, { readonly stamp: string; readonly file: RequestFile }>();

  constructor(server: LanguageServer, log: vscode.LogOutputChannel) {
    this.#server = server;
    this.#log = log;
  }

  /** First the open documents, then files in the order in which VS Code finds them. Unreadable files are omitted. */
  async all(token: vscode.CancellationToken): Promise<readonly RequestFile[]> {
    const open = vscode.workspace.textDocuments.filter(
      (document) => document.languageId === languageId && !isCopy(document.uri),
    );
    const opened = new Set(open.map(({ uri }) => uri.toString()));
    const found = await vscode.workspace.findFiles("**/*.soaphttp", undefined, maxFiles, token);
    const closed = found.filter((uri) => !opened.has(uri.toString()));
    const reads = [
      // Not the version alone: names of unsaved documents are used again.
      ...open.map((document) => async () => {
        const text = document.getText();
        return this.#read(document.uri, `version ${document.version} ${text.length}`, async () => text, token);
      }),
      ...closed.map((uri) => () => this.#ofFile(uri, token)),
    ].slice(0, maxFiles);
    const isStopped = () => token.isCancellationRequested;
    const files = await inTurns(reads, readAtOnce, isStopped, (read) => read());
    if (!isStopped()) {
      const present = new Set([...opened, ...closed.map((uri) => uri.toString())]);
      for (const key of this.#known.keys()) if (!present.has(key)) this.#known.delete(key);
    }
    return files.filter((file) => file !== undefined);
  }

  async #ofFile(uri: vscode.Uri, token: vscode.CancellationToken): Promise<RequestFile | undefined> {
    try {
      const { mtime, size } = await vscode.workspace.fs.stat(uri);
      if (size > largestListedFile) return undefined;
      const text = async () => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      return await this.#read(uri, `${mtime} ${size}`, text, token);
    } catch (error) {
      // The file may have been deleted.
      this.#log.debug(`The requests of ${uri} are not listed: ${messageOf(error)}`);
      return undefined;
    }
  }

  async #read(
    uri: vscode.Uri,
    stamp: string,
    read: () => Promise<string>,
    token: vscode.CancellationToken,
  ): Promise<RequestFile | undefined> {
    const key = uri.toString();
    const known = this.#known.get(key);
    if (known?.stamp === stamp) return known.file;
    const text = await read();
    if (text.length > largestListedFile) return undefined;
    const { requests } = await this.#server.request(RequestNamesRequest, { text }, token);
    const file = { uri, requests };
    this.#known.set(key, { stamp, file });
    return file;
  }
}
