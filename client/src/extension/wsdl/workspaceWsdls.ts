import * as vscode from "vscode";
import { WorkspaceWsdlsNotification } from "../../../../server/src/protocol/protocol.ts";
import { searchLimitText } from "../../core/wsdl/searchLimit.ts";
import type { FolderChanges } from "../editor/folderChanges.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { isWrittenHere } from "../editor/requestDocument.ts";
import { inform } from "../editor/ui.ts";

const wsdlFiles = "**/*.wsdl";

export class WorkspaceWsdls implements vscode.Disposable {
  readonly #listChanged = new vscode.EventEmitter<void>();
  readonly #needed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable;
  #all: Promise<readonly vscode.Uri[]> | undefined;
  #wsdls: readonly vscode.Uri[] = [];

  /** Fires when a WSDL was created or deleted, or when the folders of the workspace have changed. */
  readonly onDidChangeList = this.#listChanged.event;
  /** Fires when the server needs the list, even if no document of requests is open. */
  readonly onDidNeed = this.#needed.event;

  constructor(folders: FolderChanges) {
    const watcher = vscode.workspace.createFileSystemWatcher(wsdlFiles, false, true);
    const change = () => {
      this.#all = undefined;
      this.#listChanged.fire();
    };
    this.#disposables = vscode.Disposable.from(
      ...[this.#listChanged, this.#needed, watcher, watcher.onDidCreate(change), watcher.onDidDelete(change)],
      folders.watch(
        () => wsdlFiles,
        () => this.#wsdls,
        change,
      ),
      vscode.workspace.onDidChangeWorkspaceFolders(change),
      vscode.workspace.onDidGrantWorkspaceTrust(change),
    );
  }

  need(): void {
    this.#needed.fire();
  }

  /** Resolves with the WSDLs in the order of their paths, without files that the settings exclude. */
  all(): Promise<readonly vscode.Uri[]> {
    this.#all ??= this.#find();
    return this.#all;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Finds the WSDLs without a maximum: with one, VS Code would select other files each time. */
  async #find(): Promise<readonly vscode.Uri[]> {
    const uris = await vscode.workspace.findFiles(wsdlFiles, "**/node_modules/**");
    this.#wsdls = uris.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return this.#wsdls;
  }
}

/** Says which of the WSDLs are searched, if there are too many. Returns whether there are. */
function tellLimit(wsdls: readonly vscode.Uri[]): boolean {
  const text = searchLimitText(wsdls.map((uri) => vscode.workspace.asRelativePath(uri)));
  if (text !== undefined) inform(text);
  return text !== undefined;
}

/** Sends the list of WSDLs while a document of requests or the Services view is open. Not in Restricted Mode. */
export function announceWorkspaceWsdls(server: LanguageServer, wsdls: WorkspaceWsdls): vscode.Disposable {
  let isNeeded = false;
  let isTold = false;
  const announce = async () => {
    if (!isNeeded || !vscode.workspace.isTrusted) return;
    const listed = wsdls.all();
    const all = await listed;
    if (!isTold) isTold = tellLimit(all);
    const uris = all.map((uri) => uri.toString());
    // If the list has changed meanwhile, the new one is announced on its own.
    if (listed === wsdls.all()) await server.notify(WorkspaceWsdlsNotification, { uris });
  };
  const need = () => {
    if (isNeeded) return;
    isNeeded = true;
    void announce();
  };
  const needIn = (document: vscode.TextDocument) => void (isWrittenHere(document) && need());
  for (const document of vscode.workspace.textDocuments) needIn(document);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(needIn),
    wsdls.onDidNeed(need),
    wsdls.onDidChangeList(announce),
    server.onDidStart(announce),
  );
}
