import * as vscode from "vscode";

/** Plain, read-only documents of one scheme: each has a text that was made for it. */
export class MadeTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #registered: vscode.Disposable;
  readonly #maxTexts: number;
  #last = 0;

  /** @param maxTexts the number of texts that are kept */
  constructor(scheme: string, maxTexts = 50) {
    this.#scheme = scheme;
    this.#maxTexts = maxTexts;
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Returns the URI of a text. `name`: the name of its tab, without an extension. */
  add(name: string, text: string, extension = "txt"): vscode.Uri {
    const id = String(++this.#last);
    this.#texts.set(id, text);
    for (const old of [...this.#texts.keys()].slice(0, -this.#maxTexts)) this.#texts.delete(old);
    return vscode.Uri.from({ scheme: this.#scheme, path: `/${id}/${name}.${extension}` });
  }

  async show(name: string, text: string, extension = "txt"): Promise<void> {
    const uri = this.add(name, text, extension);
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.#texts.get(path.split("/")[1] ?? "") ?? "";
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
