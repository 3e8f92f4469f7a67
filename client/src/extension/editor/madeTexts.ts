import * as vscode from "vscode";

/** Plain, read-only documents of one scheme: each has a text that was made for it. */
export class MadeTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #registered: vscode.Disposable;
  #last = 0;

  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Opens a text beside the editor. `name`: of its tab, without an extension. */
  async show(name: string, text: string, extension = "txt"): Promise<void> {
    const id = String(++this.#last);
    this.#texts.set(id, text);
    for (const old of [...this.#texts.keys()].slice(0, -maxTexts)) this.#texts.delete(old);
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${id}/${name}.${extension}` });
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.#texts.get(path.split("/")[1] ?? "") ?? "";
  }

  dispose(): void {
    this.#registered.dispose();
  }
}

const maxTexts = 50;
