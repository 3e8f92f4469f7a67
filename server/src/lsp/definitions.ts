import type { DefinitionParams, Location, LocationLink } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Definition, definitionOutside, definitions } from "../features/definitions.ts";
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
          const offset = document.offsetAt(position);
          const links = definitions(sections, offset).map((one) => linkIn(document, document, one));
          const outside = links.length > 0 ? undefined : definitionOutside(sections, offset);
          if (outside) {
            const { uri, text, name } = outside.place;
            const file = TextDocument.create(uri, "json", 0, text);
            links.push(linkIn(document, file, { from: outside.from, whole: name, name }));
          }
          if (context.client().textDocument?.definition?.linkSupport) return links;
          return links.map(({ targetUri, targetSelectionRange }): Location => {
            return { uri: targetUri, range: targetSelectionRange };
          });
        },
      ),
    );
  },
};

/** `from` is in the document, the rest in the target. */
function linkIn(document: TextDocument, target: TextDocument, { from, whole, name }: Definition): LocationLink {
  return {
    originSelectionRange: toRange(document, from),
    targetUri: target.uri,
    targetRange: toRange(target, whole),
    targetSelectionRange: toRange(target, name),
  };
}
