import * as vscode from "vscode";
import { OperationsRequest, type OperationsResult } from "../../../../server/src/protocol/protocol.ts";
import { errorText } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { reasonOf } from "./address.ts";
import { setDragged } from "./drop.ts";
import { indexed } from "./indexedOperations.ts";
import type { LastResults } from "./lastResults.ts";
import type { WsdlParts } from "./newFromWsdl.ts";
import type { Caller, OperationUses, Uses } from "./operationUses.ts";
import { callerItem, noteItem, operationItem, portItem, serviceItem, testsItem, wsdlItem } from "./servicesItems.ts";
import {
  callerNodes,
  childrenOf,
  noteNode,
  operationsIn,
  type ServicesNode,
  type WsdlNode,
  wsdlNode,
} from "./servicesTree.ts";
import type { WorkspaceWsdls } from "./workspaceWsdls.ts";
import type { WsdlProblems } from "./wsdlProblems.ts";

/** The WSDLs of the workspace with their services, ports and operations. A WSDL is read when it is expanded. */
export class ServicesView
  implements vscode.TreeDataProvider<ServicesNode>, vscode.TreeDragAndDropController<ServicesNode>, vscode.Disposable
{
  readonly #server: LanguageServer;
  readonly #wsdls: WorkspaceWsdls;
  readonly #problems: WsdlProblems;
  readonly #uses: OperationUses;
  readonly #results: LastResults;
  readonly #changed = new vscode.EventEmitter<ServicesNode | undefined>();
  readonly #view: vscode.TreeView<ServicesNode>;
  readonly #disposables: vscode.Disposable;
  /** The operations that were read, by the URI of their WSDL. */
  readonly #read = new Map<string, OperationsResult>();
  /** The nodes of requests and of their groups that the view has shown. */
  readonly #callers = new Set<ServicesNode>();
  #shownUses: Uses | undefined;

  readonly onDidChangeTreeData = this.#changed.event;
  readonly dragMimeTypes = [];
  readonly dropMimeTypes = [];

  constructor(
    { server, wsdls, loader, problems }: WsdlParts,
    onDidChangeFiles: vscode.Event<vscode.Uri>,
    uses: OperationUses,
    results: LastResults,
  ) {
    this.#results = results;
    this.#server = server;
    this.#wsdls = wsdls;
    this.#problems = problems;
    this.#uses = uses;
    const refresh = () => this.refresh();
    const options = { treeDataProvider: this, dragAndDropController: this, canSelectMany: true, showCollapseAll: true };
    this.#view = vscode.window.createTreeView("soaphttp.services", options);
    this.#disposables = vscode.Disposable.from(
      this.#changed,
      this.#view,
      wsdls.onDidChangeList(refresh),
      loader.onDidLoad(refresh),
      onDidChangeFiles(refresh),
      server.onDidStart(refresh),
      uses.onDidChange(() => void this.#refreshCounts()),
      results.onDidChange(() => this.#refreshCallers()),
    );
  }

  refresh(): void {
    this.#read.clear();
    this.#callers.clear();
    this.#changed.fire(undefined);
  }

  async getChildren(parent?: ServicesNode): Promise<ServicesNode[]> {
    if (parent === undefined) return (await this.#wsdls.all()).map((uri) => wsdlNode(uri.toString()));
    if (parent.kind === "wsdl") {
      // The requests of the workspace are shown below their operations.
      this.#wsdls.need();
      return [...(await this.#childrenOf(parent))];
    }
    if (parent.kind === "tests") {
      for (const node of parent.children) this.#callers.add(node);
      return [...parent.children];
    }
    if (parent.kind === "operation") {
      const uses = await this.#uses.all();
      const nodes = callerNodes(parent, uses.of([{ wsdl: parent.wsdl, index: parent.operation.index }]));
      for (const node of this.#callers) if (node.id.startsWith(`${parent.id} `)) this.#callers.delete(node);
      for (const node of nodes) this.#callers.add(node);
      return nodes;
    }
    return parent.kind === "service" || parent.kind === "port" ? [...parent.children] : [];
  }

  /** Resolves with the requests that call an operation of the given WSDL, service or port, or the given operation. */
  async callersIn(node: ServicesNode): Promise<readonly Caller[]> {
    const nodes = node.kind === "wsdl" ? await this.#childrenOf(node) : [node];
    const { wsdl, operations } = operationsIn(nodes);
    return (await this.#uses.all()).of(operations.map((index) => ({ wsdl, index })));
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

  /** Refreshes only the nodes of requests: a refresh of the whole view would close menus and move the focus. */
  #refreshCallers(): void {
    for (const node of this.#callers) this.#changed.fire(node);
  }

  /** Refreshes the view only if its counts have changed, because a refresh closes menus and moves the focus. */
  async #refreshCounts(): Promise<void> {
    const shown = this.#shownUses;
    if (this.#view.visible && shown) {
      const uses = await this.#uses.all().catch(() => undefined);
      if (uses?.hasCountsOf(shown)) return;
    }
    this.#changed.fire(undefined);
  }

  async #childrenOf(node: WsdlNode): Promise<readonly ServicesNode[]> {
    try {
      const cached = this.#read.get(node.wsdl);
      const result = cached ?? (await this.#server.request(OperationsRequest, { wsdl: node.wsdl }));
      if (cached === undefined) this.#keep(node, result);
      const children = childrenOf(node.wsdl, indexed(result));
      if (result.unallowed.length > 0) {
        const text = vscode.l10n.t("Load imported documents…");
        return [...children, noteNode(node.wsdl, text, result.unallowed)];
      }
      return children.length > 0 ? children : [noteNode(node.wsdl, reasonOf(result))];
    } catch (error) {
      return [noteNode(node.wsdl, errorText(error))];
    }
  }

  #keep(node: WsdlNode, result: OperationsResult): void {
    this.#read.set(node.wsdl, result);
    this.#problems.show(node.wsdl, result);
    // Its item shows the number of problems.
    this.#changed.fire(node);
  }

  #itemOf(node: ServicesNode): vscode.TreeItem {
    // Files are searched only if the view shows something that depends on it.
    const uses = this.#read.size > 0 ? this.#uses.current : undefined;
    this.#shownUses = uses;
    switch (node.kind) {
      case "wsdl":
        return wsdlItem(node, this.#read.get(node.wsdl), uses);
      case "service":
        return serviceItem(node);
      case "port":
        return portItem(node);
      case "operation":
        return operationItem(node, uses);
      case "request":
        return callerItem(node, this.#results);
      case "tests":
        return testsItem(node, this.#results);
      case "note":
        return noteItem(node);
    }
  }
}

function hasAddress(node: ServicesNode): boolean {
  if (node.kind === "port") return Boolean(node.port.address);
  return node.kind === "operation" && Boolean(node.operation.address);
}
