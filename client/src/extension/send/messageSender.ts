import * as vscode from "vscode";
import type { EvaluateResult, OutgoingMessage } from "../../../../server/src/protocol/protocol.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { type Exchange, labelOf, timeoutOf } from "../../core/exchange/exchange.ts";
import { toTransportRequest } from "../../core/exchange/transportRequest.ts";
import { receivedOf } from "../../core/run/received.ts";
import { noteCors } from "../../core/sending/browserNote.ts";
import { unlessAborted } from "../../core/sending/unlessAborted.ts";
import { errorText } from "../editor/commands.ts";
import { showError } from "../editor/ui.ts";
import type { TestSending } from "../evaluation/evaluations.ts";
import type { SenderParts } from "./senderParts.ts";
import type { RunningSend } from "./sendings.ts";
import type { SendSettings } from "./settings.ts";

/** The result of `soaphttp.send`, when the response is shown. */
export interface ShownResponse {
  readonly id: string;
  readonly kind: Exchange["result"]["kind"];
  /** The URI of the document that shows it; undefined if nothing is shown. */
  readonly document: string | undefined;
}

/** Sends messages that are ready: through the transport, to the history, the expectations and the response's tab. */
export class MessageSender {
  readonly #parts: SenderParts;
  /** Each until its exchange is stored. */
  readonly #storing = new Set<Promise<void>>();

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Resolves when the exchanges so far are stored; never rejects. */
  async stored(): Promise<void> {
    await Promise.allSettled(this.#storing);
  }

  /** Sends, evaluates and shows. */
  async exchange(
    sending: RunningSend,
    message: OutgoingMessage,
    settings: SendSettings,
    line: () => number | undefined,
    show = true,
  ): Promise<ShownResponse> {
    const { log, sendings } = this.#parts;
    const exchange = await this.exchanged(sending, message, settings, line);
    await this.evaluated(exchange, line(), undefined).catch((error) =>
      log.error(`${exchange.label}: the expectations could not be evaluated.`, errorText(error)),
    );
    // Showing the response may take a while.
    sendings.end(sending.id);
    const document = show ? await this.show(exchange, settings) : undefined;
    return { id: exchange.id, kind: exchange.result.kind, document: document?.toString() };
  }

  /** Sends, and stores the exchange. */
  async exchanged(
    sending: RunningSend,
    message: OutgoingMessage,
    settings: SendSettings,
    line: () => number | undefined,
  ): Promise<Exchange> {
    const { responses, store, log } = this.#parts;
    const exchanged = this.#transport(sending, message, settings, line);
    const stored = exchanged.then((exchange) => store(exchange));
    this.#storing.add(stored);
    void stored.catch(() => {}).finally(() => this.#storing.delete(stored));
    const exchange = await exchanged;
    const { label, result } = exchange;
    // After storing has begun: VS Code closes the log of a closing window.
    log.info(`${label}: ${result.kind} after ${Math.round(result.timings.total)} ms.`);
    responses.awaitSurplus(exchange);
    return exchange;
  }

  /** Evaluates what an exchange holds for, if its response is complete. `line`: of its request. */
  async evaluated(
    exchange: Exchange,
    line: number | undefined,
    test: TestSending | undefined,
    signal?: AbortSignal,
  ): Promise<EvaluateResult | undefined> {
    const { evaluations, host } = this.#parts;
    const received = receivedOf(exchange.result, host.kind);
    const isEvaluated = test !== undefined || exchange.message.evaluated === true;
    if (!isEvaluated || line === undefined || received.kind !== "response") return undefined;
    const evaluation = evaluations.evaluate(exchange, received, line, test);
    // The server may need some seconds.
    return signal ? unlessAborted(evaluation, signal) : evaluation;
  }

  /** Shows the response. Resolves with its URI; undefined if that failed, and the user knows it. */
  async show(exchange: Exchange, { view }: SendSettings): Promise<vscode.Uri | undefined> {
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

  async #transport(
    sending: RunningSend,
    typed: OutgoingMessage,
    settings: SendSettings,
    line: () => number | undefined,
  ): Promise<Exchange> {
    const { host, sendings, exchanges, memory, tls, questions, log, cookies } = this.#parts;
    const message = cookies.appliedTo(typed, Date.now());
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
    cookies.keep(result, Date.now());
    noteCors(memory, result);
    const exchange = exchanges.add({ from: sending.uri, label, message, result, at }, line());
    return exchange;
  }
}
