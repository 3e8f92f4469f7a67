import * as vscode from "vscode";
import type { Range } from "vscode-languageserver-types";
import type { CalledOperation } from "../../../../server/src/protocol/protocol.ts";
import { toEditorRange } from "../editor/positions.ts";

/** The command of a lens that lists places, and shows them inside the document at a range. */
export function showPlaces(uri: vscode.Uri, at: Range, places: readonly vscode.Location[]) {
  return { command: "editor.action.showReferences", arguments: [uri, toEditorRange(at).start, places] };
}

export function locationOf({ uri, range }: CalledOperation["place"]): vscode.Location {
  return new vscode.Location(vscode.Uri.parse(uri), toEditorRange(range));
}
