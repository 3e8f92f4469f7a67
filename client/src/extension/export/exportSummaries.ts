import * as vscode from "vscode";
import { wrapText } from "../../core/text/wrap.ts";
import type { EngineExport } from "../../export/engine.ts";
import { type Engine, exportSections } from "../../export/engines.ts";
import type { ExportPlan } from "../../export/plan.ts";
import { showInformation } from "../editor/ui.ts";

const scheme = "soaphttp-export";

export interface Exported {
  readonly folder: vscode.Uri;
  readonly engine: Engine;
  /** The name of the engine. */
  readonly name: string;
  readonly plan: ExportPlan;
  readonly made: EngineExport;
}

/** The documents that say what an export has written: plain, read-only text. */
export class ExportSummaries implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  #last = 0;

  /** Opens the summary, and offers to open the file that the engine starts with. */
  async show({ folder, engine, name, plan, made }: Exported): Promise<void> {
    const id = String(++this.#last);
    const place = vscode.workspace.asRelativePath(folder, false);
    const sections = exportSections(engine, plan, made).map(({ title, lines }) => {
      return [`${title}:`, ...lines.flatMap((line) => wrapText(line, "- "))].join("\n");
    });
    this.#texts.set(id, `${[vscode.l10n.t("Exported to {0} for {1}", place, name), ...sections].join("\n\n")}\n`);
    const uri = vscode.Uri.from({ scheme, path: `/${id}/${vscode.l10n.t("{0} (export)", name)}.txt` });
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
    const [first] = made.files;
    void this.#offer(first && vscode.Uri.joinPath(folder, first.path), place, name);
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.#texts.get(path.split("/")[1] ?? "") ?? "";
  }

  dispose(): void {
    this.#registered.dispose();
  }

  async #offer(file: vscode.Uri | undefined, place: string, name: string): Promise<void> {
    const open = vscode.l10n.t("Open");
    const chosen = await showInformation(vscode.l10n.t("Exported to {0} for {1}", place, name), open);
    if (chosen === open && file !== undefined) await vscode.commands.executeCommand("vscode.open", file);
  }
}
