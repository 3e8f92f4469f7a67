import * as vscode from "vscode";
import {
  FixAllRequest,
  type OutgoingMessage,
  OutgoingRequest,
  type RequestSummary,
  RequestsRequest,
} from "../../../../server/src/protocol.ts";
import { type Exchange, labelOf, timeoutOf } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { followingOf, messageThatFollows } from "../../core/exchange/following.ts";
import { toTransportRequest } from "../../core/exchange/transportRequest.ts";
import { redactor } from "../../core/redaction/redactor.ts";
import type { AnsweredOrigins } from "../../core/sending/answeredOrigins.ts";
import { type PrepareSteps, prepare, type SendQuestions } from "../../core/sending/prepare.ts";
import { urlOf } from "../../transport/redirect.ts";
import type { SendOptions } from "../../transport/transport.ts";
import type { Host } from "../editor/host.ts";
import { type LanguageServer, messageOf } from "../editor/languageServer.ts";
import { toTextEdits } from "../editor/positions.ts";
import type { Questions } from "../editor/questions.ts";
import { showError, showInformation, showStatus } from "../editor/ui.ts";
import type { Responses } from "../response/responses.ts";
import { tabUri } from "../response/responseUri.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { outsideFile } from "../trust/outsideFile.ts";
import type { SecretVariables } from "../trust/secretVariables.ts";
import type { Tls } from "../trust/tls.ts";
import { refuse, showProblem } from "./problems.ts";
import type { Sending, Sendings } from "./sendings.ts";
import { type SendSettings, sendSettings } from "./settings.ts";

/** What the command `soaphttp.send` resolves with, once the response stands beside the request. */
export interface Sent {
  readonly id: string;
  readonly kind: Exchange["result"]["kind"];
  /** Of the document that shows it, as a string; undefined where nothing is shown. */
  readonly document: string | undefined;
}

export interface SenderParts {
  readonly host: Host;
  readonly server: LanguageServer;
  readonly sendings: Sendings;
  readonly exchanges: ExchangeStore;
  readonly responses: Responses;
  readonly answered: AnsweredOrigins;
  /** Stores an exchange, if the author wants that. */
  readonly store: (exchange: Exchange) => Promise<void>;
  readonly tls: Pick<Tls, "optionsFor">;
  readonly secrets: Pick<SecretVariables, "supply">;
  readonly log: vscode.LogOutputChannel;
  readonly questions: () => Questions;
}

/** How one of several requests is sent. `show`: false where its response is not to open. */
export interface SendHow {
  readonly show: boolean;
  readonly signal: AbortSignal | undefined;
  /** Those of the sender, if none are given. */
  readonly questions?: SendQuestions | undefined;
}

/** The way of a request: from its document through the server's bytes and the author's decisions to its response. */
export class Sender {
  readonly #parts: SenderParts;
  /** Each until its exchange is stored. */
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Sends the request that a line is in. Undefined: nothing was sent, and the author knows why. */
  async send(
    document: vscode.TextDocument,
    line: number,
    how: SendHow = { show: true, signal: undefined },
  ): Promise<Sent | undefined> {
    return this.#prepared(document, line, how, (sending, message, settings) => {
      const line = () => this.#parts.sendings.lineOf(sending.id);
      return this.#exchange(sending, message, settings, { show: how.show, line });
    });
  }

  /** Asks what sending would ask, and sends nothing. False: the request can't or is not to be sent; the author knows why. */
  async ask(document: vscode.TextDocument, line: number, how: Omit<SendHow, "show">): Promise<boolean> {
    return (await this.#prepared(document, line, how, async () => true)) ?? false;
  }

  /** Undefined: the request is not ready to be sent, and the author knows why. */
  async #prepared<T>(
    given: vscode.TextDocument,
    line: number,
    { signal, questions }: Omit<SendHow, "show">,
    then: (sending: Sending, message: OutgoingMessage, settings: SendSettings) => Promise<T>,
  ): Promise<T | undefined> {
    const { sendings } = this.#parts;
    if (signal?.aborted || !(await ensureTrusted(this.#parts.questions()))) return undefined;
    // The author may close it while others of its requests are sent; the server knows those alone that are open.
    const document = given.isClosed ? await vscode.workspace.openTextDocument(given.uri) : given;
    const request = await this.#requestAt(document, line);
    if (request === undefined) {
      void showInformation(vscode.l10n.t("There is no request at line {0}.", line + 1));
      return undefined;
    }
    const uri = document.uri.toString();
    if (sendings.within(uri, request.range.start.line, request.range.end.line) !== undefined) {
      showStatus(vscode.l10n.t("This request is already being sent."), 3000);
      return undefined;
    }
    const label = request.name ?? request.method;
    const sending = sendings.begin({ uri, line: request.line.start.line, label, tab: undefined }, signal);
    try {
      const settings = sendSettings(document.uri);
      const asked = { label: nameOf(request), questions: questions ?? this.#parts.questions() };
      const message = await this.#prepare(document, sending, settings, asked);
      return message === undefined ? undefined : await then(sending, message, settings);
    } finally {
      sendings.end(sending.id);
    }
  }

  /** Sends the same bytes to the same place once more. */
  async repeat(exchange: Exchange): Promise<Sent | undefined> {
    if (!(await ensureTrusted(this.#parts.questions()))) return undefined;
    return this.#sendMessage(exchange, exchange.message, sendSettings(vscode.Uri.parse(exchange.from)));
  }

  /** Goes on from the redirect that a response is, one step; the next one is followed as the settings say. */
  async follow(exchange: Exchange): Promise<Sent | undefined> {
    if (!(await ensureTrusted(this.#parts.questions()))) return undefined;
    const settings = sendSettings(vscode.Uri.parse(exchange.from));
    if (exchange.result.kind === "redirect-hidden") {
      // A browser can't go on from there: only it knows where the redirect leads.
      const message = { ...exchange.message, redirects: true };
      return this.#sendMessage(exchange, message, { ...settings, followRedirects: "always" });
    }
    const following = followingOf(exchange);
    if (following === undefined) {
      const text = vscode.l10n.t("This response is not a redirect that can be followed.");
      void showInformation(text);
      return undefined;
    }
    if (following.unencrypted && !(await this.#parts.questions().unencrypted(urlOf(following.request)))) {
      return undefined;
    }
    return this.#sendMessage(exchange, messageThatFollows(exchange.message, following), settings);
  }

  /** Cancels what is on its way. Resolves when the history has it, for it was sent; never rejects. */
  async end(): Promise<void> {
    this.#parts.sendings.cancelAll();
    await Promise.allSettled(this.#underWay);
  }

  /** No line of the document is meant: its request may be another one by now. */
  async #sendMessage(exchange: Exchange, message: OutgoingMessage, settings: SendSettings): Promise<Sent> {
    const { sendings, exchanges } = this.#parts;
    const { from: uri, label } = exchange;
    const sending = sendings.begin({ uri, line: undefined, label, tab: tabUri(exchange).toString() });
    const line = () => exchanges.lineOf(exchange);
    try {
      return await this.#exchange(sending, message, settings, { show: true, line });
    } finally {
      sendings.end(sending.id);
    }
  }

  async #requestAt(document: vscode.TextDocument, line: number): Promise<RequestSummary | undefined> {
    const asked = document.version;
    const { version, requests } = await this.#parts.server.request(RequestsRequest, { uri: document.uri.toString() });
    if (version < asked) {
      throw new Error(
        vscode.l10n.t("the language server has an old version of the file ({0}, not {1})", version, asked),
      );
    }
    return requests.find(({ range }) => range.start.line <= line && line <= range.end.line);
  }

  async #prepare(
    document: vscode.TextDocument,
    sending: Sending,
    settings: SendSettings,
    asked: Pick<PrepareSteps, "label" | "questions">,
  ): Promise<OutgoingMessage | undefined> {
    const { host, server, sendings, secrets } = this.#parts;
    const { signal } = sending;
    const at = () => {
      const line = sendings.lineOf(sending.id);
      return line === undefined ? undefined : { uri: document.uri.toString(), line };
    };
    const outgoing = () =>
      secrets.supply(async (given) => {
        const place = at();
        return place === undefined ? { kind: "none" } : server.request(OutgoingRequest, { ...place, secrets: given });
      });
    const prepared = await prepare({
      // Nothing is asked of an author who has cancelled.
      outgoing: async () => (signal.aborted ? undefined : outgoing()),
      fix: () => this.#fix(document, at()),
      outsideFile: async ({ bodyFile }) => {
        if (bodyFile === undefined) return undefined;
        return (await outsideFile(vscode.Uri.parse(bodyFile), document.uri, host.realPath))?.fsPath;
      },
      ...asked,
      withErrors: settings.withErrors,
    });
    switch (prepared.kind) {
      case "ready":
        return signal.aborted ? undefined : prepared.message;
      case "show":
        await showProblem(document, prepared.problem);
        return undefined;
      case "refused":
        await refuse(document, prepared.problems);
        return undefined;
      default:
        return undefined;
    }
  }

  async #fix(
    document: vscode.TextDocument,
    at: { readonly uri: string; readonly line: number } | undefined,
  ): Promise<boolean> {
    if (at === undefined) return false;
    const { version, edits } = await this.#parts.server.request(FixAllRequest, at);
    if (version !== document.version || edits.length === 0) return false;
    const change = new vscode.WorkspaceEdit();
    change.set(document.uri, toTextEdits(edits));
    return vscode.workspace.applyEdit(change);
  }

  async #exchange(
    sending: Sending,
    message: OutgoingMessage,
    settings: SendSettings,
    { show, line }: { readonly show: boolean; readonly line: () => number | undefined },
  ): Promise<Sent> {
    const { responses, store, log } = this.#parts;
    const label = labelOf(message);
    const exchanged = this.#transport(sending, message, settings, { label, line });
    const stored = exchanged.then((exchange) => store(exchange));
    this.#underWay.add(stored);
    void stored.catch(() => {}).finally(() => this.#underWay.delete(stored));
    const exchange = await exchanged;
    const { result } = exchange;
    // Not before it is stored: VS Code closes the log of a window that goes.
    log.info(`${label}: ${result.kind} after ${Math.round(result.timings.total)} ms.`);
    responses.awaitSurplus(exchange);
    if (!show) return { id: exchange.id, kind: result.kind, document: undefined };
    try {
      const document = await responses.show(exchange, settings.view);
      return { id: exchange.id, kind: result.kind, document: document?.toString() };
    } catch (error) {
      log.error(`${label}: the response could not be shown.`, messageOf(error));
      const text = vscode.l10n.t("{0} was sent, but its response could not be shown: {1}", label, messageOf(error));
      void showError(text);
      return { id: exchange.id, kind: result.kind, document: undefined };
    }
  }

  async #transport(
    sending: Sending,
    message: OutgoingMessage,
    settings: SendSettings,
    { label, line }: { readonly label: string; readonly line: () => number | undefined },
  ): Promise<Exchange> {
    const { host, sendings, exchanges, answered, tls, questions, log } = this.#parts;
    sendings.leaves(sending.id, label);
    const at = Date.now();
    const request = toTransportRequest(message);
    const to = redactor(message.secrets)(message.host);
    log.info(`${label}: ${message.method} to ${to}:${message.port}, body ${request.body.length} bytes.`);
    const options = sendOptions(sending, message, settings);
    const result = await host.transport.send(request, {
      ...options,
      tls: (name, port) => tls.optionsFor(name, port),
      mayGoUnencrypted: (url) => questions().unencrypted(redactor(message.secrets)(url)),
    });
    if (result.kind === "response") answered.add(result.url);
    const exchange = exchanges.add({ from: sending.uri, label, message, result, at }, line());
    // It is not on its way any more; showing the response may take a while.
    sendings.end(sending.id);
    return exchange;
  }
}

/** What the author calls a request: its name, its title, or where it goes. */
export function nameOf({ name, title, method, target }: RequestSummary): string {
  return name ?? title ?? `${method} ${target}`;
}

function sendOptions(sending: Sending, message: OutgoingMessage, settings: SendSettings): SendOptions {
  return {
    signal: sending.signal,
    timeout: timeoutOf(message, settings.timeout),
    redirects: message.redirects ? settings.followRedirects : "never",
    maxBytes: settings.maxBytes,
    maxHeadBytes: settings.maxHeadBytes,
  };
}
