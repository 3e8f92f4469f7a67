import type { DocumentSymbol, DocumentSymbolParams } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type OutlineSymbol, outline } from "../features/symbols/outline.ts";
import { requestNames } from "../features/symbols/requestNames.ts";
import { RequestNamesRequest } from "../protocol.ts";
import { toRange } from "./documents.ts";
import { guarded, type LspFeature } from "./feature.ts";
import { structureHandler } from "./structure.ts";

/** The outline, with which VS Code makes the breadcrumbs and sticky lines too; and the names of requests in any text. */
export const symbols: LspFeature = {
  capabilities: { documentSymbolProvider: true },
  register: (context) => {
    const { connection } = context;
    connection.onDocumentSymbol(
      structureHandler<DocumentSymbolParams, DocumentSymbol[]>(context, [], ({ document, sections }) =>
        outline(sections).map((symbol) => toSymbol(document, symbol)),
      ),
    );
    connection.onRequest(RequestNamesRequest, ({ text }) =>
      guarded(connection, { requests: [] }, () => ({ requests: requestNames(text) })),
    );
  },
};

function toSymbol(
  document: TextDocument,
  { name, detail, kind, range, selection, children }: OutlineSymbol,
): DocumentSymbol {
  return {
    name,
    ...(detail === "" ? {} : { detail }),
    kind,
    range: toRange(document, range),
    selectionRange: toRange(document, selection),
    children: children.map((child) => toSymbol(document, child)),
  };
}
