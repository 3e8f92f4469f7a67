import * as vscode from "vscode";
import { languageId } from "../../../../server/src/protocol/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { WsdlOperations } from "./indexedOperations.ts";
import { insertionOf, type NewRequests } from "./insertRequests.ts";

/** Not text or files: VS Code would offer to open them, and would drop them into the editor only with Shift. */
const mimeType = "application/vnd.soaphttp.operations";

export function setDragged(data: vscode.DataTransfer, dragged: WsdlOperations): void {
  if (dragged.operations.length > 0) data.set(mimeType, new vscode.DataTransferItem(JSON.stringify(dragged)));
}

/** Inserts requests for operations that are dragged from the Services view, after the request where they are dropped. */
export function operationDrops(server: LanguageServer) {
  const provideDocumentDropEdits = async (
    document: vscode.TextDocument,
    position: vscode.Position,
    data: vscode.DataTransfer,
  ): Promise<vscode.DocumentDropEdit | undefined> => {
    const dragged = data.get(mimeType)?.value;
    if (typeof dragged !== "string") return undefined;
    const { wsdl, operations }: WsdlOperations = JSON.parse(dragged);
    const requests: NewRequests = { wsdl, operations, extent: "parameters" };
    const { position: place, text } = await insertionOf(server, document, position, requests);
    // The edit's own text is empty, because VS Code inserts it at the place of the drop.
    const edit = new vscode.DocumentDropEdit("");
    edit.additionalEdit = new vscode.WorkspaceEdit();
    edit.additionalEdit.set(document.uri, [
      typeof text === "string" ? vscode.TextEdit.insert(place, text) : vscode.SnippetTextEdit.insert(place, text),
    ]);
    return edit;
  };
  const provider = { provideDocumentDropEdits };
  const registered = vscode.languages.registerDocumentDropEditProvider({ language: languageId }, provider);
  return { ...provider, dispose: () => registered.dispose() };
}
