import * as vscode from "vscode";
import { createStatusItem, showStatusItem } from "../editor/ui.ts";
import type { RunningRequests } from "./runningRequests.ts";

/** Counts the seconds of the last request, and cancels it on a click. Hidden while nothing is being sent. */
export function registerSendingStatus(runningRequests: RunningRequests): vscode.Disposable {
  const name = vscode.l10n.t("SOAP request being sent");
  const item = createStatusItem("soaphttp.sending", name, vscode.StatusBarAlignment.Left, 0);
  let timer: unknown;
  const show = (): void => {
    clearTimeout(timer);
    const [last, ...others] = runningRequests.long();
    if (last === undefined) {
      item.hide();
      return;
    }
    const { id, label, since } = last;
    const seconds = Math.floor((Date.now() - since) / 1000);
    const text =
      others.length === 0
        ? vscode.l10n.t("{0}: {1} s", label, seconds)
        : vscode.l10n.t("{0}: {1} s, and {2} more", label, seconds, others.length);
    showStatusItem(item, {
      icon: "loading~spin",
      text,
      tooltip: vscode.l10n.t("Cancel sending {0}", label),
      spoken: text,
      command: { command: "soaphttp.cancel", title: "", arguments: [id] },
    });
    timer = setTimeout(show, 1000);
  };
  return vscode.Disposable.from(runningRequests.onDidChange(show), item, { dispose: () => clearTimeout(timer) });
}
