import * as vscode from "vscode";
import { treeItem } from "../editor/ui.ts";
import type { MockController } from "./mockController.ts";
import type { MockExchange } from "./mockExchanges.ts";

export type MockNode =
  | { readonly kind: "service"; readonly address: string }
  | { readonly kind: "exchange"; readonly exchange: MockExchange };

/** The mock service that runs, and below it its exchanges, the newest first. */
export class MockView implements vscode.TreeDataProvider<MockNode>, vscode.Disposable {
  readonly #mock: MockController;
  readonly #view: vscode.TreeView<MockNode>;
  readonly #disposables: vscode.Disposable;
  readonly onDidChangeTreeData: vscode.Event<void>;

  constructor(mock: MockController) {
    this.#mock = mock;
    const changed = new vscode.EventEmitter<void>();
    this.onDidChangeTreeData = changed.event;
    this.#view = vscode.window.createTreeView("soaphttp.mock", { treeDataProvider: this });
    const refresh = () => changed.fire();
    this.#disposables = vscode.Disposable.from(
      ...[this.#view, changed, mock.onDidChange(refresh), mock.exchanges.onDidAdd(refresh)],
    );
  }

  async getChildren(parent?: MockNode): Promise<MockNode[]> {
    if (parent !== undefined) return [];
    const { address, exchanges } = this.#mock;
    return [
      ...(address === undefined ? [] : [{ kind: "service" as const, address }]),
      ...exchanges.all.map((exchange) => ({ kind: "exchange" as const, exchange })),
    ];
  }

  getTreeItem(node: MockNode): vscode.TreeItem {
    if (node.kind === "service") {
      const item = treeItem(vscode.l10n.t("Listening on {0}", node.address), "", node.address);
      item.id = "service";
      item.iconPath = new vscode.ThemeIcon("broadcast");
      item.contextValue = "service";
      return item;
    }
    const { exchange } = node;
    const { line, id, at, errors, response } = exchange;
    const time = at.toLocaleTimeString(vscode.env.language);
    const item = treeItem(line, time, [line, time, response.problem ?? ""].filter(Boolean).join("\n"));
    item.id = String(id);
    item.iconPath = new vscode.ThemeIcon(
      response.problem !== undefined ? "error" : errors > 0 ? "warning" : "arrow-swap",
    );
    item.contextValue = "exchange";
    const uri = this.#mock.exchanges.uriOf(exchange);
    item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] };
    return item;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
