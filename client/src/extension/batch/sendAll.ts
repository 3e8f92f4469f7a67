import * as vscode from "vscode";
import { languageId, PresentRequest, type RequestSummary, RequestsRequest } from "../../../../server/src/protocol.ts";
import { type Outcome, outcomeOf, type Run } from "../../core/batch/summary.ts";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { movedLine } from "../../core/exchange/movedLine.ts";
import { presentParams } from "../../core/exchange/presentation.ts";
import { remembered } from "../../core/sending/prepare.ts";
import { askForRequests } from "../editor/documents.ts";
import type { Host } from "../editor/host.ts";
import { type LanguageServer, messageOf } from "../editor/languageServer.ts";
import type { Questions } from "../editor/questions.ts";
import { showError, showInformation, showProgress } from "../editor/ui.ts";
import { tabUri } from "../response/responseUri.ts";
import { nameOf, type Sender, type SendHow, type Sent } from "../send/sender.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import type { Summaries } from "./summaries.ts";

export interface SendAllParts {
  readonly host: Host;
  readonly server: LanguageServer;
  readonly sender: Sender;
  readonly exchanges: ExchangeStore;
  readonly summaries: Summaries;
  readonly questions: () => Questions;
}

/** `soaphttp.sendAll`: of the given document, or of the active editor. Resolves with the URI of the summary. */
export function registerSendAll(parts: SendAllParts): vscode.Disposable {
  return vscode.commands.registerCommand("soaphttp.sendAll", async (given?: vscode.Uri | string) => {
    const uri = typeof given === "string" ? vscode.Uri.parse(given) : given;
    const document =
      uri === undefined ? vscode.window.activeTextEditor?.document : await vscode.workspace.openTextDocument(uri);
    if (document?.languageId !== languageId) return askForRequests();
    try {
      return await sendAll(parts, document);
    } catch (error) {
      void showError(vscode.l10n.t("The requests could not be sent: {0}", messageOf(error)));
      return undefined;
    }
  });
}

/** One after the other, after the author was asked about all of them. Undefined if nothing could be sent. */
async function sendAll(parts: SendAllParts, document: vscode.TextDocument): Promise<vscode.Uri | undefined> {
  if (!(await ensureTrusted(parts.questions()))) return undefined;
  const { requests } = await parts.server.request(RequestsRequest, { uri: document.uri.toString() });
  if (requests.length === 0) {
    void showInformation(vscode.l10n.t("There is no request in this file."));
    return undefined;
  }
  const onFailure = vscode.workspace.getConfiguration("soaphttp", document.uri).get("sendAll.onFailure");
  const title = vscode.l10n.t("Sending all requests of {0}", vscode.workspace.asRelativePath(document.uri));
  const run = await showProgress(title, (report, token) =>
    sendEach(parts, document, requests, { report, token, stops: onFailure !== "continue" }),
  );
  return parts.summaries.show(run);
}

interface How {
  readonly report: (message: string, increment: number) => void;
  readonly token: vscode.CancellationToken;
  readonly stops: boolean;
}

async function sendEach(
  parts: SendAllParts,
  document: vscode.TextDocument,
  requests: readonly RequestSummary[],
  { report, token, stops }: How,
): Promise<Run> {
  const from = document.uri.toString();
  let lines = requests.map(({ line }): number | undefined => line.start.line);
  // The author, and a fix before sending, may move the requests that are still to come.
  const following = vscode.workspace.onDidChangeTextDocument(({ document: changed, contentChanges }) => {
    if (changed.uri.toString() === from) lines = lines.map((line) => contentChanges.reduce(movedLine, line));
  });
  const abort = new AbortController();
  const { signal } = abort;
  const cancelling = token.onCancellationRequested(() => abort.abort());
  const questions = requests.map(() => remembered(parts.questions));
  const unwanted = new Set<number>();
  const outcomes: Outcome[] = [];
  let ended: Run["ended"] = "complete";
  try {
    // All is asked before the first is sent: nothing waits for the author halfway.
    for (const index of requests.keys()) {
      const wanted = await askAbout(parts, document, lines[index], { signal, questions: questions[index] });
      if (!wanted) unwanted.add(index);
      if (token.isCancellationRequested) ended = "cancelled";
      else if (!wanted && stops) ended = "stopped";
      if (ended !== "complete") break;
    }
    for (const [index, request] of requests.entries()) {
      const label = nameOf(request);
      if (ended === "complete" && !unwanted.has(index)) {
        const message = vscode.l10n.t("{0} ({1} of {2})", label, index + 1, requests.length);
        report(message, index === 0 ? 0 : 100 / requests.length);
        const outcome = await sendOne(parts, document, lines[index], { label, signal, questions: questions[index] });
        outcomes.push(outcome);
        if (token.isCancellationRequested) ended = "cancelled";
        else if (outcome.kind !== "good" && stops && index < requests.length - 1) ended = "stopped";
      } else {
        outcomes.push({ kind: "not-sent", label, line: lines[index], reason: undefined });
      }
    }
  } finally {
    cancelling.dispose();
    following.dispose();
  }
  // Where they stand now, not when they were sent.
  return { from, at: Date.now(), ended, outcomes: outcomes.map((one, index) => ({ ...one, line: lines[index] })) };
}

type SendOneHow = Omit<SendHow, "show">;

/** False: the request is not sent. What goes wrong is told when it is its turn. */
async function askAbout(
  { sender }: SendAllParts,
  document: vscode.TextDocument,
  line: number | undefined,
  how: SendOneHow,
): Promise<boolean> {
  if (line === undefined) return true;
  try {
    return await sender.ask(document, line, how);
  } catch {
    return true;
  }
}

async function sendOne(
  { host, sender, exchanges, server }: SendAllParts,
  document: vscode.TextDocument,
  line: number | undefined,
  { label, ...how }: SendOneHow & { readonly label: string },
): Promise<Outcome> {
  if (line === undefined) {
    return { kind: "not-sent", label, line, reason: vscode.l10n.t("It is no longer in the file.") };
  }
  let sent: Sent | undefined;
  try {
    sent = await sender.send(document, line, { show: false, ...how });
  } catch (error) {
    return { kind: "not-sent", label, line, reason: messageOf(error) };
  }
  const exchange = sent === undefined ? undefined : exchanges.get(sent.id);
  return exchange === undefined
    ? { kind: "not-sent", label, line, reason: undefined }
    : outcomeOf(exchange, line, host.kind, faultOf(server, exchange));
}

/** What the Fault says, in words. A service may send one with status 200. */
async function faultOf(server: LanguageServer, exchange: Exchange): Promise<string | undefined> {
  if (answerOf(exchange.result) === undefined) return undefined;
  const uri = tabUri(exchange).toString();
  const params = presentParams(exchange, uri, { format: false, surplus: 0 });
  return params === undefined ? undefined : (await server.request(PresentRequest, params)).fault?.summary;
}
