import * as vscode from "vscode";
import type {
  GivenValue,
  OutgoingMessage,
  Receiving,
  RequestSummary,
} from "../../../../server/src/protocol/protocol.ts";
import { toTransportRequest } from "../../core/exchange/transportRequest.ts";
import { type Listen, Listener } from "../../core/run/listener.ts";

/** Receives the requests of `# @receive` in the editor. A response that isn't sent is undefined. */
export type EditorListener = Listener<OutgoingMessage | undefined>;

/** The listener of a sending, and the request that waits for a callback with it. */
export interface Callback {
  readonly listener: EditorListener;
  /** The index of the request in its file. */
  readonly id: number;
}

/** Begins to listen. Rejects with a sentence in a browser, or with an error of the system. */
export async function startListener(listen: Listen | undefined): Promise<EditorListener> {
  if (!listen)
    throw new Error(
      vscode.l10n.t(
        "# @receive listens on a port, which VS Code in a browser can't do. Use VS Code on a desktop or a server, or the command soaphttp test.",
      ),
    );
  const listener: EditorListener = new Listener((message) => message && toTransportRequest(message));
  await listener.start(listen);
  return listener;
}

/** What listens for the callbacks of files whose requests are sent one by one: from the first sending on until the file is closed. */
export class FileListeners implements vscode.Disposable {
  readonly #listen: Listen | undefined;
  /** By the URI of the file. */
  readonly #running = new Map<string, Promise<EditorListener>>();
  readonly #closing: vscode.Disposable;

  constructor(listen: Listen | undefined, onDidClose: vscode.Event<{ readonly uri: { toString(): string } }>) {
    this.#listen = listen;
    this.#closing = onDidClose(({ uri }) => this.#end(uri.toString()));
  }

  /** Rejects as `startListener`. */
  of(uri: string): Promise<EditorListener> {
    const starting = this.#running.get(uri) ?? startListener(this.#listen);
    this.#running.set(uri, starting);
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

/** Where the callbacks of a file come to, by the names of variables. */
export function callbackValues(
  listener: EditorListener,
  requests: readonly RequestSummary[],
): Readonly<Record<string, GivenValue>> {
  return Object.fromEntries(listener.values(requests.flatMap(({ receive }) => receive ?? [])));
}

/** Of the lens above a response that waits for a request. */
export function receivingTexts({ method, path }: Receiving): { readonly title: string; readonly tooltip: string } {
  return {
    title: vscode.l10n.t("Receive Request"),
    tooltip: vscode.l10n.t("Wait for {0} {1}, send this response, and show the request beside it", method, path),
  };
}
