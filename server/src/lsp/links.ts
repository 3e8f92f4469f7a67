import * as l10n from "@vscode/l10n";
import type { DocumentLink, DocumentLinkParams } from "vscode-languageserver";
import { links } from "../features/links.ts";
import { toRange } from "./documents.ts";
import type { LspFeature } from "./feature.ts";
import { structureHandler } from "./structure.ts";

export const documentLinks: LspFeature = {
  capabilities: { documentLinkProvider: {} },
  register: (context) => {
    context.connection.onDocumentLinks(
      structureHandler<DocumentLinkParams, DocumentLink[]>(context, [], ({ document, sections }) =>
        links(sections, document.uri).map((link) => ({
          range: toRange(document, link),
          target: link.target,
          tooltip: link.kind === "url" ? l10n.t("Open {0} in a browser", link.target) : l10n.t("Open file"),
        })),
      ),
    );
  },
};
