import * as vscode from "vscode";
import { StatusButton } from "../editor/ui.ts";
import type { Sending, Sendings } from "./sendings.ts";

/** Counts the seconds of the request that was sent last, and cancels it on a click. Hidden while nothing is sent. */
export class SendingStatus implements vscode.Disposable {
  readonly #item = new StatusButton(
    "soaphttp.sending",
    vscode.l10n.t("SOAP request being sent"),
    vscode.StatusBarAlignment.Left,
    0,
  );
  readonly #sendings: Sendings;
  readonly #following: vscode.Disposable;
  #timer: unknown;

  constructor(sendings: Sendings) {
    this.#sendings = sendings;
    this.#following = sendings.onDidChange(() => this.#show());
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#following.dispose();
    this.#item.dispose();
  }

  #show(): void {
    clearTimeout(this.#timer);
    const sent = this.#sendings.long();
    const [last] = sent;
    if (last === undefined) {
      this.#item.hide();
      return;
    }
    const text = textOf(last, sent.length - 1);
    this.#item.show({
      icon: "loading~spin",
      text,
      tooltip: vscode.l10n.t("Cancel sending {0}", last.label),
      spoken: text,
      command: { command: "soaphttp.cancel", title: "", arguments: [last.id] },
    });
    this.#timer = setTimeout(() => this.#show(), 1000);
  }
}

function textOf({ label, since }: Sending, others: number): string {
  const seconds = Math.floor((Date.now() - (since ?? Date.now())) / 1000);
  return others === 0
    ? vscode.l10n.t("{0}: {1} s", label, seconds)
    : vscode.l10n.t("{0}: {1} s, and {2} more", label, seconds, others);
}
