import * as vscode from "vscode";
import { languageId, type RequestSummary, RequestsRequest } from "../../../../server/src/protocol.ts";
import type { AnsweredOrigins } from "../../core/sending/answeredOrigins.ts";
import { browserNote } from "../../core/sending/browserNote.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { lineStart } from "../editor/positions.ts";
import { ask, lens } from "../editor/ui.ts";
import type { Sendings } from "./sendings.ts";

export interface RequestLensParts {
  readonly host: Host;
  readonly server: LanguageServer;
  readonly sendings: Sendings;
  readonly answered: AnsweredOrigins;
  /** Fires when requests go elsewhere without a change of their documents. */
  readonly onDidChangeDestinations: vscode.Event<void>;
}

/**
 * `Send Request` over each request line; `Sending… Cancel` while it is being sent. In a browser, beside it, what prevents
 * the request from working there, or what the service must do for it.
 */
export function registerRequestLenses(parts: RequestLensParts): vscode.Disposable {
  const { server, sendings } = parts;
  const changed = new vscode.EventEmitter<void>();
  const refresh = () => changed.fire();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      const asked = document.version;
      const uri = document.uri.toString();
      try {
        const { requests } = await server.request(RequestsRequest, { uri }, token);
        if (document.version !== asked) return [];
        return requests.flatMap((request) => [requestLens(uri, request, sendings), ...noteLens(request, parts)]);
      } catch {
        // The server is down, or the question was withdrawn. It starts with a refresh.
        return [];
      }
    },
  };
  return vscode.Disposable.from(
    changed,
    server.onDidStart(refresh),
    sendings.onDidChange(refresh),
    parts.onDidChangeDestinations(refresh),
    vscode.languages.registerCodeLensProvider({ language: languageId }, provider),
    vscode.commands.registerCommand("soaphttp.explainBrowser", (title: unknown, detail: unknown) =>
      ask(String(title), String(detail)),
    ),
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

function noteLens(request: RequestSummary, { host, answered }: RequestLensParts): readonly vscode.CodeLens[] {
  const { capabilities, origin } = host.transport;
  const note = browserNote(request, capabilities, origin);
  if (note === undefined || (note.kind === "cors" && answered.has(request.address))) return [];
  const icon = note.kind === "blocked" ? "warning" : "info";
  const { title, text: tooltip } = note;
  const command = "soaphttp.explainBrowser";
  return [lens(lineStart(request.line.start.line), { icon, title, tooltip, command, arguments: [title, tooltip] })];
}
