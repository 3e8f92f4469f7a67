import type * as vscode from "vscode";
import { type LineChange, movedLine } from "../../core/exchange/movedLine.ts";
import type { EditorListener } from "./callbacks.ts";

interface Document {
  readonly uri: { toString(): string };
}

interface Events {
  readonly onDidClose: vscode.Event<Document>;
  readonly onDidChange: vscode.Event<{ readonly document: Document; readonly contentChanges: readonly LineChange[] }>;
}

/** What listens for the callbacks of files whose requests are sent one by one: from the first sending on until the file is closed. */
export class FileListeners implements vscode.Disposable {
  readonly #start: () => Promise<EditorListener>;
  /** By the URI of the file. */
  readonly #running = new Map<string, Promise<EditorListener>>();
  readonly #places = new Map<string, Places>();
  readonly #events: readonly vscode.Disposable[];

  constructor(start: () => Promise<EditorListener>, { onDidClose, onDidChange }: Events) {
    this.#start = start;
    this.#events = [
      onDidClose(({ uri }) => this.#end(uri.toString())),
      onDidChange(({ document, contentChanges }) => this.#places.get(document.uri.toString())?.follow(contentChanges)),
    ];
  }

  /** Where the requests of a file are, until it is closed. */
  placesOf(uri: string): Places {
    const places = this.#places.get(uri) ?? new Places();
    this.#places.set(uri, places);
    return places;
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
    this.#places.delete(uri);
    void running?.then((listener) => listener.close()).catch(() => {});
  }

  dispose(): void {
    for (const one of this.#events) one.dispose();
    for (const uri of this.#running.keys()) this.#end(uri);
  }
}

/** The start lines of requests, which follow edits. */
class Places {
  /** By the ids of the requests; undefined if it was deleted. */
  #lines: readonly (number | undefined)[] = [];

  /** The id of the request at a line, which it keeps when it is moved. */
  idAt(line: number): number {
    const index = this.#lines.indexOf(line);
    if (index >= 0) return index;
    this.#lines = [...this.#lines, line];
    return this.#lines.length - 1;
  }

  lineOf(id: number): number | undefined {
    return this.#lines[id];
  }

  follow(changes: readonly LineChange[]): void {
    this.#lines = this.#lines.map((line) => changes.reduce(movedLine, line));
  }
}
