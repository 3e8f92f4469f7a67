import * as vscode from "vscode";
import type { StandingProblem } from "../../../../server/src/protocol/protocol.ts";
import { toEditorRange } from "../editor/positions.ts";
import { showError } from "../editor/ui.ts";

/** Selects the place of a problem. */
export async function showProblem(document: vscode.TextDocument, { range }: StandingProblem): Promise<void> {
  await vscode.window.showTextDocument(document, { selection: toEditorRange(range) });
}

/** Shows why a request with errors isn't sent, without waiting until the notification is closed. */
export function showRefusal(document: vscode.TextDocument, [first]: readonly StandingProblem[]): void {
  if (first === undefined) return;
  const show = vscode.l10n.t("Show");
  const text = vscode.l10n.t(
    "Not sent, because the request has errors (setting soaphttp.send.withErrors). Line {0}: {1}",
    first.range.start.line + 1,
    first.message,
  );
  void showError(text, show).then((chosen) => (chosen === show ? showProblem(document, first) : undefined));
}
