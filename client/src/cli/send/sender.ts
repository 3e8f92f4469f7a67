import type { FlowState, Saved, SendingTurn } from "../../../../server/src/protocol/protocol.ts";
import {
  type Analysis,
  callbackNames,
  hasFlow,
  importedNeeds,
  LastExchanges,
  messagesOf,
  type ResponseReference,
  sendingDirectives,
  shownName,
} from "../../../../server/src/service/languageService.ts";
import { memoized } from "../../../../server/src/text/memoized.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { responseOf } from "../../core/exchange/exchange.ts";
import { CookieJar } from "../../core/run/cookies.ts";
import {
  pause,
  type Renewal,
  SendingTurns,
  sendAsDirected,
  sendForRows,
  sentOnce,
  someRowsOf,
} from "../../core/run/flow.ts";
import { receivedOf } from "../../core/run/received.ts";
import { type DataRow, firstFailure, type RunAttempt } from "../../core/run/results.ts";
import type { SendResult } from "../../transport/result.ts";
import type { Transport } from "../../transport/transport.ts";
import type { Console } from "../console.ts";
import type { Credentials } from "../credentials.ts";
import { exitCode } from "../exitCode.ts";
import { visible } from "../terminalText.ts";
import { type CommandListener, startListener } from "./callbacks.ts";
import { evaluated, receivedRows } from "./exchanged.ts";
import type { ChosenRequest } from "./openFiles.ts";
import { noOverrides } from "./overrides.ts";
import { asSent, type PreparedRequest, prepare, sendingPlace, unsent, withCookies } from "./prepared.ts";
import { saveFile } from "./saveFile.ts";
import type { CommandSecrets } from "./secrets.ts";
import { commandTransport, sendOptions } from "./sendOptions.ts";
import { errorText } from "./unsentText.ts";
import type { SendCommand } from "./usage.ts";

/** A request to send after the requests that it needs, which are in order. Without needs, it is prepared before anything is sent. */
export interface PlannedRequest {
  readonly chosen: ChosenRequest;
  readonly needs: readonly ChosenRequest[];
  readonly prepared: PreparedRequest | undefined;
}

interface SentRequest {
  readonly request: PreparedRequest;
  readonly at: Date;
  readonly result: SendResult;
  /** Why the request failed, if its directives decide that. */
  readonly failed?: Failed | undefined;
}

/** Why a request did not succeed: `text` is the end of a sentence. */
interface Failed {
  readonly text: string;
  readonly code: number;
}

export class Sender {
  readonly #command: SendCommand;
  readonly #console: Console;
  readonly #secrets: CommandSecrets;
  readonly #credentials: Credentials;
  readonly #transport: Transport;
  readonly #cookies = new CookieJar();
  readonly #chosen: ReadonlySet<Segment>;
  readonly #files: ReadonlySet<Analysis>;
  readonly #needed: Set<Segment>;
  readonly #responsesOf = memoized((_: Analysis) => new LastExchanges());
  /** The needed requests that were sent; undefined: with success. */
  readonly #outcomes = new Map<Segment, Failed | undefined>();
  readonly #turns = new SendingTurns<Segment>();
  /** The listener for the callbacks of each file, or why there is none. */
  readonly #listeners = new Map<Analysis, Promise<CommandListener | string>>();
  /** Requests that were sent before their turn, because others needed them. */
  readonly #early = new Map<Segment, SentRequest>();

  constructor(
    planned: readonly PlannedRequest[],
    command: SendCommand,
    console: Console,
    secrets: CommandSecrets,
    credentials: Credentials,
  ) {
    this.#command = command;
    this.#console = console;
    this.#secrets = secrets;
    this.#credentials = credentials;
    this.#transport = commandTransport(command, credentials, console);
    this.#chosen = new Set(planned.map(({ chosen }) => segmentOf(chosen)));
    this.#files = new Set(planned.map(({ chosen }) => chosen.analysis));
    this.#needed = new Set(planned.flatMap(({ needs }) => needs.map(segmentOf)));
  }

  async close(): Promise<void> {
    for (const listening of this.#listeners.values()) {
      const listener = await listening;
      if (typeof listener === "object") await listener.close();
    }
    this.#listeners.clear();
  }

  /** Resolves with the listener for a file's callbacks; undefined if the file has none. */
  async #listenerOf({ analysis }: ChosenRequest): Promise<CommandListener | string | undefined> {
    if (callbackNames(analysis.document).length === 0) return undefined;
    // Only one listener can use a port.
    if (this.#command.listen.port !== 0 && !this.#listeners.has(analysis)) await this.close();
    const listening = this.#listeners.get(analysis) ?? startListener(this.#command.listen);
    this.#listeners.set(analysis, listening);
    return listening;
  }

  /** Resolves with an exit code if the request isn't sent, and the user knows why. */
  async complete({ chosen, needs, prepared }: PlannedRequest): Promise<SentRequest | number> {
    const segment = segmentOf(chosen);
    const early = this.#early.get(segment);
    this.#early.delete(segment);
    if (early) return early;
    for (const need of needs) {
      const failed = await this.#completeNeed(need);
      if (!failed) continue;
      const why = `it needs ${shownName(need.request)}, which did not succeed (${failed.text})`;
      this.#console.error(errorText(chosen, unsent(why), this.#console));
      return failed.code;
    }
    return this.#send(chosen, prepared);
  }

  async #completeNeed(need: ChosenRequest): Promise<Failed | undefined> {
    const segment = segmentOf(need);
    if (this.#outcomes.has(segment)) return this.#outcomes.get(segment);
    const sent = await this.#send(need, undefined);
    if (typeof sent === "object") {
      this.#writeLine(sent);
      if (this.#chosen.has(segment)) this.#early.set(segment, sent);
    }
    return this.#outcomes.get(segment);
  }

  /** Sends a request again, and the requests that it needs, unless they were sent for it before. */
  async #renewed(request: ChosenRequest): Promise<boolean> {
    const needs = request.needs();
    const segments = [...(typeof needs === "string" ? [] : needs), request].map(segmentOf);
    for (const segment of segments) this.#needed.add(segment);
    for (const need of typeof needs === "string" ? [] : needs) if (await this.#completeNeed(need)) return false;
    this.#outcomes.delete(segmentOf(request));
    return (await this.#completeNeed(request)) === undefined;
  }

  #writeLine({ request, result }: SentRequest): void {
    const response = responseOf(result);
    const line = response && request.redact(`${shownName(request.request)}: ${response.statusLine}`);
    if (line !== undefined) this.#console.error(`${visible(line)}\n`);
  }

  /** Sends a request as its directives say, for each of its rows. Resolves with the last exchange. */
  async #send(chosen: ChosenRequest, ready: PreparedRequest | undefined): Promise<SentRequest | number> {
    const rows = ready ? [undefined] : this.#rows(chosen);
    let before: SentRequest | undefined;
    const sent = await sendForRows(
      typeof rows === "string" ? [] : rows,
      async (row, number) => {
        if (before) this.#writeLine(before);
        const made = await this.#sendRow(chosen, ready, row, number);
        before = "exchange" in made ? made.exchange : undefined;
        return made;
      },
      unstopped(),
    );
    if (typeof rows === "string")
      this.#console.error(errorText(chosen, unsent(trimTrailing(rows, ".")), this.#console));
    const failed = this.#failureOf(sent ?? { kind: "cancelled" });
    if (this.#needed.has(segmentOf(chosen))) this.#outcomes.set(segmentOf(chosen), failed);
    if (!sent || sent.kind === "unsent" || sent.kind === "cancelled") return exitCode.usage;
    return { ...sent.exchange, failed: sent.kind === "complete" && hasFlow(chosen.request) ? failed : undefined };
  }

  /** The rows of a request; `[undefined]` if it has none, or a sentence about why none can be sent. */
  #rows(chosen: ChosenRequest): readonly (DataRow | undefined)[] | string {
    const last = this.#lastOf(chosen);
    const rows = receivedRows(chosen, last, { secret: this.#secrets.get, ...givenTo(chosen, last) });
    return rows ? someRowsOf(rows) : [undefined];
  }

  async #sendRow(
    chosen: ChosenRequest,
    ready: PreparedRequest | undefined,
    row: DataRow | undefined,
    number: number,
  ): Promise<RunAttempt<SentRequest>> {
    const { wait } = sendingDirectives(chosen.request);
    const attempt = async (flow: FlowState) => {
      // The first sending uses the values, such as the time, of the preparation.
      const isFirst = wait === 0 && flow.sendings === 1 && !flow.renewed;
      const turn = this.#turns.next(segmentOf(chosen), row && number);
      const made = await this.#attempt(chosen, isFirst ? ready : undefined, row, turn, flow);
      if (made.kind === "complete" && made.next) this.#writeLine(made.exchange);
      return made;
    };
    const renew = async ({ id }: Renewal) => {
      const other = chosen.other(id);
      return other !== undefined && (await this.#renewed(other));
    };
    const save = (file: Saved) => saveFile(chosen.file, file, this.#command, this.#console);
    return (await sendAsDirected({ attempt, renew, save, wait: pause }, { ...sentOnce, wait }, unstopped())).attempt;
  }

  #lastOf({ analysis, request, imports }: ChosenRequest): LastExchanges {
    const last = this.#responsesOf(analysis);
    for (const { alias, path } of importedNeeds(analysis, request.segment.segment)) {
      const file = imports.get(path);
      if (typeof file !== "object") continue;
      const imported = this.#responsesOf(file.analysis);
      last.imports.set(alias, imported);
      last.addSecrets(imported.sentSecrets);
    }
    return last;
  }

  async #attempt(
    chosen: ChosenRequest,
    ready: PreparedRequest | undefined,
    row: DataRow | undefined,
    turn: SendingTurn,
    flow: FlowState,
  ): Promise<RunAttempt<SentRequest>> {
    const last = this.#lastOf(chosen);
    const place = sendingPlace(chosen, this.#console, turn);
    const listener = await this.#listenerOf(chosen);
    const listening = typeof listener === "object" ? listener : undefined;
    const givenNow = (request: ChosenRequest) => {
      const { values, reference } = givenTo(request, last, row);
      const receivings = () => messagesOf(chosen.analysis).flatMap((one) => sendingDirectives(one).receive ?? []);
      return { values: new Map([...values, ...(listening?.values(receivings()) ?? [])]), reference };
    };
    const given = { ...givenNow(chosen), place };
    const command = this.#files.has(chosen.analysis) ? this.#command : { ...this.#command, ...noOverrides };
    const prepareNow = (request: ChosenRequest, given: Parameters<typeof prepare>[3]) =>
      prepare(request, command, this.#secrets, given);
    const { line } = chosen;
    const prepared =
      typeof listener === "string"
        ? unsent(trimTrailing(listener, "."))
        : (ready ?? (await listening?.rendered(line)) ?? (await prepareNow(chosen, given)));
    if (prepared.kind === "unsent") {
      this.#console.error(errorText(chosen, prepared, this.#console));
      return { kind: "unsent", why: "it is not sent" };
    }
    const request = withCookies(prepared, this.#cookies);
    const at = new Date();
    const signal = unstopped();
    const options = sendOptions(request, this.#command, this.#credentials, signal);
    const { receive } = sendingDirectives(chosen.request);
    for (const callback of receive ? [] : chosen.callbacks()) {
      const { receive: receiving } = sendingDirectives(callback.request);
      if (receiving) listening?.expect(callback.line, receiving, () => prepareNow(callback, givenNow(callback)));
    }
    const result =
      receive && listening
        ? await listening.receive(line, receive, request, signal)
        : await this.#transport.send(request.outgoing, options);
    // The request of `# @receive` comes from a client, which must not set cookies for services.
    if (!receive) this.#cookies.keep(result, Date.now());
    last.addSecrets(request.sentSecrets);
    warnOfTls(request, result, this.#console);
    const exchange = { request: asSent(request, result), at, result };
    const received = receivedOf(result, "cli");
    if (received.kind === "cancelled") return { kind: "noResponse", exchange, why: "it was canceled" };
    if (received.kind === "failed") return { kind: "noResponse", exchange, why: received.why };
    const isNeeded = this.#needed.has(segmentOf(chosen));
    if (!isNeeded && !hasFlow(chosen.request)) return { kind: "complete", exchange, results: [], set: new Map() };
    const sending = { secret: this.#secrets.get, ...given };
    const { results, set, next, saves } = await evaluated(request, received, isNeeded, last, sending, flow);
    for (const [variable, value] of set) last.values.set(variable, value);
    return { kind: "complete", exchange, results, set, next, saves };
  }

  #failureOf(sent: RunAttempt<SentRequest>): Failed | undefined {
    if (sent.kind === "unsent" || sent.kind === "cancelled") return { text: "it is not sent", code: exitCode.usage };
    const why = sent.kind === "noResponse" ? sent.why : firstFailure(sent.results);
    if (why === undefined) return undefined;
    const text = sent.exchange.request.redact(trimTrailing(why, "."));
    return { text, code: sent.kind === "noResponse" ? exitCode.noResponse : exitCode.bad };
  }
}

/** Returns a signal that doesn't abort: the process ends instead. Node warns of one that many requests listen to. */
function unstopped(): AbortSignal {
  return new AbortController().signal;
}

/** Returns the values of other responses and of a data row, for a request. */
function givenTo({ request: { name } }: ChosenRequest, last: LastExchanges, row: DataRow = new Map()) {
  const values = new Map([...last.allValues(), ...row]);
  return { values, reference: (one: ResponseReference) => last.valueOf(one, name) };
}

function warnOfTls(sent: PreparedRequest, { tls }: SendResult, console: Console): void {
  if (tls === undefined || tls.verified) return;
  const { host, port } = sent.outgoing;
  console.complain(sent.redact(`The certificate of ${host}:${port} is not verified (${tls.verifyError ?? ""}).`));
}

export type Segment = ReturnType<typeof segmentOf>;

export function segmentOf({ request }: ChosenRequest) {
  return request.segment.segment;
}
