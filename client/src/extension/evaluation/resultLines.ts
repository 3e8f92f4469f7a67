import * as vscode from "vscode";
import type { EvaluateResult } from "../../../../server/src/protocol/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { afterEdit, lineResults, mergedResults, type RequestResults } from "../../core/testing/lineResults.ts";
import { redactOutput } from "../../core/testing/output.ts";
import { plain } from "../editor/plain.ts";
import type { Evaluations } from "./evaluations.ts";

/** Milliseconds in which results are collected, because an editor gets the decorations of its whole file each time. */
const together = 100;

/** Shows at the lines of expectations whether they are met, and the actual values, until the request is edited. */
export class ResultLines implements vscode.Disposable {
  readonly #byFile = new Map<string, readonly RequestResults[]>();
  /** The texts of closed files: VS Code closes a document that nobody shows, and opens it again. */
  readonly #closed = new Map<string, string>();
  readonly #held = decoration("soaphttp.good");
  readonly #failed = decoration("soaphttp.error");
  readonly #subscriptions: vscode.Disposable;
  /** The files with new results. */
  readonly #waiting = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(evaluations: Evaluations) {
    this.#subscriptions = vscode.Disposable.from(
      evaluations.onDidEvaluate(({ exchange, result, sending }) => {
        // If a run of tests sends the request, the run shows its results, because it may send the request several
        // times.
        if (sending === undefined) this.show(exchange, result);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const uri = document.uri.toString();
        const before = this.#byFile.get(uri);
        if (before === undefined) return;
        this.#byFile.set(uri, contentChanges.reduce(afterEdit, before));
        this.#decorate(uri);
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        for (const uri of this.#byFile.keys()) this.#decorate(uri);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        const uri = document.uri.toString();
        if (this.#byFile.has(uri)) this.#closed.set(uri, document.getText());
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        const uri = document.uri.toString();
        const closed = this.#closed.get(uri);
        if (closed !== undefined && closed !== document.getText()) this.#byFile.delete(uri);
        this.#closed.delete(uri);
      }),
    );
  }

  /** `row`: the number of the row in the data file. `isFurther`: failures of earlier sendings stay. */
  show(exchange: Exchange, { results, range }: EvaluateResult, row?: number, isFurther = false): void {
    if (range === undefined) return;
    const { from: uri, message } = exchange;
    const { start, end } = range;
    // The range ends where the next request begins.
    const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
    const all = this.#byFile.get(uri) ?? [];
    const before = all.find(({ first }) => first === start.line);
    const lines = lineResults(results, message.request.line.start.line, redactOutput(exchange), row);
    const shown = isFurther && before ? mergedResults(before.results, lines) : lines;
    this.#byFile.set(uri, [...all.filter((one) => one !== before), { first: start.line, last, results: shown }]);
    this.#waiting.add(uri);
    this.#timer ??= setTimeout(() => this.#decorateWaiting(), together);
  }

  in(uri: string): readonly RequestResults[] {
    return this.#byFile.get(uri) ?? [];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    vscode.Disposable.from(this.#subscriptions, this.#held, this.#failed).dispose();
  }

  #decorateWaiting(): void {
    this.#timer = undefined;
    for (const uri of this.#waiting) this.#decorate(uri);
    this.#waiting.clear();
  }

  #decorate(uri: string): void {
    const results = this.in(uri).flatMap((one) => one.results);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() !== uri) continue;
      for (const held of [true, false]) {
        const shown = results.filter((one) => one.held === held && one.line < editor.document.lineCount);
        const options = shown.map(({ line, text }): vscode.DecorationOptions => {
          const contentText = plain(`${held ? "✓" : "✗"} ${text}`);
          const { range } = editor.document.lineAt(line);
          return { range: new vscode.Range(range.end, range.end), renderOptions: { after: { contentText } } };
        });
        editor.setDecorations(held ? this.#held : this.#failed, options);
      }
    }
  }
}

function decoration(color: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor(color), margin: "0 0 0 2em" },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}
