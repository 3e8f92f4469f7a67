import * as vscode from "vscode";
import {
  FixAllRequest,
  type OutgoingMessage,
  OutgoingRequest,
  type RequestSummary,
  RequestsRequest,
  type StandingProblem,
} from "../../../../server/src/protocol.ts";
import { type Exchange, labelOf, timeoutOf } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { followingOf, messageThatFollows } from "../../core/exchange/following.ts";
import { toTransportRequest } from "../../core/exchange/transportRequest.ts";
import type { Memory } from "../../core/memory.ts";
import { redactor } from "../../core/redaction/redactor.ts";
import { addRespondingOrigin } from "../../core/sending/browserNote.ts";
import { type PrepareSteps, prepare, type SendQuestions } from "../../core/sending/prepare.ts";
import { urlOf } from "../../transport/redirect.ts";
import { messageOf } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toRange, toTextEdits } from "../editor/positions.ts";
import type { Questions } from "../editor/questions.ts";
import { inform, showError, showStatus } from "../editor/ui.ts";
import type { Responses } from "../response/responses.ts";
import { tabUri } from "../response/responseUri.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { outsideFile } from "../trust/outsideFile.ts";
import type { SecretVariables } from "../trust/secretVariables.ts";
import type { Tls } from "../trust/tls.ts";
import type { Sending, Sendings } from "./sendings.ts";
import { type SendSettings, sendSettings } from "./settings.ts";

/** The result of `soaphttp.send`, when the response is shown. */
export interface Sent {
  readonly id: string;
  readonly kind: Exchange["result"]["kind"];
  /** The URI of the document that shows it; undefined if nothing is shown. */
  readonly document: string | undefined;
}

export interface SenderParts {
  readonly host: Host;
  readonly server: LanguageServer;
  readonly sendings: Sendings;
  readonly exchanges: ExchangeStore;
  readonly responses: Responses;
  /** Of the workspace. */
  readonly memory: Memory;
  /** Stores an exchange if the history is enabled. */
  readonly store: (exchange: Exchange) => Promise<void>;
  readonly tls: Tls;
  readonly secrets: SecretVariables;
  readonly log: vscode.LogOutputChannel;
  readonly questions: () => Questions;
}

/** How one of several requests is sent. */
export interface SendHow {
  /** False: the response isn't opened. */
  readonly show?: boolean;
  readonly signal?: AbortSignal;
  readonly questions?: SendQuestions;
}

/** Sends requests: from the document through the server's bytes and the user's decisions to the response. */
export class Sender {
  readonly #parts: SenderParts;
  /** Each until its exchange is stored. */
  readonly #storing = new Set<Promise<void>>();

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Sends the request at a line. Undefined: nothing was sent, and the user knows why. */
  async send(document: vscode.TextDocument, line: number, how: SendHow = {}): Promise<Sent | undefined> {
    return this.#prepared(document, line, how, (sending, message, settings) => {
      const currentLine = () => this.#parts.sendings.lineOf(sending.id);
      return this.#exchange(sending, message, settings, currentLine, how.show);
    });
  }

  /** Asks the questions before sending, but sends nothing. False: the request will not be sent, and the user knows why. */
  async ask(document: vscode.TextDocument, line: number, how: SendHow): Promise<boolean> {
    return (await this.#prepared(document, line, how, async () => true)) ?? false;
  }

  /** Sends the same bytes to the same address again. */
  async repeat(exchange: Exchange): Promise<Sent | undefined> {
    if (!(await ensureTrusted(this.#parts.questions()))) return undefined;
    return this.#sendMessage(exchange, exchange.message, sendSettings(vscode.Uri.parse(exchange.from)));
  }

  /** Follows a redirect response by one step; further redirects are followed according to the settings. */
  async follow(exchange: Exchange): Promise<Sent | undefined> {
    const { questions } = this.#parts;
    if (!(await ensureTrusted(questions()))) return undefined;
    const settings = sendSettings(vscode.Uri.parse(exchange.from));
    if (exchange.result.kind === "redirect-hidden") {
      // Only the browser knows where the redirect leads, so it must send the request again.
      const message = { ...exchange.message, redirects: true };
      return this.#sendMessage(exchange, message, { ...settings, followRedirects: "always" });
    }
    const following = followingOf(exchange);
    if (following === undefined) {
      return inform(vscode.l10n.t("This response is not a redirect that can be followed."));
    }
    if (following.unencrypted && !(await questions().unencrypted(urlOf(following.request)))) return undefined;
    return this.#sendMessage(exchange, messageThatFollows(exchange.message, following), settings);
  }

  /** Cancels all requests. Resolves when the history has stored them; never rejects. */
  async end(): Promise<void> {
    this.#parts.sendings.cancelAll();
    await Promise.allSettled(this.#storing);
  }

  /** Undefined: the request will not be sent, and the user knows why. */
  async #prepared<T>(
    given: vscode.TextDocument,
    line: number,
    { signal, questions = this.#parts.questions() }: SendHow,
    then: (sending: Sending, message: OutgoingMessage, settings: SendSettings) => Promise<T>,
  ): Promise<T | undefined> {
    const { sendings } = this.#parts;
    if (signal?.aborted || !(await ensureTrusted(this.#parts.questions()))) return undefined;
    // The user may close it while other requests of it are sent; the server knows only open documents.
    const document = given.isClosed ? await vscode.workspace.openTextDocument(given.uri) : given;
    const request = await this.#requestAt(document, line);
    if (request === undefined) return inform(vscode.l10n.t("There is no request at line {0}.", line + 1));
    const uri = document.uri.toString();
    if (sendings.within(uri, request.range.start.line, request.range.end.line) !== undefined) {
      showStatus(vscode.l10n.t("This request is already being sent."), 3000);
      return undefined;
    }
    const label = request.name ?? request.method;
    const sending = sendings.begin({ uri, line: request.line.start.line, label, tab: undefined }, signal);
    try {
      const settings = sendSettings(document.uri);
      const { withErrors } = settings;
      const message = await this.#prepare(document, sending, { label: nameOf(request), questions, withErrors });
      return message && (await then(sending, message, settings));
    } finally {
      sendings.end(sending.id);
    }
  }

  /** Without a line of the document, whose request may have changed. */
  async #sendMessage(exchange: Exchange, message: OutgoingMessage, settings: SendSettings): Promise<Sent> {
    const { sendings, exchanges } = this.#parts;
    const { from: uri, label } = exchange;
    const sending = sendings.begin({ uri, line: undefined, label, tab: tabUri(exchange).toString() });
    try {
      return await this.#exchange(sending, message, settings, () => exchanges.lineOf(exchange));
    } finally {
      sendings.end(sending.id);
    }
  }

  async #requestAt(document: vscode.TextDocument, line: number): Promise<RequestSummary | undefined> {
    const expected = document.version;
    const { version, requests } = await this.#parts.server.request(RequestsRequest, { uri: document.uri.toString() });
    if (version < expected) {
      throw new Error(
        vscode.l10n.t("the language server has an old version of the file ({0}, not {1})", version, expected),
      );
    }
    return requests.find(({ range }) => range.start.line <= line && line <= range.end.line);
  }

  async #prepare(
    document: vscode.TextDocument,
    { id, signal }: Sending,
    options: Pick<PrepareSteps, "label" | "questions" | "withErrors">,
  ): Promise<OutgoingMessage | undefined> {
    const { host, server, sendings, secrets } = this.#parts;
    const place = () => {
      const line = sendings.lineOf(id);
      return line === undefined ? undefined : { uri: document.uri.toString(), line };
    };
    const prepared = await prepare({
      ...options,
      outgoing: async () => {
        // After canceling, the user is asked nothing.
        if (signal.aborted) return undefined;
        return secrets.supply(async (given) => {
          const at = place();
          return at === undefined ? { kind: "none" } : server.request(OutgoingRequest, { ...at, secrets: given });
        });
      },
      fix: async () => {
        const at = place();
        return at && this.#fix(document, at);
      },
      outsideFile: async ({ bodyFile }) => {
        if (bodyFile === undefined) return undefined;
        return (await outsideFile(vscode.Uri.parse(bodyFile), document.uri, host.realPath))?.fsPath;
      },
    });
    if (prepared.kind === "show") await showProblem(document, prepared.problem);
    if (prepared.kind === "refused") showRefusal(document, prepared.problems);
    return prepared.kind === "ready" && !signal.aborted ? prepared.message : undefined;
  }

  async #fix(document: vscode.TextDocument, at: { readonly uri: string; readonly line: number }): Promise<void> {
    const { version, edits } = await this.#parts.server.request(FixAllRequest, at);
    if (version !== document.version || edits.length === 0) return;
    const change = new vscode.WorkspaceEdit();
    change.set(document.uri, toTextEdits(edits));
    await vscode.workspace.applyEdit(change);
  }

  async #exchange(
    sending: Sending,
    message: OutgoingMessage,
    settings: SendSettings,
    line: () => number | undefined,
    show = true,
  ): Promise<Sent> {
    const { responses, store, log } = this.#parts;
    const exchanged = this.#transport(sending, message, settings, line);
    const stored = exchanged.then((exchange) => store(exchange));
    this.#storing.add(stored);
    void stored.catch(() => {}).finally(() => this.#storing.delete(stored));
    const exchange = await exchanged;
    const { id, label, result } = exchange;
    // After storing has begun: VS Code closes the log of a closing window.
    log.info(`${label}: ${result.kind} after ${Math.round(result.timings.total)} ms.`);
    responses.awaitSurplus(exchange);
    let document: vscode.Uri | undefined;
    try {
      document = show ? await responses.show(exchange, settings.view) : undefined;
    } catch (error) {
      log.error(`${label}: the response could not be shown.`, messageOf(error));
      void showError(vscode.l10n.t("{0} was sent, but its response could not be shown: {1}", label, messageOf(error)));
    }
    return { id, kind: result.kind, document: document?.toString() };
  }

  async #transport(
    sending: Sending,
    message: OutgoingMessage,
    settings: SendSettings,
    line: () => number | undefined,
  ): Promise<Exchange> {
    const { host, sendings, exchanges, memory, tls, questions, log } = this.#parts;
    const label = labelOf(message);
    const redacted = redactor(message.secrets);
    const at = Date.now();
    const request = toTransportRequest(message);
    sendings.markSent(sending.id, label);
    const to = `${redacted(message.host)}:${message.port}`;
    log.info(`${label}: ${message.method} to ${to}, body ${request.body.length} bytes.`);
    const result = await host.transport.send(request, {
      signal: sending.signal,
      timeout: timeoutOf(message, settings.timeout),
      redirects: message.redirects ? settings.followRedirects : "never",
      maxBytes: settings.maxBytes,
      maxHeadBytes: settings.maxHeadBytes,
      tls: (name, port) => tls.optionsFor(name, port),
      mayGoUnencrypted: (url) => questions().unencrypted(redacted(url)),
    });
    if (result.kind === "response") addRespondingOrigin(memory, result.url);
    const exchange = exchanges.add({ from: sending.uri, label, message, result, at }, line());
    // Showing the response may take a while.
    sendings.end(sending.id);
    return exchange;
  }
}

/** The name of a request for the user: its name, its title, or its method and target. */
export function nameOf({ name, title, method, target }: RequestSummary): string {
  return name ?? title ?? `${method} ${target}`;
}

async function showProblem(document: vscode.TextDocument, { range }: StandingProblem): Promise<void> {
  await vscode.window.showTextDocument(document, { selection: toRange(range) });
}

/** Shows why a request with errors isn't sent, without waiting until the notification is closed. */
function showRefusal(document: vscode.TextDocument, [first]: readonly StandingProblem[]): void {
  if (first === undefined) return;
  const show = vscode.l10n.t("Show");
  const text = vscode.l10n.t(
    "Not sent, because the request has errors (setting soaphttp.send.withErrors). Line {0}: {1}",
    first.range.start.line + 1,
    first.message,
  );
  void showError(text, show).then((chosen) => (chosen === show ? showProblem(document, first) : undefined));
}
