import * as vscode from "vscode";
import { abortingWith } from "./abortingWith.ts";
import { movedLine } from "./movedLine.ts";

/** A request on its way: from the author's click until its response, its failure or its end by the author. */
export interface Sending {
  readonly id: string;
  /** `Uri.toString()` of the document, and the request line in it: it moves as the author types; undefined: it is gone. */
  readonly uri: string;
  readonly line: number | undefined;
  readonly label: string;
  /** `Date.now()` of the moment that the transport took it; undefined while it is being prepared. */
  readonly since: number | undefined;
  readonly abort: AbortController;
}

/** The requests on their way: what lenses, status bar and menus show. */
export class Sendings implements vscode.Disposable {
  readonly #all = new Map<string, Sending>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following: vscode.Disposable;
  #last = 0;

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#following = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
      this.#follow(document.uri.toString(), contentChanges),
    );
  }

  /** The last one first. */
  all(): readonly Sending[] {
    return [...this.#all.values()].reverse();
  }

  /** Those that have left: before that the author is asked, and nothing shows. */
  sent(): readonly Sending[] {
    return this.all().filter(({ since }) => since !== undefined);
  }

  /** The one that stands between two lines, both included. */
  within(uri: string, first: number, last: number): Sending | undefined {
    return this.all().find(({ uri: of, line }) => of === uri && line !== undefined && line >= first && line <= last);
  }

  /** Where a request stands by now; undefined where it is gone, or over. */
  lineOf(id: string): number | undefined {
    return this.#all.get(id)?.line;
  }

  /** `signal`: it is cancelled with that, too. */
  begin(uri: string, line: number | undefined, label: string, signal?: AbortSignal): Sending {
    const abort = abortingWith(signal);
    const sending = { id: String(++this.#last), uri, line, label, since: undefined, abort };
    this.#put(sending);
    return sending;
  }

  /** The transport has it. */
  leaves(id: string, label: string): void {
    const sending = this.#all.get(id);
    if (sending !== undefined) {
      this.#put({ ...sending, label, since: Date.now() });
    }
  }

  end(id: string): void {
    this.#all.delete(id);
    this.#tell();
  }

  /** Of one request, or the last one that has left. False: nothing is on its way. */
  cancel(id: string | undefined): boolean {
    const sending = id === undefined ? this.sent()[0] : this.#all.get(id);
    sending?.abort.abort();
    return sending !== undefined;
  }

  cancelAll(): void {
    for (const { abort } of this.#all.values()) {
      abort.abort();
    }
  }

  dispose(): void {
    this.cancelAll();
    this.#following.dispose();
    this.#changed.dispose();
  }

  #follow(uri: string, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    for (const sending of this.#all.values()) {
      if (sending.uri === uri) {
        // VS Code gives the changes from the end of the document to its beginning: none moves another one's lines.
        const line = changes.reduce(movedLine, sending.line);
        this.#all.set(sending.id, { ...sending, line });
      }
    }
  }

  #put(sending: Sending): void {
    this.#all.set(sending.id, sending);
    this.#tell();
  }

  #tell(): void {
    const uris = [...new Set(this.sent().map(({ uri }) => uri))];
    void vscode.commands.executeCommand("setContext", "soaphttp.sending", uris);
    this.#changed.fire();
  }
}
