import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { LensContent } from "../editor/ui.ts";

/** What stands over a response beside its summary, each with its explanation: what it must not be mistaken for. */
export function notesOf({ result, fromHistory }: Exchange): readonly LensContent[] {
  const unverified = result.tls !== undefined && !result.tls.verified;
  return [
    ...(unverified
      ? [
          {
            icon: "warning",
            title: vscode.l10n.t("certificate not verified"),
            tooltip: vscode.l10n.t(
              "The certificate of {0} is invalid ({1}), but the setting soaphttp.tls.hosts allows it. The response may come from anyone.",
              hostOf(result.url),
              result.tls?.verifyError ?? "?",
            ),
          },
        ]
      : []),
    ...(fromHistory === undefined
      ? []
      : [
          {
            icon: "history",
            title: vscode.l10n.t("from the history"),
            tooltip: vscode.l10n.t("This response was loaded from the history, exactly as received."),
          },
        ]),
  ];
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/]*)/.exec(url)?.[1] ?? url;
}
