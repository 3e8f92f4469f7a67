import {
  LSPErrorCodes,
  type PrepareRenameParams,
  type PrepareRenameResult,
  type RenameParams,
  ResponseError,
  type WorkspaceEdit,
} from "vscode-languageserver";
import { renameAt } from "../features/rename/rename.ts";
import { messageOf } from "../languageService.ts";
import { toRange, toTextEdit } from "./documents.ts";
import type { LspFeature, Opened } from "./feature.ts";

/** F2. Why something can't be renamed goes to the author as the error of the request. */
export const rename: LspFeature = {
  capabilities: { renameProvider: { prepareProvider: true } },
  register: ({ connection, handler }) => {
    connection.onPrepareRename(
      handler<PrepareRenameParams, PrepareRenameResult | ResponseError<void> | null>(null, (opened, { position }) => {
        const found = find(opened, position);
        if (found?.kind === "refused") return refusal(found.reason);
        return found ? { range: toRange(opened.document, found.at), placeholder: found.name } : null;
      }),
    );
    connection.onRenameRequest(
      handler<RenameParams, WorkspaceEdit | ResponseError<void> | null>(null, (opened, { position, newName }) => {
        const { document } = opened;
        const found = find(opened, position);
        const renamed = found?.kind === "renamable" ? found.to(newName) : found;
        if (renamed?.kind === "refused") return refusal(renamed.reason);
        return renamed
          ? { changes: { [document.uri]: renamed.edits.map((edit) => toTextEdit(document, edit)) } }
          : null;
      }),
    );
  },
};

function find({ document, analysis }: Opened, position: RenameParams["position"]) {
  return renameAt(analysis.document, ({ segment }) => messageOf(analysis, segment), document.offsetAt(position));
}

function refusal(reason: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}
