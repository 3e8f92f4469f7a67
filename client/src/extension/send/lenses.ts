import * as vscode from "vscode";
import { languageId, type RequestSummary, RequestsRequest } from "../../../../server/src/protocol.ts";
import type { AnsweredOrigins } from "../../core/sending/answeredOrigins.ts";
import { browserNote } from "../../core/sending/browserNote.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { ask, lens } from "../editor/ui.ts";
import type { Sendings } from "./sendings.ts";

/**
 * `Send Request` over each request line; `Sending… Cancel` while it is on its way. In a browser, beside it, what keeps
 * the request from working there, or what the service must do for it.
 */
export class RequestLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #host: Host;
  readonly #server: LanguageServer;
  readonly #sendings: Sendings;
  readonly #answered: AnsweredOrigins;
  readonly #refresh = new vscode.EventEmitter<void>();
  readonly #following: readonly vscode.Disposable[];

  readonly onDidChangeCodeLenses = this.#refresh.event;

  /** @param changes of where requests go, other than in their documents */
  constructor(
    host: Host,
    server: LanguageServer,
    sendings: Sendings,
    answered: AnsweredOrigins,
    changes: vscode.Event<void>,
  ) {
    this.#host = host;
    this.#answered = answered;
    this.#server = server;
    this.#sendings = sendings;
    this.#following = [
      server.onDidStart(() => this.#refresh.fire()),
      sendings.onDidChange(() => this.#refresh.fire()),
      changes(() => this.#refresh.fire()),
      vscode.languages.registerCodeLensProvider({ language: languageId }, this),
      vscode.commands.registerCommand("soaphttp.explainBrowser", (title: unknown, detail: unknown) =>
        ask(String(title), String(detail)),
      ),
    ];
  }

  async provideCodeLenses(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
    const asked = document.version;
    try {
      const { requests } = await this.#server.request(RequestsRequest, { uri: document.uri.toString() }, token);
      return document.version === asked
        ? requests.flatMap((request) => [this.#lens(document.uri.toString(), request), ...this.#note(request)])
        : [];
    } catch {
      // The server is down, or the question was withdrawn. It starts with a refresh.
      return [];
    }
  }

  dispose(): void {
    for (const one of this.#following) one.dispose();
    this.#refresh.dispose();
  }

  #lens(uri: string, { range, line, method, target }: RequestSummary): vscode.CodeLens {
    const at = new vscode.Range(line.start.line, 0, line.start.line, 0);
    const sending = this.#sendings.within(uri, range.start.line, range.end.line);
    return lens(
      at,
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

  #note(request: RequestSummary): readonly vscode.CodeLens[] {
    const { capabilities, origin } = this.#host.transport;
    const note = browserNote(request, capabilities, origin);
    if (note === undefined || (note.kind === "cors" && this.#answered.has(request.address))) return [];
    const { line } = request.line.start;
    const icon = note.kind === "blocked" ? "warning" : "info";
    const { title, text: tooltip } = note;
    const command = "soaphttp.explainBrowser";
    return [lens(new vscode.Range(line, 0, line, 0), { icon, title, tooltip, command, arguments: [title, tooltip] })];
  }
}
