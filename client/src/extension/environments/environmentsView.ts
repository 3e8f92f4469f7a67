import * as vscode from "vscode";
import { type ListedVariable, languageId, VariablesRequest } from "../../../../server/src/protocol/protocol.ts";
import { registerCommands } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorRange } from "../editor/positions.ts";
import { treeItem } from "../editor/ui.ts";
import { type Environments, visibleRequests } from "./environments.ts";

type EnvironmentsNode =
  /** `name`: the name of the environment; undefined for no environment. */
  | { readonly kind: "environment"; readonly name: string | undefined; readonly isChosen: boolean }
  | { readonly kind: "variables"; readonly uri: vscode.Uri; readonly variables: readonly ListedVariable[] }
  | { readonly kind: "variable"; readonly variable: ListedVariable };

/** Milliseconds without a change until the view is refreshed. */
const settling = 300;

/** The environments of the file of requests that was shown last. The server sends no secret values of variables. */
export class EnvironmentsView implements vscode.TreeDataProvider<EnvironmentsNode>, vscode.Disposable {
  readonly #environments: Environments;
  readonly #server: LanguageServer;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<EnvironmentsNode>;
  readonly #disposables: vscode.Disposable;
  #document: vscode.TextDocument | undefined;
  #shown: readonly EnvironmentsNode[] = [];
  /** The nodes that a refresh has read, and that are shown next. */
  #next: readonly EnvironmentsNode[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(environments: Environments, server: LanguageServer) {
    this.#environments = environments;
    this.#server = server;
    this.#view = vscode.window.createTreeView("soaphttp.environments", { treeDataProvider: this });
    const refresh = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#refresh(), settling);
    };
    this.#disposables = vscode.Disposable.from(
      ...[this.#view, this.#changed, environments.onDidChange(refresh), server.onDidStart(refresh)],
      this.#view.onDidChangeVisibility(refresh),
      vscode.window.onDidChangeVisibleTextEditors(refresh),
      // Diagnostics arrive after each change of the text, and of the files of environments.
      server.onDidDiagnose(({ uri }) => uri === this.#document?.uri.toString() && refresh()),
      registerCommands({
        "soaphttp.environments.goToDefinition": (node: EnvironmentsNode) => goToDefinition(node),
        "soaphttp.environments.copyValue": (node: EnvironmentsNode) => copyValue(node),
      }),
    );
  }

  async getChildren(parent?: EnvironmentsNode): Promise<EnvironmentsNode[]> {
    if (parent?.kind === "variables") return parent.variables.map((variable) => ({ kind: "variable", variable }));
    if (parent !== undefined) return [];
    const next = this.#next;
    this.#next = undefined;
    this.#shown = next ?? (await this.#read());
    return [...this.#shown];
  }

  getTreeItem(node: EnvironmentsNode): vscode.TreeItem {
    switch (node.kind) {
      case "environment":
        return environmentItem(node);
      case "variables": {
        const path = vscode.workspace.asRelativePath(node.uri);
        const item = treeItem(vscode.l10n.t("Variables"), path, path);
        item.id = "variables";
        item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
        item.iconPath = new vscode.ThemeIcon("symbol-namespace");
        return item;
      }
      case "variable":
        return variableItem(node);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  async #read(): Promise<readonly EnvironmentsNode[]> {
    const isOpen = (one: vscode.TextDocument | undefined) => one?.languageId === languageId && !one.isClosed;
    const document = visibleRequests() ?? [this.#document, ...vscode.workspace.textDocuments].find(isOpen);
    this.#document = document;
    if (document === undefined) return [];
    const { uri } = document;
    const [{ environments: names, named }, { variables }] = await Promise.all([
      this.#environments.of(uri),
      this.#server.request(VariablesRequest, { uri: uri.toString() }),
    ]);
    const { chosen } = this.#environments;
    const environments = [...new Set([...names, ...(chosen === undefined ? [] : [chosen]), undefined])].map((name) => {
      const isChosen = named.length > 0 ? name !== undefined && named.includes(name) : name === chosen;
      return { kind: "environment" as const, name, isChosen };
    });
    return [
      ...(environments.length > 1 ? environments : []),
      ...(variables.length > 0 ? [{ kind: "variables" as const, uri, variables }] : []),
    ];
  }

  /** Refreshes the view only if its nodes have changed, because a refresh closes menus and moves the focus. */
  async #refresh(): Promise<void> {
    if (!this.#view.visible) return;
    const before = this.#shown;
    const now = await this.#read().catch(() => before);
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    this.#next = now;
    this.#changed.fire();
  }
}

function environmentItem({ name, isChosen }: Extract<EnvironmentsNode, { kind: "environment" }>): vscode.TreeItem {
  const label = name ?? vscode.l10n.t("No environment");
  const item = treeItem(label, isChosen ? vscode.l10n.t("selected") : "", label);
  item.id = `environment ${name ?? ""}`;
  item.iconPath = new vscode.ThemeIcon(isChosen ? "pass-filled" : "circle-large-outline");
  item.command = {
    command: "soaphttp.chooseEnvironment",
    title: vscode.l10n.t("Select Environment"),
    arguments: [name ?? null],
  };
  return item;
}

function variableItem(node: Extract<EnvironmentsNode, { kind: "variable" }>): vscode.TreeItem {
  const { name, value, origin = vscode.l10n.t("a response or a data file"), place } = node.variable;
  const text = {
    text: value.kind === "text" ? value.text || vscode.l10n.t("(empty)") : "",
    secret: "•••",
    later: vscode.l10n.t("generated when sending"),
    none: vscode.l10n.t("no value"),
  }[value.kind];
  const item = treeItem(name, `${text} · ${origin}`, `{{${name}}} = ${text}\n${vscode.l10n.t("From {0}.", origin)}`);
  item.id = `variable ${name}`;
  item.iconPath = new vscode.ThemeIcon(
    value.kind === "secret" ? "lock" : value.kind === "none" ? "warning" : "symbol-variable",
  );
  item.contextValue = value.kind === "text" ? "variable text" : "variable";
  // A column of a data file has no definition.
  if (place !== undefined || node.variable.origin !== undefined) {
    const title = vscode.l10n.t("Go to Definition");
    item.command = { command: "soaphttp.environments.goToDefinition", title, arguments: [node] };
  }
  return item;
}

async function goToDefinition(node: EnvironmentsNode): Promise<void> {
  if (node.kind !== "variable") return;
  const { place } = node.variable;
  await (place === undefined
    ? vscode.commands.executeCommand("soaphttp.openSetting", "soaphttp.environments")
    : vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(place.uri), {
        selection: toEditorRange(place.range),
      }));
}

async function copyValue(node: EnvironmentsNode): Promise<void> {
  if (node.kind === "variable" && node.variable.value.kind === "text")
    await vscode.env.clipboard.writeText(node.variable.value.text);
}
