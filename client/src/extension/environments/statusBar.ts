import * as vscode from "vscode";
import type { LanguageServer } from "../editor/languageServer.ts";
import { StatusButton } from "../editor/ui.ts";
import { type Environments, requestsInSight } from "./environments.ts";

/** Shows which environment holds, while a document is in sight that can have one. A click chooses another. */
export class EnvironmentStatus implements vscode.Disposable {
  readonly #item = new StatusButton(
    "soaphttp.environment",
    vscode.l10n.t("SOAP environment"),
    vscode.StatusBarAlignment.Right,
    100,
  );
  readonly #environments: Environments;
  readonly #following: vscode.Disposable;

  constructor(environments: Environments, server: LanguageServer) {
    this.#environments = environments;
    this.#following = vscode.Disposable.from(
      environments.onDidChange(() => this.#show()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#show()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#show()),
      // Whatever changes what environments there are also changes what is found in the documents.
      server.onDidDiagnose(({ uri }) => {
        if (uri === requestsInSight()?.uri.toString()) void this.#show();
      }),
    );
  }

  dispose(): void {
    this.#following.dispose();
    this.#item.dispose();
  }

  async #show(): Promise<void> {
    const document = requestsInSight();
    const names = document === undefined ? [] : await this.#environments.of(document.uri).catch(() => []);
    // The author may be elsewhere by now.
    if (document !== requestsInSight()) return;
    const { chosen } = this.#environments;
    if (names.length === 0) {
      this.#item.hide();
      return;
    }
    const known = chosen !== undefined && names.includes(chosen);
    const text = chosen ?? vscode.l10n.t("No environment");
    this.#item.show({
      icon: known || chosen === undefined ? "server-environment" : "warning",
      text,
      tooltip:
        known || chosen === undefined
          ? vscode.l10n.t("Environment for .soaphttp files. Available: {0}", names.join(", "))
          : vscode.l10n.t(
              "The environment {0} is selected, but is not defined for this file. Available: {1}",
              chosen,
              names.join(", "),
            ),
      spoken: vscode.l10n.t("SOAP environment: {0}", text),
      command: "soaphttp.chooseEnvironment",
    });
  }
}
