import * as vscode from "vscode";
import { type Run, type SummaryLink, summaryText } from "../../core/run/summary.ts";
import { toUri } from "../response/responseUri.ts";

const scheme = "soaphttp-summary";
const maxRuns = 50;

/** The documents with the results of several requests: plain, read-only text with links to the responses. */
export class Summaries implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
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
  const { path } = vscode.Uri.parse(from);
  return path.slice(path.lastIndexOf("/") + 1);
}
