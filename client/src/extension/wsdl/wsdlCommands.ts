import * as vscode from "vscode";
import { loadWsdlCommand, readOnlyScheme, WsdlTextRequest } from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { Questions } from "../editor/questions.ts";
import { showStatus, showWarning } from "../editor/ui.ts";
import { askAddress, uriText } from "./address.ts";
import { downloadWsdl } from "./download.ts";
import type { WsdlLoader } from "./loader.ts";
import { reasonOf } from "./loading.ts";

export function registerWsdlCommands(
  server: LanguageServer,
  loader: WsdlLoader,
  questions: () => Questions,
  host: Host,
): vscode.Disposable {
  const loading = <T>(act: () => Promise<T>) =>
    orShowError(act, (reason) => vscode.l10n.t("The WSDL could not be loaded: {0}", reason));
  return registerCommands({
    // The fix at `# @wsdl` passes the address.
    [loadWsdlCommand]: (given?: unknown) => loading(async () => loadWsdl(loader, given)),
    "soaphttp.downloadWsdl": (given?: unknown) =>
      loading(async () => {
        // A command that has loaded the WSDL passes its address.
        const wsdl = uriText(given) ?? (await askAddress());
        const chosen = uriText(given) === undefined;
        return wsdl && downloadWsdl(server, loader, questions(), wsdl, { chosen, fresh: chosen }, host);
      }),
  });
}

/** Resolves with the number of operations. */
async function loadWsdl(loader: WsdlLoader, given: unknown): Promise<number | undefined> {
  const wsdl = uriText(given);
  const result = wsdl && (await loader.load(wsdl, { fresh: true }));
  if (!result) return undefined;
  const { length } = result.operations;
  if (length === 0) void showWarning(reasonOf(result));
  const text = length === 1 ? vscode.l10n.t("1 operation loaded") : vscode.l10n.t("{0} operations loaded", length);
  showStatus(text, 5000);
  return length;
}

/** Shows documents of WSDLs that were fetched from addresses as read-only text: the targets of definitions. */
export function registerFetchedDocuments(server: LanguageServer): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, {
    provideTextDocumentContent: async ({ query: address }) => {
      const text = await server.request(WsdlTextRequest, { uri: address });
      return text ?? vscode.l10n.t("{0} isn't loaded.", address);
    },
  });
}
