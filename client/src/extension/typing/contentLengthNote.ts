import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol.ts";
import type { Questions } from "../editor/questions.ts";

const shownKey = "contentLengthNote.shown";

/**
 * Tells the author once that a Content-Length can follow its body: when a wrong count is fixed for the first time, by a
 * quick fix or by typing.
 */
export class ContentLengthNote implements vscode.Disposable {
  readonly #state: Pick<vscode.Memento, "get" | "update">;
  readonly #questions: () => Pick<Questions, "contentLengthUpdate">;
  readonly #following: vscode.Disposable;
  /** The document whose wrong count was changed last, and the line that the count is in. */
  #changed: { readonly document: vscode.TextDocument; readonly line: number } | undefined;

  constructor(state: Pick<vscode.Memento, "get" | "update">, questions: () => Pick<Questions, "contentLengthUpdate">) {
    this.#state = state;
    this.#questions = questions;
    this.#following = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => this.#note(event)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const uri = this.#changed?.document.uri.toString();
        if (uris.some((one) => one.toString() === uri)) void this.#offer();
      }),
    );
  }

  dispose(): void {
    this.#following.dispose();
  }

  #note({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    if (document.languageId !== languageId || contentChanges.length === 0) return;
    const line = contentChanges[0]?.range.start.line ?? 0;
    const continues = this.#changed?.document === document && this.#changed.line === line;
    this.#changed = undefined;
    if (contentChanges.length > 1 || reason !== undefined || !hasCount(document, line)) return;
    // The diagnostics are still those of the text before the change.
    if (continues || isWrong(document, line)) this.#changed = { document, line };
  }

  async #offer(): Promise<void> {
    const { document, line } = this.#changed ?? {};
    if (document === undefined || line === undefined || !hasCount(document, line) || isWrong(document, line)) return;
    this.#changed = undefined;
    const settings = vscode.workspace.getConfiguration("soaphttp", document);
    if (settings.get("contentLength.update") !== "off" || this.#state.get(shownKey)) return;
    await this.#state.update(shownKey, true);
    const chosen = await this.#questions().contentLengthUpdate();
    if (chosen) await settings.update("contentLength.update", chosen, vscode.ConfigurationTarget.Global);
  }
}

function hasCount(document: vscode.TextDocument, line: number): boolean {
  return line < document.lineCount && /^content-length:[ \t]*\d/i.test(document.lineAt(line).text);
}

function isWrong({ uri }: vscode.TextDocument, line: number): boolean {
  return vscode.languages
    .getDiagnostics(uri)
    .some(({ code, range }) => range.start.line === line && typeof code === "object" && wrong.has(String(code.value)));
}

const wrong: ReadonlySet<string> = new Set(["content-length-mismatch", "content-length-invalid"]);
