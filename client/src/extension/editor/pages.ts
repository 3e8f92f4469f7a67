import * as vscode from "vscode";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { plain } from "./plain.ts";

/* The only module that creates tabs for pages of HTML, and says what a page may do (test/project/ui.test.ts). */

/** The only command that links of a test report may run: it opens a line of a tested file. */
export const showLine = "soaphttp.test.showLine";

/** A tab with a page of HTML, in which nothing runs and nothing is fetched. */
export class PagePanel implements vscode.Disposable {
  readonly #viewType: string;
  readonly #commands: readonly string[];
  #panel: vscode.WebviewPanel | undefined;

  /** @param commands the commands that links of the page may run */
  constructor(viewType: string, commands: readonly string[] = []) {
    this.#viewType = viewType;
    this.#commands = commands;
  }

  /** Shows a page in place of the last one. The page has a content security policy. */
  show(title: string, html: string): void {
    this.#panel ??= this.#create();
    this.#panel.title = title;
    this.#panel.webview.html = html;
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #create(): vscode.WebviewPanel {
    const options = {
      enableScripts: false,
      enableCommandUris: this.#commands,
      enableFindWidget: true,
      localResourceRoots: [],
    };
    const panel = vscode.window.createWebviewPanel(this.#viewType, "", vscode.ViewColumn.Active, options);
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    return panel;
  }
}

/** Options of a tab or a view whose page runs only its own script, and loads no file. */
export const scriptPanelOptions = { enableScripts: true, enableCommandUris: false, localResourceRoots: [] } as const;

export function scriptPanel(viewType: string, title: string): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, plain(title), vscode.ViewColumn.Beside, scriptPanelOptions);
}

export function pageNonce(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(16)));
}
