import * as vscode from "vscode";
import { StatusButton } from "../editor/ui.ts";
import type { Sending, Sendings } from "./sendings.ts";

/** Counts the seconds of the request that was sent last, and cancels it on a click. Hidden while nothing is sent. */
export function registerSendingStatus(sendings: Sendings): vscode.Disposable {
  const name = vscode.l10n.t("SOAP request being sent");
  const item = new StatusButton("soaphttp.sending", name, vscode.StatusBarAlignment.Left, 0);
  let timer: unknown;
  const show = (): void => {
    clearTimeout(timer);
    const sent = sendings.long();
    const [last] = sent;
    if (last === undefined) {
      item.hide();
      return;
    }
    const text = textOf(last, sent.length - 1);
    item.show({
      icon: "loading~spin",
      text,
      tooltip: vscode.l10n.t("Cancel sending {0}", last.label),
      spoken: text,
      command: { command: "soaphttp.cancel", title: "", arguments: [last.id] },
    });
    timer = setTimeout(show, 1000);
  };
  return vscode.Disposable.from(sendings.onDidChange(show), item, { dispose: () => clearTimeout(timer) });
}

function textOf({ label, since }: Sending, others: number): string {
  const seconds = Math.floor((Date.now() - (since ?? Date.now())) / 1000);
  return others === 0
    ? vscode.l10n.t("{0}: {1} s", label, seconds)
    : vscode.l10n.t("{0}: {1} s, and {2} more", label, seconds, others);
}
