import * as vscode from "vscode";
import { languageId, UpdateRequest, updateFromWsdlCommand } from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands, requestEditor, uriOf } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorEdits } from "../editor/positions.ts";
import { inform } from "../editor/ui.ts";

const scheme = "soaphttp-update";

/** The changes of one version of a document. */
interface Update {
  readonly document: vscode.TextDocument;
  readonly version: number;
  readonly edits: readonly vscode.TextEdit[];
}

/**
 * `Update from WSDL`, for the request at the cursor: compares the document with the updated one, `soaphttp-update:/<path>`.
 * `Apply Update` there changes the document.
 */
export class Updates implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable;
  /** By the URI of the updated document. */
  readonly #updates = new Map<string, Update>();

  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer) {
    this.#server = server;
    const orSay = (act: () => Promise<void>) =>
      orShowError(act, (reason) => vscode.l10n.t("The request could not be updated: {0}", reason));
    this.#disposables = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#updates.delete(uri.toString())),
      registerCommands({
        [updateFromWsdlCommand]: (document?: unknown, line?: unknown) => orSay(() => this.#show(document, line)),
        "soaphttp.applyUpdate": (updated?: unknown) => orSay(() => this.#apply(uriOf(updated))),
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const update = this.#updates.get(uri.toString());
    return update ? updatedText(update) : vscode.l10n.t("This update is no longer available.");
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** A menu passes a URI, but no line. */
  async #show(given: unknown, line: unknown): Promise<void> {
    const editor = typeof line === "number" ? undefined : requestEditor();
    const uri = typeof line === "number" ? uriOf(given) : editor?.document.uri;
    if (uri === undefined) return;
    const document = await vscode.workspace.openTextDocument(uri);
    const at = typeof line === "number" ? line : (editor?.selection.active.line ?? 0);
    const result = await this.#server.request(UpdateRequest, { uri: uri.toString(), line: at });
    if (result === null) {
      inform(vscode.l10n.t("The operation of the request at the cursor is unknown. Name its WSDL with # @wsdl."));
    } else if (result.edits.length === 0) {
      inform(vscode.l10n.t("The request matches its WSDL."));
    } else {
      await this.#compare({ document, version: result.version, edits: toEditorEdits(result.edits) });
    }
  }

  async #compare(update: Update): Promise<void> {
    const { uri } = update.document;
    const path = uri.path.endsWith(`.${languageId}`) ? uri.path : `${uri.path}.${languageId}`;
    const updated = vscode.Uri.from({ scheme, path: `/${path.replace(/^\/+/, "")}`, query: uri.toString() });
    this.#updates.set(updated.toString(), update);
    this.#changed.fire(updated);
    const name = path.slice(path.lastIndexOf("/") + 1);
    await vscode.commands.executeCommand(
      ...(["vscode.diff", uri, updated, vscode.l10n.t("{0}: Update from WSDL", name)] as const),
    );
  }

  /** `updated`: of a button in the title; otherwise that of the active tab. */
  async #apply(updated = vscode.window.activeTextEditor?.document.uri): Promise<void> {
    const update = updated && this.#updates.get(updated.toString());
    if (updated === undefined || update === undefined) return;
    const { document, version, edits } = update;
    if (document.version !== version) {
      inform(vscode.l10n.t("The file has changed in the meantime. Update the request again."));
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, [...edits]);
    await vscode.workspace.applyEdit(edit);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const isComparison = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputTextDiff && input.modified.toString() === updated.toString();
    await vscode.window.tabGroups.close(tabs.filter(isComparison));
    await vscode.window.showTextDocument(document, { preview: false });
  }
}

function updatedText({ document, edits }: Update): string {
  const text = document.getText();
  let updated = "";
  let from = 0;
  for (const { range, newText } of edits.toSorted((a, b) => a.range.start.compareTo(b.range.start))) {
    updated += text.slice(from, document.offsetAt(range.start)) + newText;
    from = document.offsetAt(range.end);
  }
  return updated + text.slice(from);
}
