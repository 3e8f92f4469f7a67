import * as vscode from "vscode";

/** Fires when a WSDL or schema of the workspace was created, changed or deleted on disk. */
export class WsdlChanges implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher("**/*.{wsdl,xsd}");
    const fire = (uri: vscode.Uri) => this.#changed.fire(uri);
    this.#disposables = vscode.Disposable.from(
      ...[this.#changed, watcher, watcher.onDidCreate(fire), watcher.onDidChange(fire), watcher.onDidDelete(fire)],
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
