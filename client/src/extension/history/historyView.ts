import * as vscode from "vscode";
import { gradeOf, outcomeText } from "../../core/exchange/outcome.ts";
import type { HistoryEntry } from "../../core/history/stored.ts";
import { formatDuration } from "../../core/text/quantities.ts";
import { treeItem } from "../editor/ui.ts";
import { iconOfGrade } from "../response/decorations.ts";
import { History } from "./history.ts";

/** The list of exchanges, the newest first. */
export class HistoryView implements vscode.TreeDataProvider<HistoryEntry>, vscode.Disposable {
  readonly #history: History;
  readonly #refresh = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<HistoryEntry>;
  readonly #disposables: vscode.Disposable;

  readonly onDidChangeTreeData = this.#refresh.event;

  constructor(history: History) {
    this.#history = history;
    this.#view = vscode.window.createTreeView("soaphttp.history", { treeDataProvider: this, canSelectMany: true });
    this.#disposables = vscode.Disposable.from(
      this.#view,
      history.onDidChange(() => this.#update()),
      // Another window of the same folder may have changed it.
      this.#view.onDidChangeVisibility(({ visible }) => visible && this.#refresh.fire()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("soaphttp.history")) this.#update();
      }),
      this.#refresh,
    );
    this.#update();
  }

  get selection(): readonly HistoryEntry[] {
    return this.#view.selection;
  }

  async getChildren(parent?: HistoryEntry): Promise<HistoryEntry[]> {
    return parent === undefined ? [...(await this.#history.entries())] : [];
  }

  getTreeItem(entry: HistoryEntry): vscode.TreeItem {
    const outcome = outcomeText(entry);
    const facts = `${formatDuration(entry.total)} · ${timeOf(entry)}`;
    // Typing in the list finds the outcome as well as the name.
    const item = treeItem(`${outcome} – ${entry.label}`, facts, tooltip(entry));
    item.id = entry.id;
    item.iconPath = iconOfGrade(gradeOf(entry));
    item.contextValue = "exchange";
    item.accessibilityInformation = { label: `${outcome}, ${entry.label}, ${facts}` };
    item.command = { command: "soaphttp.history.open", title: vscode.l10n.t("Open"), arguments: [entry] };
    return item;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #update(): void {
    this.#view.message = !History.enabled
      ? vscode.l10n.t("The history is turned off (setting soaphttp.history.enabled). New exchanges are not stored.")
      : this.#history.lasts
        ? ""
        : vscode.l10n.t("The history is kept until you close the window: VS Code can't store its encryption key here.");
    this.#refresh.fire();
  }
}

/** The time alone for today's exchanges. */
export function timeOf({ at }: Pick<HistoryEntry, "at">): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString(vscode.env.language, { hour: "2-digit", minute: "2-digit" });
  return isToday ? time : `${date.toLocaleDateString(vscode.env.language)} ${time}`;
}

/** Plain text, without links. */
function tooltip(entry: HistoryEntry): string {
  return [
    `${entry.method} ${entry.url}`,
    `${new Date(entry.at).toLocaleString(vscode.env.language)} · ${outcomeText(entry)} · ${formatDuration(entry.total)}`,
    vscode.workspace.asRelativePath(vscode.Uri.parse(entry.from)),
  ].join("\n");
}
