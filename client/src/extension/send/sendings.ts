import * as vscode from "vscode";
import { movedLine } from "../../core/exchange/movedLine.ts";

/** A request on its way: from the author's click until its response, its failure or its end by the author. */
export interface Sending {
  readonly id: string;
  /** `Uri.toString()` of the document, and the request line in it: it moves as the author types; undefined: it is gone. */
  readonly uri: string;
  readonly line: number | undefined;
  readonly label: string;
  /** `Date.now()` of the moment that the transport took it; undefined while it is being prepared. */
  readonly since: number | undefined;
  /** It has been on its way so long that it is shown. */
  readonly isLong: boolean;
  readonly signal: AbortSignal;
  readonly cancel: () => void;
  /** Of the tab whose exchange is sent again, as `Uri.toString()` gives it. */
  readonly tab: string | undefined;
}

/** How long a request may take until it is shown that it is on its way, in milliseconds. */
const shownAfter = 500;

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

  /** Those that take long: most are over before anybody could read that they are on their way. */
  long(): readonly Sending[] {
    return this.all().filter(({ isLong }) => isLong);
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
  begin({ uri, line, label, tab }: Pick<Sending, "uri" | "line" | "label" | "tab">, signal?: AbortSignal): Sending {
    const abort = new AbortController();
    const sending: Sending = {
      ...{ id: String(++this.#last), uri, line, label, tab, since: undefined, isLong: false },
      signal: signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal]),
      cancel: () => abort.abort(),
    };
    this.#put(sending);
    return sending;
  }

  /** The transport has it. */
  leaves(id: string, label: string): void {
    const sending = this.#all.get(id);
    if (sending !== undefined) {
      this.#put({ ...sending, label, since: Date.now() });
      setTimeout(() => this.#takesLong(id), shownAfter);
    }
  }

  end(id: string): void {
    this.#all.delete(id);
    this.#tell();
  }

  /** Of one request by its id, of the document or tab that is given, or the last one. */
  cancel(given: string | undefined): void {
    const left = this.#left();
    const of = (wanted: string) => left.find(({ id, uri, tab }) => [id, uri, tab].includes(wanted));
    (given === undefined ? left[0] : of(given))?.cancel();
  }

  cancelAll(): void {
    for (const { cancel } of this.#all.values()) cancel();
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

  #takesLong(id: string): void {
    const sending = this.#all.get(id);
    if (sending !== undefined) this.#put({ ...sending, isLong: true });
  }

  #put(sending: Sending): void {
    this.#all.set(sending.id, sending);
    this.#tell();
  }

  /** Those that have left: before that the author is asked. The last one first. */
  #left(): readonly Sending[] {
    return this.all().filter(({ since }) => since !== undefined);
  }

  #tell(): void {
    // In a window of a remote host the URI of a file is another one than here; its path is the same. An empty list is true.
    const places = this.long().flatMap(({ uri, tab }) => {
      const { fsPath, path } = vscode.Uri.parse(uri);
      return [fsPath, path, ...(tab === undefined ? [] : [tab])];
    });
    void vscode.commands.executeCommand("setContext", "soaphttp.sending", places.length > 0 ? places : undefined);
    this.#changed.fire();
  }
}
