import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol/protocol.ts";
import { registerCommands, uriOf } from "./commands.ts";
import { applyEdits } from "./positions.ts";
import { inform, showInformation } from "./ui.ts";

const scheme = "soaphttp-update";

export interface Change {
  readonly document: vscode.TextDocument;
  readonly version: number;
  readonly edits: readonly vscode.TextEdit[];
  /** The command that makes the change, for the title of the comparison. */
  readonly title: string;
}

/** Shows changes before they are made, compared with `soaphttp-update:/<path>`, where `Apply Changes` makes them. */
export class Reviews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable;
  /** The changes, by the URI of the changed document. */
  readonly #changes = new Map<string, Change>();

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposables = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#changes.delete(uri.toString())),
      registerCommands({ "soaphttp.applyUpdate": (changed?: unknown) => this.#apply(uriOf(changed)) }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const change = this.#changes.get(uri.toString());
    return change ? changedText(change) : vscode.l10n.t("These changes are no longer available.");
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async show(change: Change): Promise<void> {
    const { uri } = change.document;
    const path = uri.path.endsWith(`.${languageId}`) ? uri.path : `${uri.path}.${languageId}`;
    const changed = vscode.Uri.from({ scheme, path: `/${path.replace(/^\/+/, "")}`, query: uri.toString() });
    this.#changes.set(changed.toString(), change);
    this.#changed.fire(changed);
    const title = `${path.slice(path.lastIndexOf("/") + 1)}: ${change.title}`;
    await vscode.commands.executeCommand(...(["vscode.diff", uri, changed, title] as const));
    const apply = vscode.l10n.t("Apply");
    const text = vscode.l10n.t("Look at the changes, then apply them.");
    void showInformation(text, apply).then((chosen) => (chosen === apply ? this.#apply(changed) : undefined));
  }

  /** Applies a change. `changed`: the URI that a button in the title passes; otherwise the one of the active tab. */
  async #apply(changed = vscode.window.activeTextEditor?.document.uri): Promise<void> {
    const change = changed && this.#changes.get(changed.toString());
    if (changed === undefined || change === undefined) return;
    const { document, version, edits } = change;
    if (document.version !== version) {
      inform(vscode.l10n.t("The file has changed in the meantime. Run the command again."));
      return;
    }
    await applyEdits(document.uri, edits);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const isComparison = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputTextDiff && input.modified.toString() === changed.toString();
    await vscode.window.tabGroups.close(tabs.filter(isComparison));
    await vscode.window.showTextDocument(document, { preview: false });
  }
}

function changedText({ document, edits }: Change): string {
  const text = document.getText();
  let changed = "";
  let from = 0;
  for (const { range, newText } of edits.toSorted((a, b) => a.range.start.compareTo(b.range.start))) {
    changed += text.slice(from, document.offsetAt(range.start)) + newText;
    from = document.offsetAt(range.end);
  }
  return changed + text.slice(from);
}
