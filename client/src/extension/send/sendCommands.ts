import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { askForRequests, errorText, registerCommands, uriOrActive } from "../editor/commands.ts";
import { isRequestDocument } from "../editor/requestDocument.ts";
import { inform, showError } from "../editor/ui.ts";
import type { Tls } from "../keys/tls.ts";
import { registerForResponses } from "../response/responseCommands.ts";
import type { ResponseDocuments } from "../response/responseDocuments.ts";
import type { SenderParts } from "./readyMessages.ts";
import type { RunningRequests } from "./runningRequests.ts";
import type { Sender } from "./sender.ts";
import type { Sent } from "./sent.ts";

/** The result of `soaphttp.send` and of the commands that send an exchange again. */
export interface ShownResponse {
  readonly id: string;
  readonly kind: Exchange["result"]["kind"];
  /** The URI of the document that shows the response; undefined if nothing is shown. */
  readonly document: string | undefined;
}

export function registerSendCommands(
  sender: Sender,
  fileMocks: SenderParts["fileMocks"],
  runningRequests: RunningRequests,
  documents: ResponseDocuments,
  tls: Tls,
): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommands({
      "soaphttp.send": async (given?: unknown, line?: unknown) =>
        shownResponse(await send(sender, fileMocks, given, line)),
      // A lens passes the request's id, the editor's title its document; keys and the palette pass nothing.
      "soaphttp.cancel": (given?: unknown) =>
        runningRequests.cancel(
          given instanceof vscode.Uri ? given.toString() : typeof given === "string" ? given : undefined,
        ),
    }),
    registerForResponses(documents, {
      "soaphttp.response.trust": async (exchange) =>
        (await tls.trust(exchange.result)) ? shownResponse(await sender.repeat(exchange)) : undefined,
      "soaphttp.sendAgain": async (exchange) => shownResponse(await sender.repeat(exchange)),
      "soaphttp.followRedirect": async (exchange) => shownResponse(await sender.follow(exchange)),
    }),
  );
}

export function shownResponse(sent: Sent | undefined): ShownResponse | undefined {
  if (sent === undefined) return undefined;
  const { exchange, document } = sent;
  return { id: exchange.id, kind: exchange.result.kind, document: document?.toString() };
}

/** A lens passes document and line, a menu the document, keys nothing. Resolves when the response is shown. */
async function send(
  sender: Sender,
  fileMocks: SenderParts["fileMocks"],
  given: unknown,
  line: unknown,
): Promise<Sent | undefined> {
  const uri = uriOrActive(given);
  if (uri === undefined) return askForRequests();
  const document = await vscode.workspace.openTextDocument(uri);
  if (!isRequestDocument(document)) {
    return inform(
      vscode.l10n.t(
        "{0} is not in the language {1}: its requests can't be sent.",
        vscode.workspace.asRelativePath(uri),
        "SOAP over HTTP",
      ),
    );
  }
  try {
    const sent = await sender.send(document, typeof line === "number" ? line : cursorIn(document));
    for (const failure of await fileMocks.failures(document)) void showError(failure);
    return sent;
  } catch (error) {
    const restart = vscode.l10n.t("Restart Language Server");
    const text = vscode.l10n.t("The request could not be sent: {0}", errorText(error));
    void showError(text, restart).then((chosen) => {
      if (chosen === restart) void vscode.commands.executeCommand("soaphttp.restartServer");
    });
    return undefined;
  }
}

function cursorIn(document: vscode.TextDocument): number {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  const editor = editors.find((one) => one?.document.uri.toString() === document.uri.toString());
  return editor?.selection.active.line ?? 0;
}
