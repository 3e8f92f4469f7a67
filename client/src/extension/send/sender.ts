import * as vscode from "vscode";
import {
  type EvaluateResult,
  type OutgoingMessage,
  type RequestSummary,
  RequestsRequest,
} from "../../../../server/src/protocol/protocol.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { type Exchange, labelOf, timeoutOf } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { followingOf, mayBrowserFollow, messageThatFollows } from "../../core/exchange/following.ts";
import { toTransportRequest } from "../../core/exchange/transportRequest.ts";
import type { Judged } from "../../core/history/stored.ts";
import type { Memory } from "../../core/memory.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import { receivedOf } from "../../core/run/received.ts";
import { noteCors } from "../../core/sending/browserNote.ts";
import { unlessAborted } from "../../core/sending/unlessAborted.ts";
import { firstFailure, redactOutput } from "../../core/testing/output.ts";
import { urlOf } from "../../transport/redirect.ts";
import { errorText } from "../editor/commands.ts";
import { inform, showError, showStatus } from "../editor/ui.ts";
import type { Evaluations } from "../evaluation/evaluations.ts";
import type { Responses } from "../response/responses.ts";
import { tabUri } from "../response/responseUri.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import type { Tls } from "../trust/tls.ts";
import { type FoundRequest, type PreparationParts, prepareInEditor, type SendHow } from "./preparation.ts";
import type { RunningRequest } from "./runningRequests.ts";
import { type SendSettings, sendSettings } from "./settings.ts";

export interface SenderParts extends PreparationParts {
  readonly exchanges: ExchangeStore;
  readonly responses: Responses;
  /** Of the workspace. */
  readonly memory: Memory;
  /** Stores an exchange if the history is enabled. */
  readonly store: (exchange: Exchange, judged: Judged) => Promise<void>;
  readonly tls: Tls;
  readonly evaluations: Evaluations;
  readonly cookies: CookieJar;
  readonly log: vscode.LogOutputChannel;
}

/** A request that was sent. */
export interface Sent {
  readonly exchange: Exchange;
  /** Undefined if there is no complete response, or nothing to evaluate. */
  readonly evaluation: EvaluateResult | undefined;
  /** The document that shows the response; undefined if nothing is shown. */
  readonly document: vscode.Uri | undefined;
}

interface ReadyMessage {
  readonly message: OutgoingMessage;
  readonly running: RunningRequest;
  readonly settings: SendSettings;
  /** The current line of its request. */
  readonly line: () => number | undefined;
}

/** Sends requests for lenses, Send All and tests. The steps: find, prepare and confirm, transport, evaluate, show. */
export class Sender {
  readonly #parts: SenderParts;
  /** Each until its exchange is stored. */
  readonly #storing = new Set<Promise<void>>();

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /**
   * Sends the request at a line. Undefined: nothing was sent, and the user knows why. Rejects if the server is down; also
   * if a test or a needed request can't be evaluated.
   */
  async send(document: vscode.TextDocument, line: number, how: SendHow = {}): Promise<Sent | undefined> {
    const running = await this.#begin(document, line, how);
    if (running === undefined) return undefined;
    try {
      const settings = sendSettings(document.uri);
      const message = await this.#ready(document, line, running, how);
      const currentLine = () => this.#parts.runningRequests.lineOf(running.id);
      return message && (await this.#exchange({ message, running, settings, line: currentLine }, how));
    } finally {
      this.#parts.runningRequests.end(running.id);
    }
  }

  /** Asks the questions before sending, but sends nothing. False: the request will not be sent, and the user knows why. */
  async ask(
    document: vscode.TextDocument,
    line: number,
    how: SendHow & Required<Pick<SendHow, "questions">>,
  ): Promise<boolean> {
    const running = await this.#begin(document, line, how);
    if (running === undefined) return false;
    let waits = false;
    const needs = async () => {
      // Requests before it in the run may provide what it needs.
      waits = true;
      return false;
    };
    try {
      const asked = { ...how, questions: { ...how.questions, needs } };
      const message = await this.#ready(document, line, running, asked);
      return message !== undefined || waits;
    } finally {
      this.#parts.runningRequests.end(running.id);
    }
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
    if (mayBrowserFollow(exchange)) {
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
    this.#parts.runningRequests.cancelAll();
    await Promise.allSettled(this.#storing);
  }

  /** The document isn't needed: its request may have changed. */
  async #sendMessage(exchange: Exchange, message: OutgoingMessage, settings: SendSettings): Promise<Sent> {
    const { runningRequests, exchanges } = this.#parts;
    const { from: uri, label } = exchange;
    const running = runningRequests.begin({ uri, line: undefined, label, tab: tabUri(exchange).toString() });
    try {
      return await this.#exchange({ message, running, settings, line: () => exchanges.lineOf(exchange) }, {});
    } finally {
      runningRequests.end(running.id);
    }
  }

  async #begin({ uri }: vscode.TextDocument, line: number, { signal }: SendHow): Promise<RunningRequest | undefined> {
    if (signal?.aborted || !(await ensureTrusted(this.#parts.questions()))) return undefined;
    // Before the server is asked, which may be busy: the user sees that it is being sent, and can cancel it.
    const label = vscode.workspace.asRelativePath(uri);
    return this.#parts.runningRequests.begin({ uri: uri.toString(), line, label, tab: undefined }, signal);
  }

  /** Finds and prepares the request at a line. Undefined: it will not be sent. */
  async #ready(
    document: vscode.TextDocument,
    line: number,
    running: RunningRequest,
    how: SendHow,
  ): Promise<OutgoingMessage | undefined> {
    const request = await unlessAborted(this.#find(document, line, running), running.signal);
    return request && (await unlessAborted(this.#prepare(request, running, how), running.signal));
  }

  /** Finds the request at a line. Undefined: there is none, or it is being sent, and the user knows it. */
  async #find(
    given: vscode.TextDocument,
    line: number,
    { id, uri, signal }: RunningRequest,
  ): Promise<FoundRequest | undefined> {
    const { runningRequests, server } = this.#parts;
    // The user may close it while other requests of it are sent; the server knows only open documents.
    const document = given.isClosed ? await vscode.workspace.openTextDocument(given.uri) : given;
    const expected = document.version;
    const { version, requests } = await server.request(RequestsRequest, { uri, line });
    if (version < expected) {
      throw new Error(
        vscode.l10n.t("the language server has an old version of the file ({0}, not {1})", version, expected),
      );
    }
    if (signal.aborted) return undefined;
    const request = requests.find(({ range }) => range.start.line <= line && line <= range.end.line);
    if (request === undefined) return inform(vscode.l10n.t("There is no request at line {0}.", line + 1));
    const { range, name, method } = request;
    if (runningRequests.within(uri, range.start.line, range.end.line)?.id !== id) {
      showStatus(vscode.l10n.t("This request is already being sent."), 3000);
      return undefined;
    }
    runningRequests.identify(id, request.line.start.line, name ?? method);
    return { document, label: requestTitle(request) };
  }

  /** The message of a request, after all questions. Undefined: it will not be sent, and the user knows why. */
  #prepare(request: FoundRequest, running: RunningRequest, how: SendHow): Promise<OutgoingMessage | undefined> {
    const { secrets } = how;
    const sendNeeded = async (line: number) => {
      const needed = { show: "onFailure", signal: running.signal, ...(secrets && { secrets }) } as const;
      return this.#failureOf(await this.send(request.document, line, needed));
    };
    return prepareInEditor(this.#parts, request, running, how, sendNeeded);
  }

  /** Why a needed request did not succeed, as a part of a sentence; undefined if it did. */
  #failureOf(sent: Sent | undefined): string | undefined {
    if (sent === undefined) return vscode.l10n.t("it was not sent");
    const { exchange, evaluation } = sent;
    const received = receivedOf(exchange.result, this.#parts.host.kind);
    if (received.kind === "failed") return trimTrailing(received.why, ".");
    if (received.kind === "cancelled") return vscode.l10n.t("it was canceled");
    if (evaluation?.range === undefined) return vscode.l10n.t("it was edited meanwhile");
    const why = firstFailure(evaluation.results);
    return why === undefined ? undefined : redactOutput(exchange)(why);
  }

  /** Sends a message that is ready, evaluates its response, and shows it. */
  async #exchange(ready: ReadyMessage, how: SendHow): Promise<Sent> {
    const transported = this.#sendBytes(ready);
    const evaluated = transported.then((exchange) => this.#evaluate(exchange, ready.line(), how));
    const judged = judgedBy(how, transported, evaluated);
    // If sending fails, only that is reported.
    for (const other of [evaluated, judged]) other.catch(() => {});
    const exchange = await this.#stored(transported, judged);
    const evaluation = await evaluated;
    // Showing the response may take a while.
    this.#parts.runningRequests.end(ready.running.id);
    const isShown = how.show === undefined || (how.show === "onFailure" && !isAsExpected({ exchange, evaluation }));
    const document = isShown ? await this.#show(exchange, ready.settings) : undefined;
    return { exchange, evaluation, document };
  }

  /** Stores an exchange when its response was received, and evaluated where its request expects something. Doesn't wait for that. */
  async #stored(transported: Promise<Exchange>, judged: Promise<Judged>): Promise<Exchange> {
    const { store, log, responses } = this.#parts;
    const stored = transported.then(async (exchange) => store(exchange, await judged));
    this.#storing.add(stored);
    void stored.catch(() => {}).finally(() => this.#storing.delete(stored));
    const exchange = await transported;
    const { label, result } = exchange;
    // After storing has begun: VS Code closes the log of a closing window.
    log.info(`${label}: ${result.kind} after ${Math.round(result.timings.total)} ms.`);
    responses.awaitSurplus(exchange);
    return exchange;
  }

  async #sendBytes({ message: typed, running, settings, line }: ReadyMessage): Promise<Exchange> {
    const { host, runningRequests, exchanges, memory, tls, questions, log, cookies } = this.#parts;
    const message = cookies.appliedTo(typed, Date.now());
    const label = labelOf(message);
    const redacted = redactor(message.secrets);
    const at = Date.now();
    const request = toTransportRequest(message);
    runningRequests.markSent(running.id, label);
    const to = `${redacted(message.host)}:${message.port}`;
    log.info(`${label}: ${message.method} to ${to}, body ${request.body.length} bytes.`);
    const result = await host.transport.send(request, {
      signal: running.signal,
      timeout: timeoutOf(message, settings.timeout),
      redirects: message.redirects ? settings.followRedirects : "never",
      maxBytes: settings.maxBytes,
      maxHeadBytes: settings.maxHeadBytes,
      tls: (name, port) => tls.optionsFor(name, port),
      mayGoUnencrypted: (url) => questions().unencrypted(redacted(url)),
    });
    cookies.keep(result, Date.now());
    noteCors(memory, result);
    return exchanges.add({ from: running.uri, label, message, result, at }, line());
  }

  /** Evaluates what a request expects, if its response is complete. `line`: of the request. */
  async #evaluate(
    exchange: Exchange,
    line: number | undefined,
    { test, show, signal }: SendHow,
  ): Promise<EvaluateResult | undefined> {
    const { evaluations, host, log } = this.#parts;
    const received = receivedOf(exchange.result, host.kind);
    const isEvaluated = test !== undefined || exchange.message.evaluated === true;
    if (!isEvaluated || line === undefined || received.kind !== "response") return undefined;
    try {
      const evaluation = evaluations.evaluate(exchange, received, line, test);
      // The server may need some seconds.
      return await (signal ? unlessAborted(evaluation, signal) : evaluation);
    } catch (error) {
      if (test !== undefined || show === "onFailure") throw error;
      log.error(`${exchange.label}: the expectations could not be evaluated.`, errorText(error));
      return undefined;
    }
  }

  /** Shows the response. Resolves with its URI; undefined if that failed, and the user knows it. */
  async #show(exchange: Exchange, { view }: SendSettings): Promise<vscode.Uri | undefined> {
    const { responses, log } = this.#parts;
    const { label } = exchange;
    try {
      return await responses.show(exchange, view);
    } catch (error) {
      log.error(`${label}: the response could not be shown.`, errorText(error));
      void showError(vscode.l10n.t("{0} was sent, but its response could not be shown: {1}", label, errorText(error)));
      return undefined;
    }
  }
}

/** What the history says about an exchange beyond its response. It never rejects after the exchange. */
async function judgedBy(
  { test }: SendHow,
  transported: Promise<Exchange>,
  evaluated: Promise<EvaluateResult | undefined>,
): Promise<Judged> {
  const exchange = await transported;
  const evaluation = await evaluated.catch(() => undefined);
  const isEvaluated = evaluation?.range !== undefined;
  const passed = isEvaluated && isAsExpected({ exchange, evaluation });
  const isJudged = test?.isTest ?? (isEvaluated && evaluation.results.length > 0);
  return { run: test?.listedUnder, passed: isJudged ? passed : undefined };
}

/** Whether a response is complete, and as its request expects. */
function isAsExpected({ exchange, evaluation }: Pick<Sent, "exchange" | "evaluation">): boolean {
  return exchange.result.kind === "response" && evaluation?.results.every(({ held }) => held) === true;
}

/** The name of a request for the user: its name, its title, or its method and target. */
export function requestTitle({ name, title, method, target }: RequestSummary): string {
  return name ?? title ?? `${method} ${target}`;
}
