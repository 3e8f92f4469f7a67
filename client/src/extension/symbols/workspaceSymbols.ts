import * as vscode from "vscode";
import { largestListedFile } from "../../../../server/src/limits.ts";
import { languageId, RequestNamesRequest, type RequestNamesResult } from "../../../../server/src/protocol.ts";
import { type LanguageServer, messageOf } from "../editor/languageServer.ts";
import { symbol } from "../editor/ui.ts";
import { holdsInOrder, inTurns } from "./bounded.ts";

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

function symbolsOf(files: readonly RequestFile[], query: string): vscode.SymbolInformation[] {
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

/** The requests of one file. */
interface RequestFile {
  readonly uri: vscode.Uri;
  readonly requests: RequestNamesResult["requests"];
}

/** No more files than these are looked at, and none that is larger: a list is to come while its query is typed. */
const mostFiles = 500;
const readAtOnce = 8;

/** Documents that show another one's text, such as an old version. */
const shadow = /^(?:git|gitlens|review|chat-.*|vscode-chat.*|soaphttp-response)$/;

/**
 * The requests of all files of the workspace and of the open documents. Nothing is read before somebody asks, and a
 * file that has not changed since is not read again. Through `workspace.fs`, so that virtual workspaces have it too.
 */
class RequestFiles {
  readonly #server: LanguageServer;
  readonly #log: vscode.LogOutputChannel;
  readonly #known = new Map<string, { readonly stamp: string; readonly file: RequestFile }>();

  constructor(server: LanguageServer, log: vscode.LogOutputChannel) {
    this.#server = server;
    this.#log = log;
  }

  /** In the order in which VS Code finds the files, the open ones first. What can't be read is left out. */
  async all(token: vscode.CancellationToken): Promise<readonly RequestFile[]> {
    const open = vscode.workspace.textDocuments.filter(
      (document) => document.languageId === languageId && !shadow.test(document.uri.scheme),
    );
    const opened = new Set(open.map(({ uri }) => uri.toString()));
    const found = await vscode.workspace.findFiles("**/*.soaphttp", undefined, mostFiles, token);
    const closed = found.filter((uri) => !opened.has(uri.toString()));
    const files = [
      ...open.map((document) => () => this.#ofDocument(document, token)),
      ...closed.map((uri) => () => this.#ofFile(uri, token)),
    ];
    const read = await inTurns(
      files.slice(0, mostFiles),
      readAtOnce,
      () => token.isCancellationRequested,
      (file) => file(),
    );
    if (!token.isCancellationRequested) {
      this.#forgetOthers(new Set([...opened, ...closed.map((uri) => uri.toString())]));
    }
    return read.filter((file) => file !== undefined);
  }

  async #ofDocument(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<RequestFile | undefined> {
    // The names of unsaved documents are used again, and so are their versions.
    const text = document.getText();
    return this.#read(document.uri, `version ${document.version} ${text.length}`, async () => text, token);
  }

  async #ofFile(uri: vscode.Uri, token: vscode.CancellationToken): Promise<RequestFile | undefined> {
    try {
      const { mtime, size } = await vscode.workspace.fs.stat(uri);
      if (size > largestListedFile) return undefined;
      const text = async () => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      return await this.#read(uri, `${mtime} ${size}`, text, token);
    } catch (error) {
      // Deleted since it was found, or not to be read.
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

  #forgetOthers(present: ReadonlySet<string>): void {
    for (const key of this.#known.keys()) {
      if (!present.has(key)) this.#known.delete(key);
    }
  }
}
