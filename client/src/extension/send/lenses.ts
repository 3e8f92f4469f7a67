import * as vscode from "vscode";
import { languageId, type RequestSummary, RequestsRequest } from "../../../../server/src/protocol.ts";
import type { Memory } from "../../core/memory.ts";
import { browserNote, hasResponded } from "../../core/sending/browserNote.ts";
import type { Transport } from "../../transport/transport.ts";
import { registerCommands } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { registerLenses } from "../editor/lensProvider.ts";
import { lineStart } from "../editor/positions.ts";
import { ask, lens } from "../editor/ui.ts";
import type { Sendings } from "./sendings.ts";

/**
 * `Send Request` above each request line; `Sending… Cancel` while it is being sent. In a browser also what prevents the
 * request from working there, or what the service must do. `onDidChangeAddresses`: the addresses of requests may have changed
 * without a change of their documents.
 */
export function registerRequestLenses(
  { transport }: Host,
  server: LanguageServer,
  sendings: Sendings,
  memory: Memory,
  onDidChangeAddresses: vscode.Event<void>,
): vscode.Disposable {
  const events = [sendings.onDidChange, onDidChangeAddresses];
  return vscode.Disposable.from(
    registerLenses({ language: languageId }, server, events, async (document, token) => {
      const { version } = document;
      const uri = document.uri.toString();
      const { requests } = await server.request(RequestsRequest, { uri }, token);
      if (document.version !== version) return [];
      return requests.flatMap((request) => [
        requestLens(uri, request, sendings),
        ...noteLens(request, transport, memory),
      ]);
    }),
    registerCommands({
      "soaphttp.explainBrowser": (title: unknown, detail: unknown) => ask(String(title), String(detail)),
    }),
  );
}

function requestLens(uri: string, request: RequestSummary, sendings: Sendings): vscode.CodeLens {
  const { range, line, method, target } = request;
  const sending = sendings.within(uri, range.start.line, range.end.line);
  return lens(
    lineStart(line.start.line),
    !sending?.isLong
      ? {
          icon: "play",
          title: vscode.l10n.t("Send Request"),
          tooltip: vscode.l10n.t("Send {0} {1} and show the response beside it", method, target),
          command: "soaphttp.send",
          arguments: [uri, line.start.line],
        }
      : {
          icon: "loading~spin",
          title: vscode.l10n.t("Sending… Cancel"),
          tooltip: vscode.l10n.t("Stop waiting for the response, and close the connection"),
          command: "soaphttp.cancel",
          arguments: [sending.id],
        },
  );
}

function noteLens(
  request: RequestSummary,
  { capabilities, origin }: Transport,
  memory: Memory,
): readonly vscode.CodeLens[] {
  const note = browserNote(request, capabilities, origin);
  if (note === undefined || (note.kind === "cors" && hasResponded(memory, request.address))) return [];
  const { kind, title, text: tooltip } = note;
  const icon = kind === "blocked" ? "warning" : "info";
  const command = "soaphttp.explainBrowser";
  return [lens(lineStart(request.line.start.line), { icon, title, tooltip, command, arguments: [title, tooltip] })];
}
