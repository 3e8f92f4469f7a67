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
  /** In a run of tests, the index of the request in its file. */
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
