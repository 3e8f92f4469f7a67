import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol.ts";
import { askForRequests } from "../editor/documents.ts";
import { messageOf } from "../editor/languageServer.ts";
import { showError, showInformation } from "../editor/ui.ts";
import { registerForResponses } from "../response/commands.ts";
import type { ResponseDocuments } from "../response/documents.ts";
import type { Tls } from "../trust/tls.ts";
import type { Sender, Sent } from "./sender.ts";
import type { Sendings } from "./sendings.ts";

export interface SendCommandParts {
  readonly sender: Sender;
  readonly sendings: Sendings;
  readonly documents: ResponseDocuments;
  readonly tls: Pick<Tls, "trust">;
}

export function registerSendCommands({ sender, sendings, documents, tls }: SendCommandParts): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand("soaphttp.send", (uri?: vscode.Uri | string, line?: number) =>
      send(sender, uri, line),
    ),
    // A lens gives the request, an editor's title its document; the keys and the palette give nothing.
    vscode.commands.registerCommand("soaphttp.cancel", (given?: unknown) =>
      sendings.cancel(given instanceof vscode.Uri ? given.toString() : typeof given === "string" ? given : undefined),
    ),
    registerForResponses(documents, {
      "soaphttp.response.trust": async (exchange) =>
        (await tls.trust(exchange.result)) ? sender.repeat(exchange) : undefined,
      "soaphttp.sendAgain": (exchange) => sender.repeat(exchange),
      "soaphttp.followRedirect": (exchange) => sender.follow(exchange),
    }),
  );
}

/**
 * A lens gives the document and the line; a menu gives the document (then its cursor is meant); the keys give nothing.
 * Resolves when the response is shown.
 */
async function send(sender: Sender, given: vscode.Uri | string | undefined, line: unknown): Promise<Sent | undefined> {
  const active = vscode.window.activeTextEditor;
  const uri =
    typeof given === "string" ? vscode.Uri.parse(given) : given instanceof vscode.Uri ? given : active?.document.uri;
  if (uri === undefined) {
    askForRequests();
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.languageId !== languageId) {
    void showInformation(
      vscode.l10n.t(
        "{0} is not in the language {1}: its requests can't be sent.",
        vscode.workspace.asRelativePath(uri),
        "SOAP over HTTP",
      ),
    );
    return undefined;
  }
  const at = typeof line === "number" ? line : cursorIn(document);
  try {
    return await sender.send(document, at);
  } catch (error) {
    const restart = vscode.l10n.t("Restart Language Server");
    const text = vscode.l10n.t("The request could not be sent: {0}", messageOf(error));
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
