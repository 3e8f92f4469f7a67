import type { Location, ReferenceParams } from "vscode-languageserver";
import { references } from "../features/references.ts";
import { toRange } from "./documents.ts";
import type { LspFeature } from "./feature.ts";
import { structureHandler } from "./structure.ts";

export const findReferences: LspFeature = {
  capabilities: { referencesProvider: true },
  register: (context) => {
    context.connection.onReferences(
      structureHandler<ReferenceParams, Location[]>(
        context,
        [],
        ({ document, sections }, { position, context: { includeDeclaration } }) =>
          references(sections, document.offsetAt(position), { withDefinitions: includeDeclaration }).map((span) => ({
            uri: document.uri,
            range: toRange(document, span),
          })),
      ),
    );
  },
};
