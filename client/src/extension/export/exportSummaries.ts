import * as vscode from "vscode";
import { wrapText } from "../../core/text/wrap.ts";
import type { EngineExport } from "../../export/engine.ts";
import { type Engine, exportSections } from "../../export/engines.ts";
import type { ExportPlan } from "../../export/plan.ts";
import { MadeTexts } from "../editor/madeTexts.ts";
import { showInformation } from "../editor/ui.ts";

export interface Exported {
  readonly folder: vscode.Uri;
  readonly engine: Engine;
  /** The name of the engine. */
  readonly name: string;
  readonly plan: ExportPlan;
  readonly made: EngineExport;
}

/** The documents that say what an export has written. */
export class ExportSummaries implements vscode.Disposable {
  readonly #texts = new MadeTexts("soaphttp-export");

  /** Opens the summary, and offers to open the file that the engine starts with. */
  async show({ folder, engine, name, plan, made }: Exported): Promise<void> {
    const place = vscode.workspace.asRelativePath(folder, false);
    const sections = exportSections(engine, plan, made).map(({ title, lines }) => {
      return [`${title}:`, ...lines.flatMap((line) => wrapText(line, "- "))].join("\n");
    });
    const text = `${[vscode.l10n.t("Exported to {0} for {1}", place, name), ...sections].join("\n\n")}\n`;
    await this.#texts.show(vscode.l10n.t("{0} (export)", name), text);
    const [first] = made.files;
    void this.#offer(first && vscode.Uri.joinPath(folder, first.path), place, name);
  }

  dispose(): void {
    this.#texts.dispose();
  }

  async #offer(file: vscode.Uri | undefined, place: string, name: string): Promise<void> {
    const open = vscode.l10n.t("Open");
    const chosen = await showInformation(vscode.l10n.t("Exported to {0} for {1}", place, name), open);
    if (chosen === open && file !== undefined) await vscode.commands.executeCommand("vscode.open", file);
  }
}
