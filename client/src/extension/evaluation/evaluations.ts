import * as vscode from "vscode";
import {
  EvaluateRequest,
  type EvaluateResult,
  type FlowState,
  type GivenValue,
  type ReceivedExchange,
} from "../../../../server/src/protocol/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ReceivedResponse } from "../../core/run/received.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

export interface TestSending {
  /** The ids of the runs of imported files, by alias. */
  readonly imports: Readonly<Record<string, string>>;
  /** The id of the run of its file. */
  readonly run: string;
  /** The id of the run of all files, under which the history lists it. */
  readonly listedUnder: string;
  readonly values: Readonly<Record<string, GivenValue>>;
  /** Whether the request is a test, even without expectations. */
  readonly isTest: boolean;
  readonly flow: FlowState;
  /** The environment, instead of the selected one. */
  readonly environment?: string | undefined;
}

interface Sending {
  readonly line: number;
  readonly flow: FlowState;
  /** The values of the row that it was sent for, without a run. */
  readonly row: Readonly<Record<string, GivenValue>> | undefined;
}

export interface Evaluated {
  readonly exchange: Exchange;
  readonly result: EvaluateResult;
  readonly sending: TestSending | undefined;
}

/** Evaluates expectations, and keeps the results for the views that show them. */
export class Evaluations implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #results = new WeakMap<Exchange, EvaluateResult>();
  readonly #evaluated = new vscode.EventEmitter<Evaluated>();

  readonly onDidEvaluate = this.#evaluated.event;

  constructor(server: LanguageServer) {
    this.#server = server;
  }

  /** The result for an exchange of this window; undefined if nothing was evaluated. */
  of(exchange: Exchange): EvaluateResult | undefined {
    return this.#results.get(exchange);
  }

  /** Evaluates an exchange. Rejects if the server is down. */
  async evaluate(
    exchange: Exchange,
    received: ReceivedResponse,
    { line, flow, row }: Sending,
    sending: TestSending | undefined,
  ): Promise<EvaluateResult> {
    const result = await this.#server.request(EvaluateRequest, {
      uri: exchange.from,
      line,
      run: sending?.run,
      environment: sending?.environment,
      isTest: sending?.isTest ?? false,
      flow,
      values: sending?.values ?? row ?? {},
      ...receivedExchange(exchange, received),
    });
    this.#results.set(exchange, result);
    this.#evaluated.fire({ exchange, result, sending });
    return result;
  }

  dispose(): void {
    this.#evaluated.dispose();
  }
}

export function receivedExchange(
  { message }: Exchange,
  { status, reason, fields, body, total, connection }: ReceivedResponse,
): ReceivedExchange {
  const response = { status, reason, fields, body: toBase64(body) };
  return { request: { fields: message.fields, body: message.body }, response, total, connection };
}
