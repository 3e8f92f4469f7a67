import * as vscode from "vscode";
import { pageNonce, scriptPanelOptions } from "../editor/ui.ts";
import type { MockController } from "./mockController.ts";
import { mockPage, mockTable } from "./mockTable.ts";

/** Milliseconds in which exchanges are collected: a load test makes thousands. */
const together = 100;

/** The exchanges of the mock service as a table. Selecting one shows its request and its response side by side. */
export class MockView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #mock: MockController;
  readonly #subscriptions: vscode.Disposable;
  #view: vscode.WebviewView | undefined;
  #selected: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(mock: MockController) {
    this.#mock = mock;
    const refresh = () => {
      this.#timer ??= setTimeout(() => this.#show(), together);
    };
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider("soaphttp.mock", this),
      mock.onDidChange(refresh),
      mock.exchanges.onDidAdd(refresh),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    view.onDidDispose(() => {
      this.#view = undefined;
    });
    view.webview.options = scriptPanelOptions;
    view.webview.onDidReceiveMessage((message: unknown) => this.#act(message));
    view.webview.html = mockPage(pageNonce()).toString();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { address, exchanges } = this.#mock;
    const table = mockTable({ address, exchanges: exchanges.all, selected: this.#selected });
    void this.#view?.webview.postMessage(table.toString());
  }

  #act(message: unknown): void {
    if (typeof message !== "object" || message === null || !("act" in message)) return;
    if (message.act === "ready") this.#show();
    if (message.act === "start") void vscode.commands.executeCommand("soaphttp.startMock");
    if (message.act === "open" && "id" in message) {
      const { exchanges } = this.#mock;
      const exchange = exchanges.all.find(({ id }) => id === message.id);
      if (exchange === undefined) return;
      this.#selected = exchange.id;
      this.#show();
      void exchanges.show(exchange);
    }
  }
}
