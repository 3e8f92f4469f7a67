import type { DefinitionParams, Location, LocationLink } from "vscode-languageserver";
import { definitions } from "../features/definitions.ts";
import { toRange } from "./documents.ts";
import type { LspFeature } from "./feature.ts";
import { structureHandler } from "./structure.ts";

export const goToDefinition: LspFeature = {
  capabilities: { definitionProvider: true },
  register: (context) => {
    context.connection.onDefinition(
      structureHandler<DefinitionParams, LocationLink[] | Location[]>(
        context,
        [],
        ({ document, sections }, { position }) => {
          const { uri } = document;
          const found = definitions(sections, document.offsetAt(position));
          if (!context.client().textDocument?.definition?.linkSupport) {
            return found.map(({ name }): Location => ({ uri, range: toRange(document, name) }));
          }
          return found.map(
            ({ from, whole, name }): LocationLink => ({
              originSelectionRange: toRange(document, from),
              targetUri: uri,
              targetRange: toRange(document, whole),
              targetSelectionRange: toRange(document, name),
            }),
          );
        },
      ),
    );
  },
};
