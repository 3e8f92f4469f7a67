import * as vscode from "vscode";
import type { StandingProblem } from "../../../../server/src/protocol.ts";
import { showError } from "../editor/ui.ts";

export function rangeOf({ start, end }: StandingProblem["range"]): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Puts the cursor where the problem stands. */
export async function showProblem(document: vscode.TextDocument, { range }: StandingProblem): Promise<void> {
  await vscode.window.showTextDocument(document, { selection: rangeOf(range) });
}

/** Tells why a request with errors is not sent, and offers to show the first one. */
export async function refuse(document: vscode.TextDocument, problems: readonly StandingProblem[]): Promise<void> {
  const [first] = problems;
  if (first === undefined) return;
  const show = vscode.l10n.t("Show");
  const text = vscode.l10n.t(
    "Not sent, because the request has errors (setting soaphttp.send.withErrors). Line {0}: {1}",
    first.range.start.line + 1,
    first.message,
  );
  // Not awaited: the notification may stay for as long as the author wants.
  void showError(text, show).then((chosen) => (chosen === show ? showProblem(document, first) : undefined));
}
