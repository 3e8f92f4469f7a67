import * as vscode from "vscode";
import { languageId, WorkspaceWsdlsNotification } from "../../../../server/src/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

/** Further files are not listed. */
const maxFiles = 1000;

/** The WSDLs in the folders of the workspace. */
export class WorkspaceWsdls implements vscode.Disposable {
  readonly #listChanged = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable;
  #all: Promise<readonly vscode.Uri[]> | undefined;

  /** A WSDL was created or deleted, or there are other folders. */
  readonly onDidChangeList = this.#listChanged.event;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher("**/*.wsdl", false, true);
    const change = () => {
      this.#all = undefined;
      this.#listChanged.fire();
    };
    this.#disposables = vscode.Disposable.from(
      ...[this.#listChanged, watcher, watcher.onDidCreate(change), watcher.onDidDelete(change)],
      vscode.workspace.onDidChangeWorkspaceFolders(change),
      vscode.workspace.onDidGrantWorkspaceTrust(change),
    );
  }

  /** Ordered by path; without files that the settings exclude. */
  all(): Promise<readonly vscode.Uri[]> {
    this.#all ??= find();
    return this.#all;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

async function find(): Promise<readonly vscode.Uri[]> {
  const found = await vscode.workspace.findFiles("**/*.wsdl", "**/node_modules/**", maxFiles);
  return found.toSorted((a, b) => a.path.localeCompare(b.path));
}

/** Tells the server about the WSDLs of the workspace, as soon as a document of requests is open. Not in Restricted Mode. */
export function announceWorkspaceWsdls(server: LanguageServer, wsdls: WorkspaceWsdls): vscode.Disposable {
  let isNeeded = false;
  const announce = async () => {
    if (!isNeeded || !vscode.workspace.isTrusted) return;
    const listed = wsdls.all();
    const uris = (await listed).map((uri) => uri.toString());
    // A later list is announced on its own.
    if (listed === wsdls.all()) await server.notify(WorkspaceWsdlsNotification, { uris });
  };
  const need = ({ languageId: language }: vscode.TextDocument) => {
    if (isNeeded || language !== languageId) return;
    isNeeded = true;
    void announce();
  };
  for (const document of vscode.workspace.textDocuments) need(document);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(need),
    wsdls.onDidChangeList(announce),
    server.onDidStart(announce),
  );
}
