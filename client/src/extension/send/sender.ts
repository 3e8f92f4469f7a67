import * as vscode from "vscode";
import {
  type EvaluateResult,
  FixAllRequest,
  type OutgoingMessage,
  OutgoingRequest,
  type RequestSummary,
  RequestsRequest,
} from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { followingOf, messageThatFollows } from "../../core/exchange/following.ts";
import { prepareMessage } from "../../core/sending/prepare.ts";
import { unlessAborted } from "../../core/sending/unlessAborted.ts";
import { urlOf } from "../../transport/redirect.ts";
import { toEditorEdits } from "../editor/positions.ts";
import { inform, showError, showStatus } from "../editor/ui.ts";
import { tabUri } from "../response/responseUri.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { outsideFile } from "../trust/outsideFile.ts";
import { MessageSender, type ShownResponse } from "./messageSender.ts";
import { NeededRequests } from "./neededRequests.ts";
import { showProblem, showRefusal } from "./refusals.ts";
import type { SenderParts, SendHow } from "./senderParts.ts";
import type { RunningSend } from "./sendings.ts";
import { type SendSettings, sendSettings } from "./settings.ts";

/** A request that was sent, and what its response means for its expectations. */
export interface Attempted {
  readonly exchange: Exchange;
  /** Undefined if there is no complete response, or nothing to evaluate. */
  readonly evaluation: EvaluateResult | undefined;
}

/** Sends requests: from the document through the server's bytes and the user's decisions to the response. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #messages: MessageSender;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#messages = new MessageSender(parts);
  }

  /** Sends the request at a line. Undefined: nothing was sent, and the user knows why. */
  async send(document: vscode.TextDocument, line: number, how: SendHow = {}): Promise<ShownResponse | undefined> {
    return this.#prepared(document, line, how, (sending, message, settings) => {
      const currentLine = () => this.#parts.sendings.lineOf(sending.id);
      return this.#messages.exchange(sending, message, settings, currentLine, how.show);
    });
  }

  /** The same without showing the response. Rejects if its expectations can't be evaluated. */
  async attempt(document: vscode.TextDocument, line: number, how: SendHow): Promise<Attempted | undefined> {
    return this.#prepared(document, line, how, async (sending, message, settings) => {
      const currentLine = () => this.#parts.sendings.lineOf(sending.id);
      const exchange = await this.#messages.exchanged(sending, message, settings, currentLine);
      return { exchange, evaluation: await this.#messages.evaluated(exchange, currentLine(), how.test, how.signal) };
    });
  }

  /** Asks the questions before sending, but sends nothing. False: the request will not be sent, and the user knows why. */
  async ask(document: vscode.TextDocument, line: number, how: SendHow): Promise<boolean> {
    let waits = false;
    // Requests before it in the run may provide what it needs.
    const sendNeeded = async () => {
      waits = true;
      return false;
    };
    const isAccepted = await this.#prepared(document, line, { ...how, sendNeeded }, async () => true);
    return waits || (isAccepted ?? false);
  }

  /** Sends the same bytes to the same address again. */
  async repeat(exchange: Exchange): Promise<ShownResponse | undefined> {
    if (!(await ensureTrusted(this.#parts.questions()))) return undefined;
    return this.#sendMessage(exchange, exchange.message, sendSettings(vscode.Uri.parse(exchange.from)));
  }

  /** Follows a redirect response by one step; further redirects are followed according to the settings. */
  async follow(exchange: Exchange): Promise<ShownResponse | undefined> {
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
    await this.#messages.stored();
  }

  /** Undefined: the request will not be sent, and the user knows why. */
  async #prepared<T>(
    given: vscode.TextDocument,
    line: number,
    how: SendHow,
    then: (sending: RunningSend, message: OutgoingMessage, settings: SendSettings) => Promise<T>,
  ): Promise<T | undefined> {
    const { sendings } = this.#parts;
    const { signal } = how;
    if (signal?.aborted || !(await ensureTrusted(this.#parts.questions()))) return undefined;
    // Before the server is asked, which may be busy: the user sees that it is being sent, and can cancel it.
    const label = vscode.workspace.asRelativePath(given.uri);
    const sending = sendings.begin({ uri: given.uri.toString(), line, label, tab: undefined }, signal);
    try {
      const settings = sendSettings(given.uri);
      const message = await unlessAborted(this.#prepareAt(given, line, sending, settings, how), sending.signal);
      return message && (await then(sending, message, settings));
    } finally {
      sendings.end(sending.id);
    }
  }

  async #prepareAt(
    given: vscode.TextDocument,
    line: number,
    sending: RunningSend,
    settings: SendSettings,
    how: SendHow,
  ): Promise<OutgoingMessage | undefined> {
    const { sendings } = this.#parts;
    // The user may close it while other requests of it are sent; the server knows only open documents.
    const document = given.isClosed ? await vscode.workspace.openTextDocument(given.uri) : given;
    const request = await this.#requestAt(document, line);
    if (sending.signal.aborted) return undefined;
    if (request === undefined) return inform(vscode.l10n.t("There is no request at line {0}.", line + 1));
    const { range } = request;
    if (sendings.within(sending.uri, range.start.line, range.end.line)?.id !== sending.id) {
      showStatus(vscode.l10n.t("This request is already being sent."), 3000);
      return undefined;
    }
    sendings.identify(sending.id, request.line.start.line, request.name ?? request.method);
    return this.#prepare(document, sending, requestTitle(request), settings, how);
  }

  /** The document isn't needed: its request may have changed. */
  async #sendMessage(exchange: Exchange, message: OutgoingMessage, settings: SendSettings): Promise<ShownResponse> {
    const { sendings, exchanges } = this.#parts;
    const { from: uri, label } = exchange;
    const sending = sendings.begin({ uri, line: undefined, label, tab: tabUri(exchange).toString() });
    try {
      return await this.#messages.exchange(sending, message, settings, () => exchanges.lineOf(exchange));
    } finally {
      sendings.end(sending.id);
    }
  }

  async #requestAt(document: vscode.TextDocument, line: number): Promise<RequestSummary | undefined> {
    const expected = document.version;
    const uri = document.uri.toString();
    const { version, requests } = await this.#parts.server.request(RequestsRequest, { uri, line });
    if (version < expected) {
      throw new Error(
        vscode.l10n.t("the language server has an old version of the file ({0}, not {1})", version, expected),
      );
    }
    return requests.find(({ range }) => range.start.line <= line && line <= range.end.line);
  }

  async #prepare(
    document: vscode.TextDocument,
    { id, signal }: RunningSend,
    label: string,
    { withErrors }: SendSettings,
    how: SendHow,
  ): Promise<OutgoingMessage | undefined> {
    const { host, server, sendings, secrets } = this.#parts;
    const { questions = this.#parts.questions(), test } = how;
    const run = test && { id: test.run, values: test.values };
    const needed = new NeededRequests(label, questions, (needs) =>
      this.#sendNeeded(document, needs, { ...how, signal }),
    );
    const place = () => {
      const line = sendings.lineOf(id);
      return line === undefined ? undefined : { uri: document.uri.toString(), line };
    };
    const prepared = await prepareMessage({
      label,
      questions,
      // The run says why a request isn't sent.
      withErrors: test && withErrors === "refuse" ? "ask" : withErrors,
      outgoing: async () => {
        // After canceling, the user is asked nothing.
        if (signal.aborted) return undefined;
        return secrets.supply(async (given) => {
          const at = place();
          if (at === undefined) return { kind: "none" };
          const result = await server.request(OutgoingRequest, { ...at, secrets: given, run });
          return signal.aborted ? { kind: "none" } : result;
        }, how.secrets);
      },
      fix: async () => {
        const at = place();
        return at && this.#fix(document, at);
      },
      sendNeeded: how.sendNeeded ?? ((requests) => needed.send(requests)),
      outsideFiles: async ({ bodyFiles = [] }) => {
        const real = (uri: string) => outsideFile(vscode.Uri.parse(uri), document.uri, host.realPath);
        const outside = await Promise.all(bodyFiles.map(real));
        return [...new Set(outside.flatMap((one) => one?.fsPath ?? []))];
      },
    });
    if (prepared.kind === "show") await showProblem(document, prepared.problem);
    if (prepared.kind === "refused") showRefusal(document, prepared.problems);
    if (prepared.kind === "cycle") void showError(prepared.why);
    return prepared.kind === "ready" && !signal.aborted ? prepared.message : undefined;
  }

  /** Sends a request that another one needs. Shows its response unless it succeeds. Resolves with whether it succeeds. */
  async #sendNeeded(document: vscode.TextDocument, line: number, { signal, secrets }: SendHow): Promise<boolean> {
    const attempted = await this.attempt(document, line, { ...(signal && { signal }), ...(secrets && { secrets }) });
    if (attempted === undefined) return false;
    const { exchange, evaluation } = attempted;
    if (exchange.result.kind === "response" && evaluation?.results.every(({ held }) => held)) return true;
    await this.#messages.show(exchange, sendSettings(document.uri));
    return false;
  }

  async #fix(document: vscode.TextDocument, at: { readonly uri: string; readonly line: number }): Promise<void> {
    const { version, edits } = await this.#parts.server.request(FixAllRequest, at);
    if (version !== document.version || edits.length === 0) return;
    const change = new vscode.WorkspaceEdit();
    change.set(document.uri, toEditorEdits(edits));
    await vscode.workspace.applyEdit(change);
  }
}

/** The name of a request for the user: its name, its title, or its method and target. */
export function requestTitle({ name, title, method, target }: RequestSummary): string {
  return name ?? title ?? `${method} ${target}`;
}
