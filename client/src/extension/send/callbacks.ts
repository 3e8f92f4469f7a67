import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type {
  GivenValue,
  OutgoingMessage,
  Receiving,
  RequestSummary,
} from "../../../../server/src/protocol/protocol.ts";
import { type LineChange, movedLine } from "../../core/exchange/movedLine.ts";
import { toTransportRequest } from "../../core/exchange/transportRequest.ts";
import { type Listen, Listener } from "../../core/run/listener.ts";

/** Receives the requests of `# @receive` in the editor. A response that isn't sent is undefined. */
export type EditorListener = Listener<OutgoingMessage | undefined>;

/** The listener for a request, and the request below it that waits for a callback. */
export interface Callback {
  readonly listener: EditorListener;
  /** Index of the request in its file, in a run of tests. */
  readonly id: number;
}

/** Begins to listen. Rejects with a sentence in a browser, or with an error of the system. */
export async function startListener(listen: Listen | undefined): Promise<EditorListener> {
  if (!listen)
    throw new Error(
      l10n.t(
        "# @receive listens on a port, which VS Code in a browser can't do. Use VS Code on a desktop or a server, or the command soaphttp test.",
      ),
    );
  const listener: EditorListener = new Listener((message) => message && toTransportRequest(message));
  await listener.start(listen);
  return listener;
}

export function receivingTexts({ method, path }: Receiving): { readonly title: string; readonly tooltip: string } {
  return {
    title: l10n.t("Receive Request"),
    tooltip: l10n.t("Wait for {0} {1}, send this response, and show the request beside it", method, path),
  };
}

interface Document {
  readonly uri: { toString(): string };
}

interface Events {
  readonly onDidClose: vscode.Event<Document>;
  readonly onDidChange: vscode.Event<{ readonly document: Document; readonly contentChanges: readonly LineChange[] }>;
}

/** The callbacks of a file, for the sending of one of its requests. */
export interface Callbacks {
  readonly how: {
    readonly callback: Callback;
    /** The addresses for the callbacks, by the names of variables. */
    readonly callbackValues: Readonly<Record<string, GivenValue>>;
  };
  /** The callbacks below the request, with their current lines; undefined if one was deleted. */
  readonly below: readonly {
    readonly callback: Callback;
    readonly receiving: Receiving;
    readonly line: () => number | undefined;
  }[];
}

/** The listeners of files whose requests are sent one by one, from the first sending until the file is closed. */
export class FileListeners implements vscode.Disposable {
  readonly #start: () => Promise<EditorListener>;
  /** The listeners, by the URI of their file. */
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

  /** The callbacks for the request at a line; undefined if the file has none. Rejects as `startListener`. */
  async callbacks(uri: string, line: number, requests: readonly RequestSummary[]): Promise<Callbacks | undefined> {
    const all = requests.flatMap(({ receive }) => receive ?? []);
    if (all.length === 0) return undefined;
    const places = this.#placesOf(uri);
    const index = requests.findLastIndex(({ range }) => range.start.line <= line);
    const request = requests[index];
    const id = places.idAt(request?.line.start.line ?? line);
    const following = request?.receive ? [] : requests.slice(index + 1);
    const end = following.findIndex(({ receive }) => !receive);
    const own = following
      .slice(0, end < 0 ? following.length : end)
      .flatMap((one) => (one.receive ? { id: places.idAt(one.line.start.line), receiving: one.receive } : []));
    const listener = await this.#listenerOf(uri);
    return {
      how: { callback: { listener, id }, callbackValues: Object.fromEntries(listener.values(all)) },
      below: own.map((one) => {
        return { callback: { listener, id: one.id }, receiving: one.receiving, line: () => places.lineOf(one.id) };
      }),
    };
  }

  /** Returns the lines of a file's requests, which are followed until the file is closed. */
  #placesOf(uri: string): Places {
    const places = this.#places.get(uri) ?? new Places();
    this.#places.set(uri, places);
    return places;
  }

  /** Resolves with the listener of a file. Rejects as `startListener`; then the next call tries again. */
  #listenerOf(uri: string): Promise<EditorListener> {
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
    for (const event of this.#events) event.dispose();
    for (const uri of this.#running.keys()) this.#end(uri);
  }
}

/** The start lines of requests, which follow edits. */
class Places {
  /** The lines by the ids of requests; undefined if the request was deleted. */
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
