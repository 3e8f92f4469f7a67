import * as vscode from "vscode";
import {
  languageId,
  PresentRequest,
  type RequestSummary,
  RequestsRequest,
} from "../../../../server/src/protocol/protocol.ts";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import { movedLine } from "../../core/exchange/movedLine.ts";
import { presentParams } from "../../core/exchange/presentation.ts";
import { type BatchOutcome, outcomeOf, type Run, type SummaryLink, summaryText } from "../../core/run/summary.ts";
import { remembered, type SendQuestions } from "../../core/sending/prepare.ts";
import { callFailures } from "../../core/testing/called.ts";
import { askForRequests, errorText, fileNameOf, registerCommands, signalOf, uriOf } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { requestTitle } from "../editor/requestDocument.ts";
import { inform, showProgress } from "../editor/ui.ts";
import type { FileMocks } from "../mock/fileMocks.ts";
import { tabUri, toUri } from "../response/responseUri.ts";
import type { SendHow } from "../send/preparation.ts";
import type { Sender } from "../send/sender.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";

interface SendAllParts extends EditorParts {
  readonly sender: Sender;
  readonly fileMocks: FileMocks;
}

/** Registers `soaphttp.sendAll` for the given or the active document. It resolves with the URI of the summary. */
export function registerSendAll(parts: SendAllParts): vscode.Disposable {
  const summaries = new Summaries();
  const send = async (given?: unknown) => {
    const uri = uriOf(given);
    const document =
      uri === undefined ? vscode.window.activeTextEditor?.document : await vscode.workspace.openTextDocument(uri);
    if (document?.languageId !== languageId) return askForRequests();
    const run = await sendAll(parts, document);
    return run && summaries.show(run);
  };
  const failure = (reason: string) => vscode.l10n.t("The requests could not be sent: {0}", reason);
  return vscode.Disposable.from(summaries, registerCommands({ "soaphttp.sendAll": send }, failure));
}

/** Sends the requests one after the other, after the questions about all of them. Undefined if nothing could be sent. */
async function sendAll(parts: SendAllParts, document: vscode.TextDocument): Promise<Run | undefined> {
  if (!(await ensureTrusted(parts.questions()))) return undefined;
  const { requests } = await parts.server.request(RequestsRequest, { uri: document.uri.toString() });
  if (requests.length === 0) return inform(vscode.l10n.t("There is no request in this file."));
  const title = vscode.l10n.t("Sending all requests of {0}", vscode.workspace.asRelativePath(document.uri));
  // If they can't be started, each request that needs them says why.
  const endMocks = await parts.fileMocks.startForRun(document).catch(() => undefined);
  let run: Run | undefined;
  try {
    run = await showProgress(title, (report, token) => sendEach(parts, document, requests, { report, token }));
  } finally {
    const called = (await endMocks?.()) ?? [];
    if (run?.ended === "complete") run = { ...run, mocks: callFailures(called) };
  }
  return run;
}

interface Progress {
  readonly report: (message: string, increment: number) => void;
  readonly token: vscode.CancellationToken;
}

async function sendEach(
  parts: SendAllParts,
  document: vscode.TextDocument,
  requests: readonly RequestSummary[],
  { report, token }: Progress,
): Promise<Run> {
  const from = document.uri.toString();
  const stops = vscode.workspace.getConfiguration("soaphttp", document.uri).get("sendAll.onFailure") !== "continue";
  let outcomes = requests.map((request): BatchOutcome => {
    return { kind: "not-sent", label: requestTitle(request), line: request.line.start.line, reason: undefined };
  });
  // The user, and a fix before sending, may move the remaining requests.
  const following = vscode.workspace.onDidChangeTextDocument(({ document: changed, contentChanges }) => {
    if (changed.uri.toString() !== from) return;
    outcomes = outcomes.map((one) => ({ ...one, line: contentChanges.reduce(movedLine, one.line) }));
  });
  const signal = signalOf(token);
  const each = requests.map(() => ({ signal, questions: remembered(parts.questions) }));
  const stateAfter = (failed: boolean): Run["ended"] =>
    signal.aborted ? "cancelled" : failed && stops ? "stopped" : "complete";
  const declined = new Set<number>();
  let ended: Run["ended"] = "complete";
  try {
    // All questions come before the first request is sent, so that the run isn't interrupted.
    for (const [index, how] of each.entries()) {
      if (ended !== "complete") break;
      const isAccepted = await askAbout(parts, document, outcomes[index]?.line, how);
      if (!isAccepted) declined.add(index);
      ended = stateAfter(!isAccepted);
    }
    for (const [index, how] of each.entries()) {
      const { label = "", line } = outcomes[index] ?? {};
      if (ended !== "complete") break;
      if (declined.has(index)) continue;
      const message = vscode.l10n.t("{0} ({1} of {2})", label, index + 1, requests.length);
      report(message, index === 0 ? 0 : 100 / requests.length);
      const tried = new Set(outcomes.slice(0, index).map((one) => one.label));
      const outcome = await sendOne(parts, document, line, { label, tried, ...how });
      outcomes = outcomes.with(index, { ...outcome, line: outcomes[index]?.line });
      ended = stateAfter(outcome.kind !== "good" && index < requests.length - 1);
    }
  } finally {
    following.dispose();
  }
  return { from, at: Date.now(), ended, outcomes };
}

type AskedHow = SendHow & Required<Pick<SendHow, "questions">>;

/** Asks before a request is sent. False if the user declines. Errors are reported when it is the request's turn. */
async function askAbout(
  { sender }: SendAllParts,
  document: vscode.TextDocument,
  line: number | undefined,
  how: AskedHow,
): Promise<boolean> {
  try {
    return line === undefined || (await sender.ask(document, line, how));
  } catch {
    return true;
  }
}

async function sendOne(
  { host, sender, server }: SendAllParts,
  document: vscode.TextDocument,
  line: number | undefined,
  { label, tried, ...how }: AskedHow & { readonly label: string; readonly tried: ReadonlySet<string> },
): Promise<BatchOutcome> {
  let reason: string | undefined;
  const needs: SendQuestions["needs"] = async (names, request) => {
    // A response to an earlier request of this run is missing only if that request failed.
    const failed = names.find((name) => tried.has(name));
    if (failed === undefined) return how.questions.needs(names, request);
    reason = vscode.l10n.t("It needs {0}, which did not succeed.", failed);
    return false;
  };
  const notSent = (why?: string): BatchOutcome => ({ kind: "not-sent", label, line, reason: why });
  if (line === undefined) return notSent(vscode.l10n.t("It is no longer in the file."));
  try {
    const questions = { ...how.questions, needs };
    const sent = await sender.send(document, line, { show: "never", ...how, questions });
    if (sent === undefined) return notSent(reason);
    return await outcomeOf(sent.exchange, line, host.kind, faultOf(server, sent.exchange));
  } catch (error) {
    return notSent(errorText(error));
  }
}

/** The text of the Fault, which a service may also send with status 200. */
async function faultOf(server: LanguageServer, exchange: Exchange): Promise<string | undefined> {
  if (responseOf(exchange.result) === undefined) return undefined;
  const uri = tabUri(exchange).toString();
  const params = presentParams(exchange, uri, { format: false, surplus: 0 });
  return params === undefined ? undefined : (await server.request(PresentRequest, params)).fault?.summary;
}

const scheme = "soaphttp-summary";
const maxRuns = 50;

/** The documents with the results of several requests: plain, read-only text with links to the responses. */
class Summaries implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  readonly #runs = new Map<string, Run>();
  readonly #registered = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, this),
    vscode.languages.registerDocumentLinkProvider({ scheme }, this),
  );
  #last = 0;

  async show(run: Run): Promise<vscode.Uri> {
    const id = `${run.at.toString(36)}-${++this.#last}`;
    const uri = vscode.Uri.from({ scheme, path: `/${id}/${vscode.l10n.t("{0} (summary)", fileName(run))}.txt` });
    this.#runs.set(id, run);
    for (const old of [...this.#runs.keys()].slice(0, -maxRuns)) this.#runs.delete(old);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const run = this.#runOf(uri);
    return run === undefined
      ? `${vscode.l10n.t("This summary is no longer available. Its exchanges are in the history.")}\n`
      : summaryText(run, fileName(run)).text;
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const run = this.#runOf(document.uri);
    if (run === undefined) return [];
    return summaryText(run, fileName(run)).links.flatMap((link) => {
      const target = targetOf(link, run);
      const range = new vscode.Range(document.positionAt(link.start), document.positionAt(link.end));
      return target === undefined ? [] : [new vscode.DocumentLink(range, target)];
    });
  }

  dispose(): void {
    this.#registered.dispose();
  }

  #runOf({ path }: vscode.Uri): Run | undefined {
    return this.#runs.get(path.split("/")[1] ?? "");
  }
}

function targetOf({ to, outcome }: SummaryLink, { from }: Run): vscode.Uri | undefined {
  if (to === "request") return vscode.Uri.parse(from).with({ fragment: `L${(outcome.line ?? 0) + 1}` });
  return outcome.kind === "not-sent" || outcome.tab === undefined ? undefined : toUri(outcome.tab);
}

function fileName({ from }: Run): string {
  return fileNameOf(vscode.Uri.parse(from));
}
