import * as vscode from "vscode";
import {
  CalledOperationsRequest,
  type ContractPlace,
  ContractTooltipRequest,
  type ContractTreeNode,
  ContractTreeRequest,
  InsertElementRequest,
  languageId,
  readOnlyUri,
} from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands, uriOf, visibleRequestEditor } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { applyTextEdits, toEditorEdits, toEditorRange, toPosition } from "../editor/positions.ts";
import { inform, treeItem } from "../editor/ui.ts";
import { activeContract, fileName } from "./address.ts";
import type { ServicesNode } from "./servicesTree.ts";

/** The subject of the view: a contract, or one of its operations. */
interface Root extends ContractPlace {
  readonly title: string;
  /** The URI of the document whose request at the cursor calls the operation. */
  readonly request?: string;
}

export interface StructureNode extends ContractTreeNode {
  readonly wsdl: string;
}

/** Milliseconds without a change until the view follows the cursor. */
const settling = 300;

const icons: Readonly<Record<ContractTreeNode["kind"], string>> = {
  operation: "symbol-method",
  message: "mail",
  element: "symbol-field",
  attribute: "symbol-property",
  group: "list-selection",
  wildcard: "ellipsis",
  text: "symbol-text",
  type: "symbol-class",
  note: "info",
};

/**
 * The messages of the operation that the request at the cursor calls, or of the `.wsdl` or `.xsd` file in the editor, as a tree. It has no state:
 * each level is read from the server when it is expanded, and nothing while the view isn't visible.
 */
export class StructureView implements vscode.TreeDataProvider<StructureNode>, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<StructureNode>;
  readonly #disposables: vscode.Disposable;
  #root: Root | undefined;
  /**
   * URI of a document that doesn't change the tree while it is active: the definition that a click opened, or the
   * editor when the user chose the tree.
   */
  #opened: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(server: LanguageServer, onDidChangeFiles: vscode.Event<vscode.Uri>) {
    this.#server = server;
    this.#view = vscode.window.createTreeView("soaphttp.structure", { treeDataProvider: this, showCollapseAll: true });
    const follow = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#follow(), settling);
    };
    this.#disposables = vscode.Disposable.from(
      ...[this.#changed, this.#view],
      this.#view.onDidChangeVisibility(follow),
      vscode.window.onDidChangeActiveTextEditor(follow),
      vscode.window.onDidChangeTextEditorSelection(follow),
      server.onDidStart(() => this.#changed.fire(undefined)),
      server.onDidChangeContracts(() => {
        this.#changed.fire(undefined);
        follow();
      }),
      onDidChangeFiles(() => this.#changed.fire(undefined)),
      registerCommands({
        "soaphttp.showMessageStructure": (given?: unknown) => this.#show(given),
        "soaphttp.structure.open": (node: StructureNode) => this.#open(node),
      }),
      registerCommands({ "soaphttp.structure.insert": (node: StructureNode) => this.#insert(node) }, (reason) =>
        vscode.l10n.t("The element could not be inserted: {0}", reason),
      ),
    );
  }

  async getChildren(parent?: StructureNode): Promise<StructureNode[]> {
    if (parent === undefined) this.#root ??= await this.#active().catch(() => undefined);
    const { wsdl, path } = parent ?? this.#root ?? {};
    if (wsdl === undefined || path === undefined) return [];
    const nodes = await this.#server.request(ContractTreeRequest, { wsdl, path });
    if (parent === undefined) this.#view.description = this.#root?.title ?? "";
    return nodes.map((node) => ({ ...node, wsdl }));
  }

  getTreeItem(node: StructureNode): vscode.TreeItem {
    const { kind, name, detail, path, wsdl, hasChildren, isInsertable, place } = node;
    const item = treeItem(name, detail, "");
    item.id = `${wsdl} ${path.join(" ")}`;
    // VS Code asks for the tooltip when it is shown.
    delete item.tooltip;
    item.iconPath = new vscode.ThemeIcon(icons[kind]);
    item.contextValue = [kind, place ? "defined" : "", isInsertable ? "insertable" : ""].filter(Boolean).join(" ");
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    item.collapsibleState = hasChildren ? (kind === "message" ? Expanded : Collapsed) : None;
    if (place) {
      item.command = {
        command: "soaphttp.structure.open",
        title: vscode.l10n.t("Open Definition"),
        arguments: [node],
      };
    }
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, { wsdl, path, name, detail }: StructureNode): Promise<vscode.TreeItem> {
    const tooltip = await this.#server.request(ContractTooltipRequest, { wsdl, path });
    item.tooltip = treeItem(name, detail, tooltip ?? name).tooltip;
    return item;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  /** The contract or the operation of the active editor; `undefined` if it has none. */
  async #active(): Promise<Root | undefined> {
    const wsdl = activeContract();
    if (wsdl !== undefined) return { wsdl, path: [], title: fileName(wsdl) };
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== languageId) return undefined;
    const params = { uri: editor.document.uri.toString(), line: editor.selection.active.line };
    const [operation] = (await this.#server.request(CalledOperationsRequest, params)).requests[0]?.operations ?? [];
    return (
      operation && { wsdl: operation.wsdl, path: [operation.index], title: operation.operation, request: params.uri }
    );
  }

  /** Updates the tree for the active editor. Other editors, such as a response, leave it unchanged. */
  async #follow(): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri.toString();
    if (active !== this.#opened) this.#opened = undefined;
    if (!this.#view.visible || this.#opened !== undefined) return;
    const before = this.#root;
    const root = await this.#active().catch(() => undefined);
    if (root === undefined || JSON.stringify(root) === JSON.stringify(before)) return;
    this.#showRoot(root);
  }

  #showRoot(root: Root): void {
    this.#root = root;
    this.#changed.fire(undefined);
  }

  /** @param given a file, or a node of the Services view; by default, the contract of the active editor */
  async #show(given: unknown): Promise<void> {
    const file = uriOf(given)?.toString();
    const root = file ? { wsdl: file, path: [], title: fileName(file) } : (rootOf(given) ?? (await this.#active()));
    if (root === undefined) {
      return inform(vscode.l10n.t("Open a .wsdl or .xsd file, or a request whose WSDL is known."));
    }
    // The user's choice is kept until another editor is active.
    if (given !== undefined) this.#opened = vscode.window.activeTextEditor?.document.uri.toString();
    this.#showRoot(root);
    await vscode.commands.executeCommand("soaphttp.structure.focus");
  }

  async #open({ place }: StructureNode): Promise<void> {
    if (place === undefined) return;
    const uri = vscode.Uri.parse(readOnlyUri(place.uri));
    this.#opened = uri.toString();
    await orShowError(
      async () => vscode.window.showTextDocument(uri, { selection: toEditorRange(place.range), preview: true }),
      (reason) => vscode.l10n.t("The WSDL could not be opened: {0}", reason),
    );
  }

  /** The editor of the request that the view follows, which a definition may cover. */
  async #requestEditor(): Promise<vscode.TextEditor | undefined> {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    const uri = this.#root?.request;
    if (uri === undefined) return visibleRequestEditor();
    const visible = [activeTextEditor, ...visibleTextEditors].find((one) => one?.document.uri.toString() === uri);
    return visible ?? vscode.window.showTextDocument(vscode.Uri.parse(uri));
  }

  async #insert({ wsdl, path, name }: StructureNode): Promise<void> {
    const editor = await this.#requestEditor();
    if (editor === undefined) return inform(vscode.l10n.t("Open a .soaphttp file first."));
    const { document, selection } = editor;
    const uri = document.uri.toString();
    const params = { uri, position: toPosition(selection.active), node: { wsdl, path, name } };
    const result = await this.#server.request(InsertElementRequest, params);
    if (typeof result === "string") return inform(result);
    if (result.version !== document.version || !(await applyTextEdits(editor, toEditorEdits(result.edits)))) return;
    const inserted = result.edits.find(({ newText }) => newText.includes("<"));
    if (inserted === undefined) return;
    const lines = inserted.newText.split(/\r\n?|\n/);
    const at = lines.findIndex((line) => line.trim() !== "");
    const line = inserted.range.start.line + Math.max(at, 0);
    const end = document.lineAt(line).range.end;
    editor.selection = new vscode.Selection(end, end);
    await vscode.window.showTextDocument(document, editor.viewColumn);
  }
}

function rootOf(given: unknown): Root | undefined {
  const node = given as Partial<ServicesNode> | undefined;
  if (node?.kind === "operation" && node.wsdl !== undefined && node.operation) {
    return { wsdl: node.wsdl, path: [node.operation.index], title: node.operation.operation };
  }
  return node?.kind === "wsdl" && node.wsdl !== undefined
    ? { wsdl: node.wsdl, path: [], title: fileName(node.wsdl) }
    : undefined;
}
