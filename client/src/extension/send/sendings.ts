import * as vscode from "vscode";
import { movedLine } from "../../core/exchange/movedLine.ts";

/** A request that is being sent, from the user's click until it has a result. */
export interface Sending {
  readonly id: string;
  /** The document, in the form of `Uri.toString()`. */
  readonly uri: string;
  /** The current request line in the document, zero-based; undefined if it was deleted. */
  readonly line: number | undefined;
  readonly label: string;
  /** The time when the transport started, in the form of `Date.now()`; undefined while the request is being prepared. */
  readonly since: number | undefined;
  /** It takes so long that it is shown. */
  readonly isLong: boolean;
  readonly signal: AbortSignal;
  readonly cancel: () => void;
  /** The tab whose exchange is sent again, in the form of `Uri.toString()`. */
  readonly tab: string | undefined;
}

/** Milliseconds until it is shown that a request is being sent. */
const shownAfter = 500;

/** The requests that are being sent, for lenses, status bar and menus. */
export class Sendings implements vscode.Disposable {
  readonly #all = new Map<string, Sending>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following = vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event));
  #last = 0;

  readonly onDidChange = this.#changed.event;

  /** Those that take long, the last one first. Most are finished before a user could read that they are being sent. */
  long(): readonly Sending[] {
    return this.#newestFirst().filter(({ isLong }) => isLong);
  }

  /** The one between two lines, inclusive. */
  within(uri: string, first: number, last: number): Sending | undefined {
    return this.#newestFirst().find(
      (one) => one.uri === uri && one.line !== undefined && one.line >= first && one.line <= last,
    );
  }

  /** The current line of a request; undefined if it was deleted or is finished. */
  lineOf(id: string): number | undefined {
    return this.#all.get(id)?.line;
  }

  /** `signal`: cancels it. */
  begin(parts: Pick<Sending, "uri" | "line" | "label" | "tab">, signal?: AbortSignal): Sending {
    const abort = new AbortController();
    const sending: Sending = {
      ...parts,
      id: String(++this.#last),
      since: undefined,
      isLong: false,
      signal: signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal]),
      cancel: () => abort.abort(),
    };
    this.#all.set(sending.id, sending);
    this.#fire();
    return sending;
  }

  /** The transport has started. */
  markSent(id: string, label: string): void {
    this.#update(id, { label, since: Date.now() });
    setTimeout(() => this.#update(id, { isLong: true }), shownAfter);
  }

  end(id: string): void {
    this.#all.delete(id);
    this.#fire();
  }

  /** Cancels the request with an id, the one of a document or tab, or the last one. Those in preparation wait for the user. */
  cancel(given: string | undefined): void {
    const started = this.#newestFirst().filter(({ since }) => since !== undefined);
    started.find(({ id, uri, tab }) => given === undefined || [id, uri, tab].includes(given))?.cancel();
  }

  cancelAll(): void {
    for (const { cancel } of this.#all.values()) cancel();
  }

  dispose(): void {
    this.cancelAll();
    this.#following.dispose();
    this.#changed.dispose();
  }

  #newestFirst(): readonly Sending[] {
    return [...this.#all.values()].reverse();
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const uri = document.uri.toString();
    for (const [id, sending] of this.#all) {
      // VS Code orders the changes from the end of the document to its beginning, so that none moves another one's lines.
      if (sending.uri === uri) this.#all.set(id, { ...sending, line: contentChanges.reduce(movedLine, sending.line) });
    }
  }

  #update(id: string, change: Partial<Sending>): void {
    const sending = this.#all.get(id);
    if (sending === undefined) return;
    this.#all.set(id, { ...sending, ...change });
    this.#fire();
  }

  #fire(): void {
    // In a remote window, a file's URI differs from the one here, but its path is the same. An empty list would be true.
    const places = this.long().flatMap(({ uri, tab }) => {
      const { fsPath, path } = vscode.Uri.parse(uri);
      return [fsPath, path, ...(tab === undefined ? [] : [tab])];
    });
    void vscode.commands.executeCommand("setContext", "soaphttp.sending", places.length > 0 ? places : undefined);
    this.#changed.fire();
  }
}
