import type * as vscode from "vscode";
import type { EditorListener } from "./callbacks.ts";

/** What listens for the callbacks of files whose requests are sent one by one: from the first sending on until the file is closed. */
export class FileListeners implements vscode.Disposable {
  readonly #start: () => Promise<EditorListener>;
  /** By the URI of the file. */
  readonly #running = new Map<string, Promise<EditorListener>>();
  readonly #closing: vscode.Disposable;

  constructor(
    start: () => Promise<EditorListener>,
    onDidClose: vscode.Event<{ readonly uri: { toString(): string } }>,
  ) {
    this.#start = start;
    this.#closing = onDidClose(({ uri }) => this.#end(uri.toString()));
  }

  /** Rejects as `startListener`; then the next call tries again. */
  of(uri: string): Promise<EditorListener> {
    const running = this.#running.get(uri);
    if (running) return running;
    const starting = this.#start();
    this.#running.set(uri, starting);
    starting.catch(() => {
      if (this.#running.get(uri) === starting) this.#running.delete(uri);
    });
    return starting;
  }

  #end(uri: string): void {
    const running = this.#running.get(uri);
    this.#running.delete(uri);
    void running?.then((listener) => listener.close()).catch(() => {});
  }

  dispose(): void {
    this.#closing.dispose();
    for (const uri of this.#running.keys()) this.#end(uri);
  }
}
