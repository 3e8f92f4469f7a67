import * as vscode from "vscode";
import { createStatusItem, showStatusItem } from "../editor/ui.ts";
import type { MockController } from "./mockController.ts";

/** Shows the address of the mock service while it runs. A click shows its exchanges. */
export function registerMockStatus(mock: MockController): vscode.Disposable {
  const name = vscode.l10n.t("SOAP mock service");
  const item = createStatusItem("soaphttp.mock", name, vscode.StatusBarAlignment.Left, 0);
  const show = (): void => {
    const { address } = mock;
    void vscode.commands.executeCommand("setContext", "soaphttp.mockRuns", address !== undefined);
    if (address === undefined) {
      item.hide();
      return;
    }
    const text = vscode.l10n.t("Mock {0}", new URL(address).host);
    showStatusItem(item, {
      icon: "broadcast",
      text,
      tooltip: vscode.l10n.t("The mock service at {0}. Click to show its exchanges", address),
      spoken: text,
      command: "soaphttp.mock.show",
    });
  };
  return vscode.Disposable.from(mock.onDidChange(show), item);
}
