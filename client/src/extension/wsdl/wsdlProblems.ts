import * as vscode from "vscode";
import { isWebAddress, type OperationsResult } from "../../../../server/src/protocol/protocol.ts";
import type { FolderChanges } from "../editor/folderChanges.ts";
import { toEditorDiagnostic, toEditorRange } from "../editor/positions.ts";
import { showWarning } from "../editor/ui.ts";

type Problems = OperationsResult["problems"];

/** Problems of WSDLs as diagnostics of their documents, until a document or its WSDL changes. */
export class WsdlProblems implements vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("soaphttp-wsdl");
  /** The shown problems, by the URI of their WSDL. */
  readonly #shown = new Map<string, Problems>();
  /** The number of problems that the user was informed about, by WSDL. */
  readonly #reported = new Map<string, number>();
  readonly #disposables: vscode.Disposable;

  constructor(onDidChangeFiles: vscode.Event<vscode.Uri>, folders: FolderChanges, log: vscode.LogOutputChannel) {
    this.#log = log;
    this.#disposables = vscode.Disposable.from(
      this.#diagnostics,
      onDidChangeFiles((uri) => this.#diagnostics.delete(uri)),
      folders.onDidChange(({ affects }) => {
        for (const [uri] of this.#diagnostics) if (affects(uri)) this.#diagnostics.delete(uri);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#diagnostics.delete(document.uri);
      }),
    );
  }

  /** Replaces the diagnostics of a WSDL and the documents that it imports. */
  show(wsdl: string, { problems }: OperationsResult): void {
    const before = this.#shown.get(wsdl) ?? [];
    this.#shown.set(wsdl, problems);
    for (const uri of new Set([...before, ...problems].map((one) => one.uri))) this.#update(uri);
  }

  /** The WSDLs that have the problem of a diagnostic. */
  wsdlsWith(uri: vscode.Uri, diagnostic: vscode.Diagnostic): readonly string[] {
    const is = (problem: Problems[number]) =>
      problem.message === diagnostic.message &&
      toEditorRange(problem.range).isEqual(diagnostic.range) &&
      vscode.Uri.parse(problem.uri).toString() === uri.toString();
    return [...this.#shown].flatMap(([wsdl, problems]) => (problems.some(is) ? wsdl : []));
  }

  /** Shows the diagnostics, and a message once for each number of problems. */
  report(wsdl: string, result: OperationsResult): void {
    this.show(wsdl, result);
    const { problems } = result;
    if (problems.length === 0 || this.#reported.get(wsdl) === problems.length) return;
    this.#reported.set(wsdl, problems.length);
    const text =
      problems.length === 1
        ? vscode.l10n.t("The WSDL has a problem. The request may be incomplete.")
        : vscode.l10n.t("The WSDL has {0} problems. The request may be incomplete.", problems.length);
    const show = vscode.l10n.t("Show");
    void showWarning(text, show).then((chosen) => (chosen === show ? this.#open(problems) : undefined));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Updates the diagnostics of a document. An address has none, because the Problems view could not open it. */
  #update(uri: string): void {
    if (isWebAddress(uri)) return;
    const own = [...this.#shown.values()].flat().filter((problem) => problem.uri === uri);
    const different = new Map(own.map((problem) => [`${problem.range.start.line} ${problem.message}`, problem]));
    this.#diagnostics.set(vscode.Uri.parse(uri), [...different.values()].map(toEditorDiagnostic));
  }

  /** Opens the first file with problems and the Problems view; for problems of other documents, the log. */
  async #open(problems: Problems): Promise<void> {
    const first = problems.find(({ uri }) => !isWebAddress(uri));
    if (first === undefined) {
      for (const { uri, range, message } of problems) this.#log.info(`${uri}:${range.start.line + 1}: ${message}`);
      return this.#log.show();
    }
    await vscode.window.showTextDocument(vscode.Uri.parse(first.uri), { selection: toEditorRange(first.range) });
    await vscode.commands.executeCommand("workbench.actions.view.problems");
  }
}
