import * as vscode from "vscode";
import { movedLine } from "../../core/exchange/movedLine.ts";
import { createStatusItem, showStatusItem } from "../editor/ui.ts";

/** A request that is being sent, from the user's click until it has a result. */
export interface RunningRequest {
  readonly id: string;
  /** The document, in the form of `Uri.toString()`. */
  readonly uri: string;
  /** The current request line in the document, zero-based; undefined if it was deleted. */
  readonly line: number | undefined;
  /** The name of its document until the server has found the request. */
  readonly label: string;
  /** When the request began, and later when the transport started, in the form of `Date.now()`. */
  readonly since: number;
  readonly isSent: boolean;
  /** Whether sending takes so long that it is shown. */
  readonly isLong: boolean;
  readonly signal: AbortSignal;
  readonly cancel: () => void;
  /** The tab whose exchange is sent again, in the form of `Uri.toString()`. */
  readonly tab: string | undefined;
  /** Whether it is the response to a received request, which isn't sent from here. */
  readonly isResponse?: boolean;
}

/** A request whose last sending was cancelled. */
export interface Cancelled extends Pick<RunningRequest, "uri" | "line" | "isSent"> {
  readonly seconds: number;
}

/** Milliseconds after which a note shows that a request is being sent. */
const shownAfter = 500;

export class RunningRequests implements vscode.Disposable {
  readonly #all = new Map<string, RunningRequest>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forgetCancelled(uri.toString())),
  );
  /** The cancelled requests, each until a request of its document is sent, or the document is closed. */
  #cancelled: readonly Cancelled[] = [];
  #last = 0;
  /** Whether lenses or the status bar show a running request. Most requests of a run of tests end sooner. */
  #isShown = false;

  readonly onDidChange = this.#changed.event;

  /** The requests that take long, the last one first. Most requests end before a user could read about them. */
  long(): readonly RunningRequest[] {
    return this.#newestFirst().filter(({ isLong, isSent }) => isLong && isSent);
  }

  /** Returns the request between two lines, inclusive, that is sent from here; if there are several, the first one. */
  within(uri: string, first: number, last: number): RunningRequest | undefined {
    return [...this.#all.values()].find((one) => !one.isResponse && isWithin(one, uri, first, last));
  }

  cancelledWithin(uri: string, first: number, last: number): Cancelled | undefined {
    return this.#cancelled.find((one) => isWithin(one, uri, first, last));
  }

  /** The current line of a request; undefined if it was deleted or is finished. */
  lineOf(id: string): number | undefined {
    return this.#all.get(id)?.line;
  }

  /** Adds a request that is being sent. `signal`: aborts when the user cancels it. */
  begin(
    parts: Pick<RunningRequest, "uri" | "line" | "label" | "tab" | "isResponse">,
    signal?: AbortSignal,
  ): RunningRequest {
    const abort = new AbortController();
    const sending: RunningRequest = {
      ...parts,
      id: String(++this.#last),
      since: Date.now(),
      isSent: false,
      isLong: false,
      signal: signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal]),
      cancel: () => abort.abort(),
    };
    this.#all.set(sending.id, sending);
    this.#showLater(sending.id);
    this.#forgetCancelled(sending.uri);
    this.#fire();
    return sending;
  }

  identify(id: string, line: number, label: string): void {
    this.#update(id, { line, label });
  }

  markSent(id: string, label: string): void {
    this.#update(id, { label, since: Date.now(), isSent: true, isLong: false });
    this.#showLater(id);
  }

  end(id: string): void {
    const sending = this.#all.get(id);
    if (sending === undefined) return;
    this.#all.delete(id);
    if (sending.signal.aborted) {
      const { uri, line, isSent, since } = sending;
      this.#cancelled = [...this.#cancelled, { uri, line, isSent, seconds: Math.round((Date.now() - since) / 1000) }];
    }
    this.#fire();
  }

  /** Cancels the request with an id, the last one of a document or tab, or the last one, even if it isn't sent yet. */
  cancel(given: string | undefined): void {
    const request = this.#newestFirst().find(
      ({ id, uri, tab }) => given === undefined || [id, uri, tab].includes(given),
    );
    request?.cancel();
  }

  cancelAll(): void {
    for (const { cancel } of this.#all.values()) cancel();
  }

  dispose(): void {
    this.cancelAll();
    this.#following.dispose();
    this.#changed.dispose();
  }

  #showLater(id: string): void {
    setTimeout(() => this.#update(id, { isLong: true }), shownAfter);
  }

  #newestFirst(): readonly RunningRequest[] {
    return [...this.#all.values()].reverse();
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const uri = document.uri.toString();
    for (const [id, sending] of this.#all) {
      // VS Code orders the changes from the end of the document to its beginning, so that none moves another one's lines.
      if (sending.uri === uri) this.#all.set(id, { ...sending, line: contentChanges.reduce(movedLine, sending.line) });
    }
    this.#cancelled = this.#cancelled.map((request) =>
      request.uri === uri ? { ...request, line: contentChanges.reduce(movedLine, request.line) } : request,
    );
  }

  #forgetCancelled(given: string): void {
    this.#cancelled = this.#cancelled.filter(({ uri }) => uri !== given);
  }

  #update(id: string, change: Partial<RunningRequest>): void {
    const sending = this.#all.get(id);
    if (sending === undefined) return;
    this.#all.set(id, { ...sending, ...change });
    this.#fire();
  }

  #fire(): void {
    const isShown = this.long().length > 0 || this.#cancelled.length > 0;
    if (!isShown && !this.#isShown) return;
    this.#isShown = isShown;
    // In a remote window, a file has another URI than here, but the same path. An empty list would count as true.
    const places = this.long().flatMap(({ uri, tab }) => {
      const { fsPath, path } = vscode.Uri.parse(uri);
      return [fsPath, path, ...(tab === undefined ? [] : [tab])];
    });
    void vscode.commands.executeCommand("setContext", "soaphttp.sending", places.length > 0 ? places : undefined);
    this.#changed.fire();
  }
}

function isWithin(request: Pick<RunningRequest, "uri" | "line">, uri: string, first: number, last: number): boolean {
  return request.uri === uri && request.line !== undefined && request.line >= first && request.line <= last;
}

/** Counts the seconds of the last request, and cancels it on a click. Hidden while nothing is being sent. */
export function registerSendingStatus(runningRequests: RunningRequests): vscode.Disposable {
  const name = vscode.l10n.t("SOAP request being sent");
  const item = createStatusItem("soaphttp.sending", name, vscode.StatusBarAlignment.Left, 0);
  let timer: unknown;
  const show = (): void => {
    clearTimeout(timer);
    const [last, ...others] = runningRequests.long();
    if (last === undefined) {
      item.hide();
      return;
    }
    const { id, label, since } = last;
    const seconds = Math.floor((Date.now() - since) / 1000);
    const text =
      others.length === 0
        ? vscode.l10n.t("{0}: {1} s", label, seconds)
        : vscode.l10n.t("{0}: {1} s, and {2} more", label, seconds, others.length);
    showStatusItem(item, {
      icon: "loading~spin",
      text,
      tooltip: vscode.l10n.t("Cancel sending {0}", label),
      spoken: text,
      command: { command: "soaphttp.cancel", title: "", arguments: [id] },
    });
    timer = setTimeout(show, 1000);
  };
  return vscode.Disposable.from(runningRequests.onDidChange(show), item, { dispose: () => clearTimeout(timer) });
}
