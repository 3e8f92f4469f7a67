import * as vscode from "vscode";
import { loadWsdlCommand, type OperationsResult } from "../../../../server/src/protocol.ts";
import { messageOf } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { treeItem } from "../editor/ui.ts";
import { placeName } from "./consent.ts";
import { setDragged } from "./drop.ts";
import { readWsdl, reasonOf } from "./loading.ts";
import type { WsdlParts } from "./newFromWsdl.ts";
import { facts, indexed, versionText } from "./operations.ts";
import type { WsdlProblems } from "./problems.ts";
import {
  childrenOf,
  type NoteNode,
  noteNode,
  type OperationNode,
  operationsIn,
  type PortNode,
  type ServiceNode,
  type ServicesNode,
  type WsdlNode,
  wsdlNode,
} from "./servicesTree.ts";
import type { WorkspaceWsdls } from "./workspaceWsdls.ts";
import type { WsdlChanges } from "./wsdlChanges.ts";

/** How many documents a tooltip names. */
const maxListed = 10;

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** The WSDLs of the workspace with their services, ports and operations. A WSDL is read when it is expanded. */
export class ServicesView
  implements vscode.TreeDataProvider<ServicesNode>, vscode.TreeDragAndDropController<ServicesNode>, vscode.Disposable
{
  readonly #server: LanguageServer;
  readonly #wsdls: WorkspaceWsdls;
  readonly #problems: WsdlProblems;
  readonly #changed = new vscode.EventEmitter<ServicesNode | undefined>();
  readonly #disposables: vscode.Disposable;
  /** By the URI of the WSDL. */
  readonly #read = new Map<string, OperationsResult>();

  readonly onDidChangeTreeData = this.#changed.event;
  readonly dragMimeTypes = [];
  readonly dropMimeTypes = [];

  constructor({ server, wsdls, loader, problems }: WsdlParts, changes: WsdlChanges) {
    this.#server = server;
    this.#wsdls = wsdls;
    this.#problems = problems;
    const refresh = () => this.refresh();
    const options = { treeDataProvider: this, dragAndDropController: this, canSelectMany: true, showCollapseAll: true };
    this.#disposables = vscode.Disposable.from(
      this.#changed,
      vscode.window.createTreeView("soaphttp.services", options),
      wsdls.onDidChangeList(refresh),
      loader.onDidLoad(refresh),
      changes.onDidChange(refresh),
      server.onDidStart(refresh),
    );
  }

  refresh(): void {
    this.#read.clear();
    this.#changed.fire(undefined);
  }

  async getChildren(parent?: ServicesNode): Promise<ServicesNode[]> {
    if (parent === undefined) return (await this.#wsdls.all()).map((uri) => wsdlNode(uri.toString()));
    if (parent.kind === "wsdl") return [...(await this.#childrenOf(parent))];
    return parent.kind === "service" || parent.kind === "port" ? [...parent.children] : [];
  }

  getTreeItem(node: ServicesNode): vscode.TreeItem {
    const item = this.#itemOf(node);
    item.id = node.id;
    item.contextValue = hasAddress(node) ? `${node.kind} address` : node.kind;
    return item;
  }

  handleDrag(nodes: readonly ServicesNode[], data: vscode.DataTransfer): void {
    setDragged(data, operationsIn(nodes));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #childrenOf(node: WsdlNode): Promise<readonly ServicesNode[]> {
    try {
      const known = this.#read.get(node.wsdl);
      const result = known ?? (await readWsdl(this.#server, node.wsdl));
      if (known === undefined) this.#keep(node, result);
      const children = childrenOf(node.wsdl, indexed(result));
      if (result.unallowed.length > 0) {
        const text = vscode.l10n.t("Load imported documents…");
        return [...children, noteNode(node.wsdl, text, result.unallowed)];
      }
      return children.length > 0 ? children : [noteNode(node.wsdl, reasonOf(result))];
    } catch (error) {
      return [noteNode(node.wsdl, messageOf(error))];
    }
  }

  #keep(node: WsdlNode, result: OperationsResult): void {
    this.#read.set(node.wsdl, result);
    this.#problems.show(node.wsdl, result);
    // Its item says how many problems there are.
    if (result.problems.length > 0) this.#changed.fire(node);
  }

  #itemOf(node: ServicesNode): vscode.TreeItem {
    switch (node.kind) {
      case "wsdl":
        return wsdlItem(node, this.#read.get(node.wsdl)?.problems.length ?? 0);
      case "service":
        return serviceItem(node);
      case "port":
        return portItem(node);
      case "operation":
        return operationItem(node);
      case "note":
        return noteItem(node);
    }
  }
}

function hasAddress(node: ServicesNode): boolean {
  if (node.kind === "port") return Boolean(node.port.address);
  return node.kind === "operation" && Boolean(node.operation.address);
}

function wsdlItem({ wsdl }: WsdlNode, problems: number): vscode.TreeItem {
  const path = placeName(wsdl);
  const slash = path.lastIndexOf("/");
  const [name, folder] = [path.slice(slash + 1), path.slice(0, Math.max(slash, 0))];
  const count =
    problems === 0 ? "" : problems === 1 ? vscode.l10n.t("1 problem") : vscode.l10n.t("{0} problems", problems);
  const item = treeItem(name, facts(count, folder), facts(path, count));
  item.collapsibleState = Collapsed;
  item.iconPath =
    problems === 0
      ? new vscode.ThemeIcon("file-code")
      : new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.accessibilityInformation = { label: spoken(vscode.l10n.t("WSDL {0}", name), count, folder) };
  return item;
}

function serviceItem({ name }: ServiceNode): vscode.TreeItem {
  const item = treeItem(name, "", name);
  item.collapsibleState = Expanded;
  item.iconPath = new vscode.ThemeIcon("server");
  item.accessibilityInformation = { label: vscode.l10n.t("Service {0}", name) };
  return item;
}

function portItem({ name, port, isOnly }: PortNode): vscode.TreeItem {
  const { service, version, address = "" } = port;
  const description = facts(versionText(version), address);
  const item = treeItem(name, description, [facts(service, name), description].join("\n"));
  item.collapsibleState = isOnly ? Expanded : Collapsed;
  item.iconPath = new vscode.ThemeIcon("plug");
  item.accessibilityInformation = { label: spoken(vscode.l10n.t("Port {0}", name), versionText(version), address) };
  return item;
}

function operationItem(node: OperationNode): vscode.TreeItem {
  const { operation: name, action = "", documentation, port = "", version } = node.operation;
  const tooltip = [facts(name, port, versionText(version)), ...(action === "" ? [] : [action]), documentation.trim()];
  const item = treeItem(name, "", tooltip.filter((line) => line !== "").join("\n"));
  item.collapsibleState = None;
  item.iconPath = new vscode.ThemeIcon("symbol-method");
  const label = spoken(vscode.l10n.t("Operation {0}", name), port, versionText(version), documentation.trim());
  item.accessibilityInformation = { label };
  item.command = { command: "soaphttp.services.newRequest", title: vscode.l10n.t("New Request"), arguments: [node] };
  return item;
}

function noteItem({ text, unallowed, wsdl }: NoteNode): vscode.TreeItem {
  const isLoading = unallowed.length > 0;
  const item = treeItem(text, "", [text, ...unallowed.slice(0, maxListed)].join("\n"));
  item.iconPath = new vscode.ThemeIcon(isLoading ? "cloud-download" : "info");
  if (isLoading) item.command = { command: loadWsdlCommand, title: text, arguments: [wsdl] };
  return item;
}

function spoken(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(", ");
}
