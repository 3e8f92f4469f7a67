import * as vscode from "vscode";
import { formatDuration } from "../quantities.ts";
import { treeItem } from "../ui.ts";
import { History } from "./history.ts";
import type { Entry } from "./stored.ts";

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
    const item = treeItem(entry.label, `${outcome(entry)} · ${timeOf(entry)}`, tooltip(entry));
    item.id = entry.id;
    item.iconPath = iconOf(entry);
    item.contextValue = "exchange";
    item.accessibilityInformation = { label: `${entry.label}, ${outcome(entry)}, ${timeOf(entry)}` };
    item.command = { command: "soaphttp.history.open", title: vscode.l10n.t("Open"), arguments: [entry] };
    return item;
  }

  dispose(): void {
    for (const one of this.#following) one.dispose();
    this.#refresh.dispose();
  }

  #tell(): void {
    this.#view.message = !History.enabled
      ? vscode.l10n.t("The history is off (setting soaphttp.history.enabled). New exchanges are not kept.")
      : this.#history.lasts
        ? ""
        : vscode.l10n.t(
            "These exchanges are kept until the window is closed: VS Code stores no secrets here, so no key.",
          );
    this.#refresh.fire();
  }
}

/** `200 · 132 ms`, or `timed out · 60 s`: short, because a side bar is narrow. */
function outcome({ kind, code, damaged, total }: Entry): string {
  const status = code === undefined || code === 0 ? "" : String(code);
  const failed = kind !== "response" ? failures()[kind] : damaged ? vscode.l10n.t("not decoded") : "";
  return [status, failed, formatDuration(total)].filter((part) => part !== "").join(" · ");
}

function failures(): Readonly<Record<Exclude<Entry["kind"], "response">, string>> {
  return {
    dns: vscode.l10n.t("unknown host"),
    refused: vscode.l10n.t("refused"),
    unreachable: vscode.l10n.t("not reachable"),
    tls: vscode.l10n.t("TLS failed"),
    timeout: vscode.l10n.t("timed out"),
    proxy: vscode.l10n.t("proxy failed"),
    reset: vscode.l10n.t("no answer"),
    truncated: vscode.l10n.t("cut off"),
    cors: vscode.l10n.t("not allowed (CORS)"),
    "mixed-content": vscode.l10n.t("forbidden by the browser"),
    cancelled: vscode.l10n.t("cancelled"),
    protocol: vscode.l10n.t("not HTTP"),
    "too-large": vscode.l10n.t("too large"),
    "redirect-hidden": vscode.l10n.t("redirected"),
    redirect: vscode.l10n.t("redirected"),
    unsendable: vscode.l10n.t("not sent"),
  };
}

/** Today the time alone. */
function timeOf({ at }: Entry): string {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString(vscode.env.language, { hour: "2-digit", minute: "2-digit" });
  return today ? time : `${date.toLocaleDateString(vscode.env.language)} ${time}`;
}

function iconOf({ kind, code, damaged }: Entry): vscode.ThemeIcon {
  if (kind === "cancelled") return new vscode.ThemeIcon("circle-slash");
  if (kind !== "response") return new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  return damaged || (code !== undefined && code >= 300)
    ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
    : new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed"));
}

/** Plain text: nothing in it is a link. */
function tooltip(entry: Entry): string {
  return [
    `${entry.method} ${entry.url}`,
    `${new Date(entry.at).toLocaleString(vscode.env.language)} · ${outcome(entry)}`,
    vscode.workspace.asRelativePath(vscode.Uri.parse(entry.from)),
  ].join("\n");
}
