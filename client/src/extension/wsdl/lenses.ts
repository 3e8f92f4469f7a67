import * as vscode from "vscode";
import { largestListedContract } from "../../../../server/src/limits.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { registerLenses } from "../editor/lensProvider.ts";
import { lineStart } from "../editor/positions.ts";
import { lens } from "../editor/ui.ts";
import { isCopy } from "../symbols/workspaceSymbols.ts";
import type { WsdlLoader } from "./loader.ts";
import { readWsdl } from "./loading.ts";
import { facts, type IndexedOperation, indexed, versionText } from "./operations.ts";
import type { WsdlChanges } from "./wsdlChanges.ts";

/** `New Request` above each operation of a binding; of a port type in a WSDL without bindings. */
export function registerWsdlLenses(
  server: LanguageServer,
  changes: WsdlChanges,
  loader: WsdlLoader,
): vscode.Disposable {
  const events = [changes.onDidChange, loader.onDidLoad];
  return registerLenses({ pattern: "**/*.wsdl" }, server, events, async (document, token) => {
    if (isCopy(document.uri) || document.getText().length > largestListedContract) return [];
    return operationLenses(document, indexed(await readWsdl(server, document.uri.toString(), token)));
  });
}

/** One lens for each operation of a binding, even if several ports have this binding. */
function operationLenses(document: vscode.TextDocument, operations: readonly IndexedOperation[]): vscode.CodeLens[] {
  const uri = document.uri.toString();
  const lines = new Map<number, IndexedOperation[]>();
  for (const operation of operations) {
    const { line } = operation.place.range.start;
    // The file was read as saved: the document may be different.
    if (operation.place.uri !== uri || !lineHas(document, line, operation.operation)) continue;
    const same = lines.get(line) ?? [];
    lines.set(line, same);
    same.push(operation);
  }
  return [...lines].map(([line, same]) => {
    const [{ operation, port, version }] = same as [IndexedOperation];
    const tooltip =
      same.length === 1
        ? vscode.l10n.t("Create a request for {0}", facts(operation, port, versionText(version)))
        : vscode.l10n.t("Select one of {0} operations, and create a request for it", same.length);
    const given = [uri, same.map(({ index }) => index)];
    const title = vscode.l10n.t("New Request");
    return lens(lineStart(line), { icon: "add", title, tooltip, command: "soaphttp.newFromWsdl", arguments: given });
  });
}

function lineHas(document: vscode.TextDocument, line: number, name: string): boolean {
  return line < document.lineCount && document.lineAt(line).text.includes(name);
}
