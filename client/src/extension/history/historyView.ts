import * as vscode from "vscode";
import { gradeOf, outcomeText } from "../../core/exchange/outcome.ts";
import type { Entry } from "../../core/history/stored.ts";
import { formatDuration } from "../../core/text/quantities.ts";
import { treeItem } from "../editor/ui.ts";
import { colourOf } from "../response/decorations.ts";
import { History } from "./history.ts";

const historyView = "soaphttp.history";

/** The list of what was sent, the newest first. */
export class HistoryView implements vscode.TreeDataProvider<Entry>, vscode.Disposable {
  readonly #history: History;
  readonly #refresh = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<Entry>;
  readonly #following: readonly vscode.Disposable[];

  readonly onDidChangeTreeData = this.#refresh.event;

  constructor(history: History) {
    this.#history = history;
    this.#view = vscode.window.createTreeView(historyView, { treeDataProvider: this, canSelectMany: true });
    this.#following = [
      this.#view,
      history.onDidChange(() => this.#tell()),
      // Another window of the same folder may have changed it.
      this.#view.onDidChangeVisibility(({ visible }) => visible && this.#refresh.fire()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("soaphttp.history")) this.#tell();
      }),
    ];
    this.#tell();
  }

  get selection(): readonly Entry[] {
    return this.#view.selection;
  }

  async getChildren(parent?: Entry): Promise<Entry[]> {
    return parent === undefined ? [...(await this.#history.entries())] : [];
  }

  getTreeItem(entry: Entry): vscode.TreeItem {
    const outcome = outcomeText(entry);
    const facts = `${formatDuration(entry.total)} · ${timeOf(entry)}`;
    // The outcome first, which typing finds as well as the name.
    const item = treeItem(`${outcome} – ${entry.label}`, facts, tooltip(entry));
    item.id = entry.id;
    item.iconPath = iconOf(entry);
    item.contextValue = "exchange";
    item.accessibilityInformation = { label: `${outcome}, ${entry.label}, ${facts}` };
    item.command = { command: "soaphttp.history.open", title: vscode.l10n.t("Open"), arguments: [entry] };
    return item;
  }

  dispose(): void {
    for (const one of this.#following) one.dispose();
    this.#refresh.dispose();
  }

  #tell(): void {
    this.#view.message = !History.enabled
      ? vscode.l10n.t("The history is turned off (setting soaphttp.history.enabled). New exchanges are not stored.")
      : this.#history.lasts
        ? ""
        : vscode.l10n.t("The history is kept until you close the window: VS Code can't store its encryption key here.");
    this.#refresh.fire();
  }
}

/** Today the time alone. */
function timeOf({ at }: Entry): string {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString(vscode.env.language, { hour: "2-digit", minute: "2-digit" });
  return today ? time : `${date.toLocaleDateString(vscode.env.language)} ${time}`;
}

function iconOf(entry: Entry): vscode.ThemeIcon {
  const grade = gradeOf(entry);
  const icon = { good: "pass", warning: "warning", error: "error", cancelled: "circle-slash" }[grade];
  return new vscode.ThemeIcon(icon, colourOf(grade));
}

/** Plain text: nothing in it is a link. */
function tooltip(entry: Entry): string {
  return [
    `${entry.method} ${entry.url}`,
    `${new Date(entry.at).toLocaleString(vscode.env.language)} · ${outcomeText(entry)} · ${formatDuration(entry.total)}`,
    vscode.workspace.asRelativePath(vscode.Uri.parse(entry.from)),
  ].join("\n");
}
