import * as vscode from "vscode";
import type { LanguageServer } from "../editor/languageServer.ts";
import { StatusButton } from "../editor/ui.ts";
import { type Environments, requestsInSight } from "./environments.ts";

/** Shows which environment is selected, while a document that can have one is visible. A click selects another. */
export function registerEnvironmentStatus(environments: Environments, server: LanguageServer): vscode.Disposable {
  const name = vscode.l10n.t("SOAP environment");
  const item = new StatusButton("soaphttp.environment", name, vscode.StatusBarAlignment.Right, 100);
  const show = async (): Promise<void> => {
    const document = requestsInSight();
    const names = document === undefined ? [] : await environments.of(document.uri).catch(() => []);
    // The author may be elsewhere by now.
    if (document !== requestsInSight()) return;
    const { chosen } = environments;
    if (names.length === 0) return item.hide();
    const isKnown = chosen === undefined || names.includes(chosen);
    const text = chosen ?? vscode.l10n.t("No environment");
    item.show({
      icon: isKnown ? "server-environment" : "warning",
      text,
      tooltip: isKnown
        ? vscode.l10n.t("Environment for .soaphttp files. Available: {0}", names.join(", "))
        : vscode.l10n.t(
            "The environment {0} is selected, but is not defined for this file. Available: {1}",
            chosen,
            names.join(", "),
          ),
      spoken: vscode.l10n.t("SOAP environment: {0}", text),
      command: "soaphttp.chooseEnvironment",
    });
  };
  return vscode.Disposable.from(
    item,
    environments.onDidChange(show),
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.window.onDidChangeVisibleTextEditors(show),
    // Whatever changes the available environments also changes the diagnostics of the documents.
    server.onDidDiagnose(({ uri }) => {
      if (uri === requestsInSight()?.uri.toString()) void show();
    }),
  );
}
