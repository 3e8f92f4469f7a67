import * as vscode from "vscode";
import { outcomeText } from "../../core/exchange/outcome.ts";
import { gradeOfEntry, type HistoryEntry } from "../../core/history/stored.ts";
import { formatDuration } from "../../core/text/quantities.ts";
import { treeItem } from "../editor/ui.ts";
import { iconOfGrade } from "../response/decorations.ts";
import { History } from "./history.ts";

/** A run of tests. `entries`: the exchanges in the order in which they were sent. */
interface HistoryRun {
  readonly kind: "run";
  readonly id: string;
  readonly entries: readonly [HistoryEntry, ...HistoryEntry[]];
}

export type HistoryNode = HistoryEntry | HistoryRun;

export function isHistoryRun(given: unknown): given is HistoryRun {
  return typeof given === "object" && given !== null && "kind" in given && given.kind === "run";
}

/** The entries of nodes, each once. */
export function entriesOf(nodes: readonly HistoryNode[]): readonly HistoryEntry[] {
  const entries = nodes.flatMap((node) => (isHistoryRun(node) ? node.entries : [node]));
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

export class HistoryView implements vscode.TreeDataProvider<HistoryNode>, vscode.Disposable {
  readonly #history: History;
  readonly #refresh = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<HistoryNode>;
  readonly #disposables: vscode.Disposable;

  readonly onDidChangeTreeData = this.#refresh.event;

  constructor(history: History) {
    this.#history = history;
    this.#view = vscode.window.createTreeView("soaphttp.history", { treeDataProvider: this, canSelectMany: true });
    this.#disposables = vscode.Disposable.from(
      this.#view,
      history.onDidChange(() => this.#update()),
      // Another window of the same folder may have changed the history.
      this.#view.onDidChangeVisibility(({ visible }) => visible && this.#refresh.fire()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("soaphttp.history")) this.#update();
      }),
      this.#refresh,
    );
    this.#update();
  }

  get selection(): readonly HistoryEntry[] {
    return entriesOf(this.#view.selection);
  }

  async getChildren(parent?: HistoryNode): Promise<HistoryNode[]> {
    if (parent !== undefined) return isHistoryRun(parent) ? [...parent.entries] : [];
    return nodesOf(await this.#history.entries());
  }

  getTreeItem(entry: HistoryNode): vscode.TreeItem {
    if (isHistoryRun(entry)) return runItem(entry);
    const outcome = outcomeText(entry);
    const facts = `${formatDuration(entry.total)} · ${timeOf(entry)}`;
    // Typing in the list finds the outcome as well as the name.
    const item = treeItem(`${outcome} – ${entry.label}`, facts, tooltip(entry));
    item.id = entry.id;
    item.iconPath = iconOfGrade(gradeOfEntry(entry));
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

/** A run is listed at the place of its newest exchange. */
function nodesOf(entries: readonly HistoryEntry[]): HistoryNode[] {
  const runs = new Map<string, { kind: "run"; id: string; entries: [HistoryEntry, ...HistoryEntry[]] }>();
  return entries.flatMap((entry): HistoryNode[] => {
    const id = entry.run;
    if (id === undefined) return [entry];
    const earlier = runs.get(id);
    if (earlier !== undefined) {
      earlier.entries.unshift(entry);
      return [];
    }
    const run = { kind: "run" as const, id, entries: [entry] satisfies [HistoryEntry] };
    runs.set(id, run);
    return [run];
  });
}

function runItem({ id, entries }: HistoryRun): vscode.TreeItem {
  const [passed, failed] = [true, false].map((one) => entries.filter(({ passed }) => passed === one).length);
  const counts = [
    ...(passed ? [vscode.l10n.t("{0} passed", passed)] : []),
    ...(failed ? [vscode.l10n.t("{0} failed", failed)] : []),
  ].join(", ");
  const label = vscode.l10n.t("Test run");
  const facts = [counts, timeOf(entries[0])].filter(Boolean).join(" · ");
  const item = treeItem(label, facts, `${label} · ${facts}`);
  item.id = `run ${id}`;
  item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
  item.iconPath = iconOfGrade(failed ? "error" : "good");
  item.contextValue = "run";
  return item;
}

/** The time alone for today's exchanges. */
export function timeOf({ at }: Pick<HistoryEntry, "at">): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString(vscode.env.language, { hour: "2-digit", minute: "2-digit" });
  return isToday ? time : `${date.toLocaleDateString(vscode.env.language)} ${time}`;
}

/** Returns a tooltip in plain text, without links. */
function tooltip(entry: HistoryEntry): string {
  return [
    `${entry.method} ${entry.url}`,
    `${new Date(entry.at).toLocaleString(vscode.env.language)} · ${outcomeText(entry)} · ${formatDuration(entry.total)}`,
    vscode.workspace.asRelativePath(vscode.Uri.parse(entry.from)),
  ].join("\n");
}
