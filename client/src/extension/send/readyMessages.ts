import * as vscode from "vscode";
import type { EvaluateResult, FlowState, OutgoingMessage } from "../../../../server/src/protocol/protocol.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { addedSecrets, type Exchange, labelOf, timeoutOf } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { toTransportRequest } from "../../core/exchange/transportRequest.ts";
import type { Judged } from "../../core/history/stored.ts";
import type { Memory } from "../../core/memory.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import { receivedOf } from "../../core/run/received.ts";
import { noteCors } from "../../core/sending/browserNote.ts";
import type { Tokens } from "../../core/sending/tokens.ts";
import { unlessAborted } from "../../core/sending/unlessAborted.ts";
import type { SendOptions } from "../../transport/transport.ts";
import { errorText } from "../editor/commands.ts";
import { showError } from "../editor/ui.ts";
import type { Evaluations } from "../evaluation/evaluations.ts";
import type { Tls } from "../keys/tls.ts";
import type { Responses } from "../response/responses.ts";
import type { Callback, FileListeners } from "./callbacks.ts";
import type { PreparationParts, SendHow } from "./preparation.ts";
import type { RunningRequest } from "./runningRequests.ts";
import { isAsExpected, judgedBy, type Sent } from "./sent.ts";
import type { SendSettings } from "./settings.ts";

export interface SenderParts extends PreparationParts {
  readonly exchanges: ExchangeStore;
  readonly responses: Responses;
  readonly memory: Memory;
  /** Stores an exchange if the history is enabled. */
  readonly store: (exchange: Exchange, judged: Judged) => Promise<void>;
  readonly tls: Tls;
  readonly tokens: Tokens;
  readonly evaluations: Evaluations;
  readonly cookies: CookieJar;
  readonly fileMocks: {
    /** Starts the mock services that a file names. Rejects with a sentence about why one can't be started. */
    start(document: vscode.TextDocument): Promise<void>;
    /** Resolves with the failures of `# @expect` in the mock files after a request was sent, each only once. */
    failures(document: vscode.TextDocument): Promise<readonly string[]>;
  };
  readonly listeners: FileListeners;
  readonly log: vscode.LogOutputChannel;
}

interface ReadyMessage {
  readonly message: OutgoingMessage;
  readonly running: RunningRequest;
  readonly settings: SendSettings;
  /** Returns the current line of the request. */
  readonly line: () => number | undefined;
  readonly flow: FlowState;
  readonly callback?: Callback | undefined;
}

/** Sends messages that are ready. The steps: transport, evaluate, store, show. */
export class ReadyMessages {
  readonly #parts: SenderParts;
  readonly #storing = new Set<Promise<void>>();

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Resolves when the history has stored all exchanges; never rejects. */
  async stored(): Promise<void> {
    await Promise.allSettled(this.#storing);
  }

  async exchange(ready: ReadyMessage, how: SendHow): Promise<Sent> {
    const transported = this.#sendBytes(ready, how.cookies ?? this.#parts.cookies);
    const evaluated = transported.then((exchange) => this.#evaluate(exchange, ready, how));
    const judged = judgedBy(how, transported, evaluated);
    // If sending fails, only that failure is reported.
    for (const other of [evaluated, judged]) other.catch(() => {});
    const exchange = await this.#stored(transported, judged);
    return { exchange, evaluation: await evaluated, document: undefined };
  }

  async shown(sent: Sent, settings: SendSettings, { show }: SendHow): Promise<Sent> {
    const isShown = show === undefined || (show === "onFailure" && !isAsExpected(sent));
    return isShown ? { ...sent, document: await this.#show(sent.exchange, settings) } : sent;
  }

  /** Stores an exchange when it is received, and evaluated if it has expectations. Doesn't wait until it is stored. */
  async #stored(transported: Promise<Exchange>, judged: Promise<Judged>): Promise<Exchange> {
    const { store, log, responses } = this.#parts;
    const stored = transported.then(async (exchange) => store(exchange, await judged));
    this.#storing.add(stored);
    void stored.catch(() => {}).finally(() => this.#storing.delete(stored));
    const exchange = await transported;
    const { label, result } = exchange;
    // Logged after storing has begun, because VS Code closes the log of a closing window.
    log.info(`${label}: ${result.kind} after ${Math.round(result.timings.total)} ms.`);
    responses.awaitSurplus(exchange);
    return exchange;
  }

  async #sendBytes(
    { message: typed, running, settings, line, callback }: ReadyMessage,
    cookies: CookieJar,
  ): Promise<Exchange> {
    const { host, runningRequests, exchanges, memory, tls, tokens, questions, log } = this.#parts;
    const message = cookies.appliedTo(typed, Date.now());
    const label = labelOf(message);
    const redacted = redactor(message.secrets);
    const at = Date.now();
    const request = toTransportRequest(message);
    runningRequests.markSent(running.id, label);
    const to = `${redacted(message.host)}:${message.port}`;
    log.info(`${label}: ${message.method} to ${to}, body ${request.body.length} bytes.`);
    const options: SendOptions = {
      signal: running.signal,
      timeout: timeoutOf(message, settings.timeout),
      redirects: message.redirects ? settings.followRedirects : "never",
      maxBytes: settings.maxBytes,
      maxHeadBytes: settings.maxHeadBytes,
      tls: (name, port, typed) => tls.sendingTo(name, port, typed),
      mayGoUnencrypted: (url) => questions().unencrypted(redacted(url)),
    };
    const result =
      callback && message.receive
        ? await callback.listener.receive(callback.id, message.receive, message, running.signal)
        : await host.transport.send(request, options);
    // A callback comes from a client, which must not set cookies for services.
    if (!message.receive) cookies.keep(result, Date.now());
    if (result.kind === "response" && result.status === 401) tokens.forget(message.secrets);
    noteCors(memory, result);
    const sent = { ...message, secrets: [...message.secrets, ...addedSecrets(result)] };
    return exchanges.add({ from: running.uri, label, message: sent, result, at }, line());
  }

  async #evaluate(
    exchange: Exchange,
    { line: lineNow, flow }: ReadyMessage,
    { test, row, show, signal }: SendHow,
  ): Promise<EvaluateResult | undefined> {
    const { evaluations, host, log } = this.#parts;
    const received = receivedOf(exchange.result, host.kind);
    const isEvaluated = test !== undefined || exchange.message.evaluated === true;
    const line = lineNow();
    if (!isEvaluated || line === undefined || received.kind !== "response") return undefined;
    try {
      const evaluation = evaluations.evaluate(exchange, received, { line, flow, row }, test);
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
