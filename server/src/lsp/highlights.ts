import { type DocumentHighlight, DocumentHighlightKind, type DocumentHighlightParams } from "vscode-languageserver";
import { type Highlight, highlights } from "../features/highlights.ts";
import { toRange } from "./documents.ts";
import type { LspFeature } from "./feature.ts";
import { structureHandler } from "./structure.ts";

/** `null` where there is nothing to mark: VS Code marks equal words then. */
export const documentHighlights: LspFeature = {
  capabilities: { documentHighlightProvider: true },
  register: (context) => {
    context.connection.onDocumentHighlight(
      structureHandler<DocumentHighlightParams, DocumentHighlight[] | null>(
        context,
        null,
        ({ document, sections }, { position }) => {
          const found = highlights(sections, document.offsetAt(position));
          if (found.length === 0) return null;
          return found.map((one) => ({ range: toRange(document, one), kind: kinds[one.kind] }));
        },
      ),
    );
  },
};

const kinds: Readonly<Record<Highlight["kind"], DocumentHighlightKind>> = {
  read: DocumentHighlightKind.Read,
  write: DocumentHighlightKind.Write,
  text: DocumentHighlightKind.Text,
};
