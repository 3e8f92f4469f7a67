import * as vscode from "vscode";
import { startOfLine } from "../editor/positions.ts";
import { lens } from "../editor/ui.ts";
import type { MockController } from "./mockController.ts";

/** At the top of a `.soapmock` file: starts the mock service with it, or shows that it runs. */
export function registerMockLenses(mock: MockController): vscode.Disposable {
  const provideCodeLenses = ({ uri }: vscode.TextDocument): vscode.CodeLens[] => {
    const top = startOfLine(0);
    const { address } = mock;
    const start = vscode.l10n.t("Start Mock Service");
    if (address === undefined || !mock.serves(uri)) {
      return [lens(top, { icon: "broadcast", title: start, command: "soaphttp.startMock", arguments: [uri] })];
    }
    return [
      lens(top, { title: vscode.l10n.t("Listening on {0}", address), command: "soaphttp.mock.show" }),
      lens(top, { icon: "debug-stop", title: vscode.l10n.t("Stop"), command: "soaphttp.stopMock" }),
    ];
  };
  return vscode.languages.registerCodeLensProvider(
    { language: "soapmock" },
    { onDidChangeCodeLenses: mock.onDidChange, provideCodeLenses },
  );
}
