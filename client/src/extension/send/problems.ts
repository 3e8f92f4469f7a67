import * as vscode from "vscode";
import type { StandingProblem } from "../../../../server/src/protocol.ts";
import { toRange } from "../editor/positions.ts";
import { showError } from "../editor/ui.ts";

/** Puts the cursor where the problem stands. */
export async function showProblem(document: vscode.TextDocument, { range }: StandingProblem): Promise<void> {
  await vscode.window.showTextDocument(document, { selection: toRange(range) });
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
