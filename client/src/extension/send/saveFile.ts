import * as vscode from "vscode";
import type { Saved } from "../../../../server/src/protocol/protocol.ts";
import { firstFailure, type RunAttempt } from "../../core/run/results.ts";
import { errorText, exists } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { inform, showError } from "../editor/ui.ts";
import { writeEditorFile } from "../editor/writeFile.ts";
import type { Sent } from "./sent.ts";

/** Writes a file of `# @save` below the folder of a document. Resolves with why it isn't written, as a sentence. */
export async function saveFile(
  document: vscode.Uri,
  { path, content }: Saved,
  { host, questions }: Pick<EditorParts, "host" | "questions">,
): Promise<string | undefined> {
  if (document.scheme === "untitled") return vscode.l10n.t("Save this file first: @save writes to its folder.");
  const folder = vscode.Uri.joinPath(document, "..");
  const file = vscode.Uri.joinPath(folder, ...path.split("/"));
  const isThere = await exists(file);
  if (isThere && !(await questions().replace([path])))
    return vscode.l10n.t("{0} already exists, and was not replaced.", path);
  try {
    await writeEditorFile(host, file, content, { isNew: !isThere, beside: folder });
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/** Informs the user about the files that were saved, and shows results that the evaluation doesn't have. */
export function tellEnd(
  { evaluation }: Sent,
  { saves = [], note, results }: Extract<RunAttempt<Sent>, { readonly kind: "complete" }>,
): void {
  const why = firstFailure(results);
  if (why === undefined && saves.length > 0) {
    void inform(vscode.l10n.t("Saved {0}.", saves.map(({ path }) => path).join(", ")));
  }
  if (why !== undefined && why !== firstFailure(evaluation?.results ?? [])) void showError(note ?? why);
}
