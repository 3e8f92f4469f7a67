import * as vscode from "vscode";
import {
  CalledOperationsRequest,
  isWebAddress,
  languageId,
  OperationsRequest,
} from "../../../../server/src/protocol/protocol.ts";
import { errorText } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorLocation, toEditorRange } from "../editor/positions.ts";
import { indexed } from "./indexedOperations.ts";
import type { OperationKey, OperationUses } from "./operationUses.ts";
import { declarationsIn } from "./wsdlLenses.ts";

/** The operation at the cursor, and where it is declared. */
interface Found {
  readonly operations: readonly OperationKey[];
  readonly declarations: readonly vscode.Location[];
}

/** "Find References" on a payload's name, and on an operation in a `.wsdl` file: the requests that call it. */
export function registerOperationReferences(
  server: LanguageServer,
  uses: OperationUses,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const register = (selector: vscode.DocumentSelector, find: typeof calledAt) =>
    vscode.languages.registerReferenceProvider(selector, {
      async provideReferences(document, position, { includeDeclaration }, token) {
        try {
          const locations = await find(server, document, position, token);
          if (locations === undefined) return [];
          return [
            ...(await uses.all()).of(locations.operations),
            ...(includeDeclaration ? locations.declarations : []),
          ];
        } catch (error) {
          log.debug(`The requests for an operation are not found: ${errorText(error)}`);
          return [];
        }
      },
    });
  return vscode.Disposable.from(
    register({ language: languageId }, calledAt),
    register({ pattern: "**/*.wsdl" }, declaredAt),
  );
}

async function calledAt(
  server: LanguageServer,
  { uri }: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<Found | undefined> {
  const { requests } = await server.request(CalledOperationsRequest, { uri: uri.toString() }, token);
  const operations = requests.find(({ at }) => toEditorRange(at).contains(position))?.operations;
  if (operations === undefined) return undefined;
  const files = operations.filter(({ place }) => !isWebAddress(place.uri));
  return { operations, declarations: files.map(({ place }) => toEditorLocation(place)) };
}

async function declaredAt(
  server: LanguageServer,
  document: vscode.TextDocument,
  { line }: vscode.Position,
  token: vscode.CancellationToken,
): Promise<Found | undefined> {
  const wsdl = document.uri.toString();
  const same = declarationsIn(document, indexed(await server.request(OperationsRequest, { wsdl }, token))).get(line);
  return (
    same && { operations: same.map(({ index }) => ({ wsdl, index })), declarations: [toEditorLocation(same[0].place)] }
  );
}
