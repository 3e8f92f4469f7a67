import * as vscode from "vscode";
import { readOnlyScheme, WsdlTextRequest } from "../../../../server/src/protocol/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

/** Shows documents of WSDLs that were fetched from addresses as read-only text: the targets of definitions. */
export function registerFetchedDocuments(server: LanguageServer): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, {
    provideTextDocumentContent: async ({ query: address }) => {
      const text = await server.request(WsdlTextRequest, { uri: address });
      return text ?? vscode.l10n.t("{0} isn't loaded.", address);
    },
  });
}
