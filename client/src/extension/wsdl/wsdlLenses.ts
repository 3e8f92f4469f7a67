import * as vscode from "vscode";
import type { Range } from "vscode-languageserver-types";
import { OperationsRequest } from "../../../../server/src/protocol/protocol.ts";
import { largestListedContract } from "../../../../server/src/text/limits.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { registerLenses } from "../editor/lenses.ts";
import { startOfLine, toEditorRange } from "../editor/positions.ts";
import { lens } from "../editor/ui.ts";
import { isCopy } from "../symbols/requestFiles.ts";
import { facts, type IndexedOperation, indexed, versionText } from "./indexedOperations.ts";
import type { WsdlLoader } from "./loader.ts";
import { type OperationUses, requestCount, type Uses } from "./operationUses.ts";

/** `New Request` above each operation, of a port type if the WSDL has no bindings, and the requests that call it. */
export function registerWsdlLenses(
  server: LanguageServer,
  onDidChangeFiles: vscode.Event<vscode.Uri>,
  loader: WsdlLoader,
  uses: OperationUses,
): vscode.Disposable {
  return registerLenses({ pattern: "**/*.wsdl" }, server, {
    changes: [onDidChangeFiles, loader.onDidLoad, server.onDidChangeContracts],
    redraws: [uses.onDidChange],
    async read(document, token) {
      if (isCopy(document.uri) || document.getText().length > largestListedContract) return new Map();
      const { uri } = document;
      const result = await server.request(OperationsRequest, { wsdl: uri.toString() }, token);
      return declarationsIn(document, indexed(result));
    },
    draw(document, declarations: ReturnType<typeof declarationsIn>) {
      const { current } = uses;
      return [...declarations].flatMap(([line, same]) => [
        newRequestLens(document, line, same),
        newTestsLens(document, line, same),
        ...(current ? [usesLens(document, line, same, current)] : []),
      ]);
    },
  });
}

type Declared = readonly [IndexedOperation, ...IndexedOperation[]];

/** The operations by the lines where they are declared: one line for a binding, even if several ports have it. */
export function declarationsIn(
  document: vscode.TextDocument,
  operations: readonly IndexedOperation[],
): ReadonlyMap<number, Declared> {
  const uri = document.uri.toString();
  const lines = new Map<number, [IndexedOperation, ...IndexedOperation[]]>();
  for (const operation of operations) {
    const { line } = operation.place.range.start;
    // The server has read the saved file, but the document may be different.
    if (operation.place.uri !== uri || !lineHas(document, line, operation.operation)) continue;
    const same = lines.get(line);
    if (same) same.push(operation);
    else lines.set(line, [operation]);
  }
  return lines;
}

function newRequestLens({ uri }: vscode.TextDocument, line: number, same: Declared): vscode.CodeLens {
  const [{ operation, port, version }] = same;
  const tooltip =
    same.length === 1
      ? vscode.l10n.t("Create a request for {0}", facts(operation, port, versionText(version)))
      : vscode.l10n.t("Select one of {0} operations, and create a request for it", same.length);
  const given = [uri.toString(), same.map(({ index }) => index)];
  const title = vscode.l10n.t("New Request");
  return lens(startOfLine(line), { icon: "add", title, tooltip, command: "soaphttp.newFromWsdl", arguments: given });
}

function newTestsLens({ uri }: vscode.TextDocument, line: number, same: Declared): vscode.CodeLens {
  const title = vscode.l10n.t("New Tests");
  const tooltip = vscode.l10n.t(
    "Write requests that the service must accept or refuse by the schema of {0}",
    same[0].operation,
  );
  const given = [uri.toString(), same.map(({ index }) => index)];
  return lens(startOfLine(line), {
    icon: "beaker",
    title,
    tooltip,
    command: "soaphttp.newTestsFromWsdl",
    arguments: given,
  });
}

function usesLens({ uri }: vscode.TextDocument, line: number, same: Declared, uses: Uses): vscode.CodeLens {
  const places = uses.of(same.map(({ index }) => ({ wsdl: uri.toString(), index })));
  const title = requestCount(places);
  if (places.length === 0) return lens(startOfLine(line), { title });
  const tooltip = vscode.l10n.t("Show the requests of the workspace that call {0}", same[0].operation);
  return lens(startOfLine(line), { title, tooltip, ...showPlaces(uri, same[0].place.range, places) });
}

/** The command of a lens that lists places, and shows them inside the document at a range. */
export function showPlaces(uri: vscode.Uri, at: Range, places: readonly vscode.Location[]) {
  return { command: "editor.action.showReferences", arguments: [uri, toEditorRange(at).start, places] };
}

function lineHas(document: vscode.TextDocument, line: number, name: string): boolean {
  return line < document.lineCount && document.lineAt(line).text.includes(name);
}
