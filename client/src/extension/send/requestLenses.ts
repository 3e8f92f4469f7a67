import * as vscode from "vscode";
import { type RequestSummary, RequestsRequest, type RequestsResult } from "../../../../server/src/protocol/protocol.ts";
import type { Memory } from "../../core/memory.ts";
import { browserNote, wasRefused } from "../../core/sending/browserNote.ts";
import type { Transport } from "../../transport/transport.ts";
import { registerCommands } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { registerLenses } from "../editor/lenses.ts";
import { startOfLine } from "../editor/positions.ts";
import { isRequestDocument, requestSelector } from "../editor/requestDocument.ts";
import { ask, lens } from "../editor/ui.ts";
import { receivingTexts } from "./callbacks.ts";
import type { Cancelled, RunningRequests } from "./runningRequests.ts";

/**
 * `Send Request` above each request line; `Sending… Cancel` while it is being sent. `Preview` above documents. In a
 * browser, a note also tells what prevents the request from working there, or what the service must do.
 * `onDidChangeAddresses`: the addresses of requests may have changed without a change of their documents.
 */
export function registerRequestLenses(
  { transport }: Host,
  server: LanguageServer,
  runningRequests: RunningRequests,
  memory: Memory,
  onDidChangeAddresses: vscode.Event<void>,
): vscode.Disposable {
  return vscode.Disposable.from(
    registerLenses(requestSelector, server, {
      changes: [onDidChangeAddresses, server.onDidOpenMarkdown, vscode.workspace.onDidChangeConfiguration],
      redraws: [runningRequests.onDidChange],
      async read(document, token) {
        if (!isRequestDocument(document)) return { version: document.version, requests: [], documents: [] };
        const read = await server.request(RequestsRequest, { uri: document.uri.toString() }, token);
        return document.version === read.version ? read : undefined;
      },
      draw: ({ uri }, { requests, documents }) => [
        ...requests.flatMap((request) => [
          ...requestLenses(uri.toString(), request, runningRequests),
          ...noteLens(request, transport, memory),
        ]),
        ...documents.map((place) => previewLens(uri.toString(), place)),
      ],
    }),
    registerCommands({
      "soaphttp.explainBrowser": (title: unknown, detail: unknown) => ask(String(title), String(detail)),
    }),
  );
}

function previewLens(uri: string, { start: { line } }: RequestsResult["documents"][number]): vscode.CodeLens {
  const title = vscode.l10n.t("Preview");
  const tooltip = vscode.l10n.t("Open this document as it is sent, with sample values");
  const command = "soaphttp.previewDocument";
  return lens(startOfLine(line), { icon: "open-preview", title, tooltip, command, arguments: [uri, line] });
}

function requestLenses(
  uri: string,
  request: RequestSummary,
  runningRequests: RunningRequests,
): readonly vscode.CodeLens[] {
  const { range, line, method, target, receive } = request;
  const place = [uri, range.start.line, range.end.line] as const;
  const sending = runningRequests.within(...place);
  const cancelled = runningRequests.cancelledWithin(...place);
  const at = startOfLine(line.start.line);
  if (sending?.isLong) {
    const title = sending.isSent ? vscode.l10n.t("Sending… Cancel") : vscode.l10n.t("Preparing… Cancel");
    const tooltip = sending.isSent
      ? vscode.l10n.t("Stop waiting for the response, and close the connection")
      : vscode.l10n.t("Nothing has been sent yet");
    return [lens(at, { icon: "loading~spin", title, tooltip, command: "soaphttp.cancel", arguments: [sending.id] })];
  }
  const title = vscode.l10n.t("Send Request");
  const tooltip = vscode.l10n.t("Send {0} {1} and show the response beside it", method, target);
  const texts = receive ? receivingTexts(receive) : { title, tooltip };
  const command = "soaphttp.send";
  const send = lens(at, { icon: "play", ...texts, command, arguments: [uri, line.start.line] });
  return cancelled === undefined ? [send] : [send, cancelledLens(at, cancelled)];
}

function cancelledLens(at: vscode.Range, { isSent, seconds }: Cancelled): vscode.CodeLens {
  return lens(at, {
    icon: "circle-slash",
    title: vscode.l10n.t("Cancelled"),
    tooltip: isSent
      ? vscode.l10n.t("Cancelled after {0} s. The service may have received the request.", seconds)
      : vscode.l10n.t("Cancelled before anything was sent"),
  });
}

function noteLens(
  request: RequestSummary,
  { capabilities, origin }: Transport,
  memory: Memory,
): readonly vscode.CodeLens[] {
  const note = browserNote(request, capabilities, origin);
  if (note === undefined || (note.kind === "cors" && !wasRefused(memory, request.address))) return [];
  const { kind, title, text: tooltip } = note;
  const icon = kind === "blocked" ? "warning" : "info";
  const command = "soaphttp.explainBrowser";
  return [lens(startOfLine(request.line.start.line), { icon, title, tooltip, command, arguments: [title, tooltip] })];
}
