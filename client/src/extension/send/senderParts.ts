import type * as vscode from "vscode";
import type { NeededRequest } from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import type { Memory } from "../../core/memory.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import type { SendQuestions } from "../../core/sending/prepare.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { Questions } from "../editor/questions.ts";
import type { Evaluations, TestSending } from "../evaluation/evaluations.ts";
import type { Responses } from "../response/responses.ts";
import type { KnownSecrets, SecretVariables } from "../trust/secretVariables.ts";
import type { Tls } from "../trust/tls.ts";
import type { Sendings } from "./sendings.ts";

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
  readonly evaluations: Evaluations;
  readonly cookies: CookieJar;
  readonly log: vscode.LogOutputChannel;
  readonly questions: () => Questions;
}

/** How one of several requests is sent. */
export interface SendHow {
  /** False: the response isn't opened. */
  readonly show?: boolean;
  readonly signal?: AbortSignal;
  readonly questions?: SendQuestions;
  /** The run of tests that sends it. */
  readonly test?: TestSending;
  /** The values of `{{$secret name}}` that are already known. */
  readonly secrets?: KnownSecrets;
  /** Sends requests whose responses it needs. False: it will not be sent. */
  readonly sendNeeded?: (requests: readonly NeededRequest[]) => Promise<boolean>;
}
