import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { sourcesText, storedSecrets } from "../../core/exchange/secretSources.ts";
import type { LensContent } from "../editor/ui.ts";
import { tabUri } from "./responseUri.ts";

/** Returns the lens that asks for other values of the secrets that a service refused, if VS Code keeps some of them. */
export function refusedSecrets(exchange: Exchange, kept: readonly string[]): readonly LensContent[] {
  const secrets = storedSecrets(exchange, kept);
  if (secrets.length === 0) return [];
  const lens = {
    title: vscode.l10n.t("Enter Secret Again…"),
    tooltip: vscode.l10n.t("Forget {0}, and send the request with another value", sourcesText(secrets)),
    command: "soaphttp.response.enterSecrets",
    arguments: [tabUri(exchange).toString()],
  };
  return [lens];
}
