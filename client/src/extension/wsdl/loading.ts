import * as vscode from "vscode";
import { OperationsRequest, type OperationsResult } from "../../../../server/src/protocol/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

/** What a WSDL contains, without questions to the user. Rejects if the server is down. */
export function loadOperations(
  server: LanguageServer,
  wsdl: string,
  token?: vscode.CancellationToken,
): Promise<OperationsResult> {
  return server.request(OperationsRequest, { wsdl }, token);
}

/** Why there are no operations. */
export function reasonOf({ problems }: OperationsResult): string {
  return problems[0]?.message ?? vscode.l10n.t("The WSDL has no operations.");
}
