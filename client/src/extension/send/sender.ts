import * as vscode from "vscode";
import {
  type FlowState,
  type NeededRequest,
  type OutgoingMessage,
  type OutgoingRun,
  RequestsRequest,
  type ResponseRows,
  type Saved,
  type SendingTurn,
  SkipRequest,
} from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { followingOf, mayBrowserFollow, messageThatFollows } from "../../core/exchange/following.ts";
import {
  pause,
  type Renewal,
  SendingTurns,
  sendAsDirected,
  sendForRows,
  sentOnce,
  someRowsOf,
} from "../../core/run/flow.ts";
import { type DataRow, firstFailure, type RunAttempt } from "../../core/run/results.ts";
import { remembered } from "../../core/sending/prepare.ts";
import { unlessAborted } from "../../core/sending/unlessAborted.ts";
import { urlOf } from "../../transport/redirect.ts";
import { errorText, noRequestAt } from "../editor/commands.ts";
import { requestTitle } from "../editor/requestDocument.ts";
import { inform, showError, showStatus } from "../editor/ui.ts";
import { tabUri } from "../response/responseUri.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { type FoundRequest, prepareInEditor, type SendHow } from "./preparation.ts";
import { ReadyMessages, type SenderParts } from "./readyMessages.ts";
import type { RunningRequest } from "./runningRequests.ts";
import { saveFile, tellEnd } from "./saveFile.ts";
import { attemptOf, failureOf, hasFailed, isAsExpected, type Sent } from "./sent.ts";
import { type SendSettings, sendSettings } from "./settings.ts";

/** Sends requests for lenses, Send All and tests. The steps: find, prepare and confirm, transport, evaluate, show. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #messages: ReadyMessages;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#messages = new ReadyMessages(parts);
  }

  /**
   * Sends the request at a line. Undefined: nothing was sent, and the user knows why. Rejects if the server is down; also
   * if a test or a needed request can't be evaluated.
   */
  async send(document: vscode.TextDocument, line: number, given: SendHow = {}): Promise<Sent | undefined> {
    const { runningRequests, questions: ask } = this.#parts;
    const running = await this.#begin(document, line, given);
    if (running === undefined) return undefined;
    const callbacks = given.test ? undefined : await this.#callbacks(document, line, running);
    if (callbacks === "unsent") return undefined;
    const { turns = new SendingTurns<string>() } = given;
    const how = { ...given, ...callbacks?.how, turns };
    const settings = sendSettings(document.uri);
    const currentLine = () => runningRequests.lineOf(running.id);
    const questions = how.questions ?? remembered(ask);
    let sent: Sent | undefined;
    let rows: ResponseRows | undefined;
    let waited: SendHow["row"] | "without row";
    const attempt = async (
      flow: FlowState,
      turn: SendingTurn | undefined,
      row?: SendHow["row"],
    ): Promise<RunAttempt<Sent>> => {
      const rowed = { ...how, ...(turn && { turn }), ...(row && { row }), questions };
      const make = async () => {
        const rendered = how.callback?.listener.rendered(how.callback.id);
        if (rendered) return rendered;
        const place = currentLine();
        return place === undefined ? undefined : this.#ready(document, place, running, rowed);
      };
      let ready = await make();
      if (ready && "kind" in ready) rows = ready;
      if (!ready || "kind" in ready) return { kind: "cancelled" };
      // In a run of tests, the run itself makes the pause.
      if (ready.wait && !how.test && waited !== (row ?? "without row")) {
        waited = row ?? "without row";
        await pause(ready.wait, running.signal);
        // Values such as the time are computed after the pause.
        ready = await make();
        if (!ready || "kind" in ready) return { kind: "cancelled" };
      }
      for (const { callback, receiving, line: lineOf } of callbacks?.below ?? []) {
        callback.listener.expect(callback.id, receiving, async () => {
          const at = lineOf();
          return at === undefined ? undefined : this.message(document, at, { ...callbacks?.how, callback });
        });
      }
      sent = await this.#messages.exchange(
        { message: ready, running, settings, line: currentLine, flow, callback: how.callback },
        rowed,
      );
      return attemptOf(sent, this.#parts.host.kind);
    };
    const renew = ({ id }: Renewal) => this.#renewed(document, id, running, how);
    const save = (file: Saved) => this.save(document.uri, file);
    const directed = async (row?: DataRow, number?: number) => {
      const values = row && Object.fromEntries(row);
      const send = (flow: FlowState) => attempt(flow, turns.next(`${document.uri}:${line}`, number), values);
      const host = { attempt: send, renew, save, wait: pause };
      const { attempt: ended } = await sendAsDirected(host, sentOnce, running.signal);
      if (sent && ended.kind === "complete") {
        tellEnd(sent, ended);
        sent = { ...sent, why: firstFailure(ended.results) };
      }
      return ended;
    };
    try {
      // A run of tests repeats its attempts itself.
      if (how.test) await attempt(how.test.flow, how.turn);
      else {
        await directed();
        const all = rows && someRowsOf(rows);
        if (typeof all === "string") void showError(vscode.l10n.t("Not sent: {0}", all));
        else if (all) await sendForRows(all, directed, running.signal);
      }
    } finally {
      runningRequests.end(running.id);
    }
    const shown = sent && (await this.#messages.shown(sent, settings, how));
    // The callbacks need this request. If it failed, the user would be asked to send it again.
    if (!shown || how.show !== undefined || hasFailed(shown)) return shown;
    for (const { line: lineOf } of callbacks?.below ?? []) {
      const at = lineOf();
      const received = at === undefined ? undefined : await this.send(document, at);
      if (received?.exchange.result.kind === "cancelled") break;
    }
    return shown;
  }

  /** The message of the callback at a line. Undefined: it can't be sent, and the user knows why. */
  async message(document: vscode.TextDocument, line: number, how: SendHow): Promise<OutgoingMessage | undefined> {
    const running = await this.#begin(document, line, how, true);
    if (running === undefined) return undefined;
    try {
      const message = await this.#ready(document, line, running, how);
      return message && "kind" in message ? undefined : message;
    } finally {
      this.#parts.runningRequests.end(running.id);
    }
  }

  /** The callbacks for the request at a line, if any. `unsent`: they can't be received, and the user knows why. */
  async #callbacks(document: vscode.TextDocument, line: number, { id, uri }: RunningRequest) {
    if (!/@receive\s/.test(document.getText())) return undefined;
    const { server, listeners, runningRequests } = this.#parts;
    try {
      const { requests } = await server.request(RequestsRequest, { uri });
      return await listeners.callbacks(uri, runningRequests.lineOf(id) ?? line, requests);
    } catch (error) {
      void showError(vscode.l10n.t("Not sent: {0}", errorText(error)));
      runningRequests.end(id);
      return "unsent";
    }
  }

  /** Whether tests skip the request at a line with the values of a run, or a sentence about why that is unknown. */
  async skipped(
    { uri }: vscode.TextDocument,
    line: number,
    run: OutgoingRun,
    knownSecrets: SendHow["secrets"],
  ): Promise<boolean | string> {
    const { server, secrets } = this.#parts;
    const ask = (given: Readonly<Record<string, string>>) =>
      server.request(SkipRequest, { uri: uri.toString(), line, run, secrets: given });
    return (await secrets.supply(ask, knownSecrets))?.skipped ?? vscode.l10n.t("It was not sent.");
  }

  /** Writes a file of `# @save`. Resolves with a sentence about why it isn't written. */
  save(document: vscode.Uri, file: Saved): Promise<string | undefined> {
    return saveFile(document, file, this.#parts);
  }

  /** Asks the questions before sending, but sends nothing. False: the request will not be sent, and the user knows why. */
  async ask(
    document: vscode.TextDocument,
    line: number,
    how: SendHow & Required<Pick<SendHow, "questions">>,
  ): Promise<boolean> {
    const running = await this.#begin(document, line, how);
    const callbacks = running && (await this.#callbacks(document, line, running));
    if (running === undefined || callbacks === "unsent") return false;
    let waits = false;
    const needs = async () => {
      // Earlier requests of the run may provide the responses that this request needs.
      waits = true;
      return false;
    };
    try {
      const asked = { ...how, ...callbacks?.how, questions: { ...how.questions, needs } };
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
      // Only the browser knows the target of the redirect, so it must send the request again.
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
    await this.#messages.stored();
  }

  /** Sends a message without its document, because the request in it may have changed. */
  async #sendMessage(exchange: Exchange, message: OutgoingMessage, settings: SendSettings): Promise<Sent> {
    const { runningRequests, exchanges } = this.#parts;
    const { from: uri, label } = exchange;
    const running = runningRequests.begin({ uri, line: undefined, label, tab: tabUri(exchange).toString() });
    const line = () => exchanges.lineOf(exchange);
    const flow = { sendings: 1, renewed: false };
    let sent: Sent;
    try {
      sent = await this.#messages.exchange({ message, running, settings, line, flow }, {});
    } finally {
      runningRequests.end(running.id);
    }
    return this.#messages.shown(sent, settings, {});
  }

  async #begin(
    { uri }: vscode.TextDocument,
    line: number,
    { signal }: SendHow,
    isResponse = false,
  ): Promise<RunningRequest | undefined> {
    if (signal?.aborted || !(await ensureTrusted(this.#parts.questions()))) return undefined;
    // This is before the server is asked, which may be busy, so that the user can see the request and cancel it.
    const label = vscode.workspace.asRelativePath(uri);
    return this.#parts.runningRequests.begin({ uri: uri.toString(), line, label, tab: undefined, isResponse }, signal);
  }

  /** Finds and prepares the request at a line. Undefined: it will not be sent, and the user knows why. */
  async #ready(
    document: vscode.TextDocument,
    line: number,
    running: RunningRequest,
    how: SendHow,
  ): Promise<OutgoingMessage | ResponseRows | undefined> {
    // A run of tests has started its own services.
    const start = () => this.#parts.fileMocks.start(document).catch(errorText);
    const why = how.test ? undefined : await unlessAborted(start(), running.signal);
    if (why !== undefined) {
      void showError(vscode.l10n.t("Not sent: {0}", why));
      return undefined;
    }
    const request = await unlessAborted(this.#find(document, line, running, how), running.signal);
    return request && (await unlessAborted(prepareInEditor(this.#parts, request), running.signal));
  }

  /** Finds the request at a line. Undefined: there is none, or it is being sent, and the user knows it. */
  async #find(
    given: vscode.TextDocument,
    line: number,
    running: RunningRequest,
    how: SendHow,
  ): Promise<FoundRequest | undefined> {
    const { runningRequests, server, host } = this.#parts;
    const { id, uri, signal, isResponse } = running;
    // The user may close the document while other requests of it are sent; the server knows only open documents.
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
    if (request === undefined) return noRequestAt(line);
    const { range, name, method } = request;
    // Runs of tests may send the same request at once: for several rows, or for files that import it.
    if (!how.test && !isResponse && runningRequests.within(uri, range.start.line, range.end.line)?.id !== id) {
      showStatus(vscode.l10n.t("This request is already being sent."), 3000);
      return undefined;
    }
    runningRequests.identify(id, request.line.start.line, name ?? method);
    const sendNeeded = async (needed: NeededRequest) => {
      const file =
        needed.uri === undefined ? document : await vscode.workspace.openTextDocument(vscode.Uri.parse(needed.uri));
      return failureOf(await this.#sendOther(file, needed.line, running, how), host.kind);
    };
    return { document, label: requestTitle(request), running, how, sendNeeded };
  }

  /** Sends another request of the document. Resolves with whether it succeeded. */
  async #renewed(document: vscode.TextDocument, id: number, running: RunningRequest, how: SendHow): Promise<boolean> {
    const { runningRequests, server } = this.#parts;
    const place = { uri: document.uri.toString(), line: runningRequests.lineOf(running.id), inFile: true };
    const { requests } = await server.request(RequestsRequest, place);
    const line = requests[id]?.line.start.line;
    if (line === undefined) return false;
    const sent = await this.#sendOther(document, line, running, how);
    return sent !== undefined && isAsExpected(sent);
  }

  #sendOther(
    document: vscode.TextDocument,
    line: number,
    { signal }: RunningRequest,
    { secrets, turns }: SendHow,
  ): Promise<Sent | undefined> {
    const shared = { ...(secrets && { secrets }), ...(turns && { turns }) };
    return this.send(document, line, { show: "onFailure", signal, ...shared });
  }
}
