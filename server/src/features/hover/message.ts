import * as l10n from "@vscode/l10n";
import { typeName } from "../../rules/schema/words.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import type { SourceElement } from "../../xsd/document.ts";
import { code, paragraphs, strong } from "../support/markdown.ts";
import { type SchemaReference, schemaAt } from "../support/schemaAt.ts";
import { type MessageSchema, schemaOfSection } from "../support/schemaPlace.ts";
import { placeMarkdown } from "../support/schemaSource.ts";
import { cardinality, describedMarkdown, requirement, valuesMarkdown } from "../support/schemaWords.ts";
import type { Section } from "../support/section.ts";
import type { Hover } from "./hoverAt.ts";
import { hoverXml } from "./xml.ts";

/** What the specifications and the contract say about a place in the XML of a request or a response. */
export function hoverMessage(section: Section, document: XmlDocument, offset: number): Hover | undefined {
  const xml = hoverXml(document, offset);
  const schema = schemaOfSection(section);
  const own = schema && hoverSchema(schema, document, offset);
  return own && xml ? { ...xml, markdown: paragraphs(xml.markdown, own.markdown) } : (own ?? xml);
}

/** What the schemas say about an element, an attribute, a value or a type at an offset. */
function hoverSchema(schema: MessageSchema, document: XmlDocument, offset: number): Hover | undefined {
  const found = schemaAt(schema, document, offset);
  const markdown = found && markdownOf(schema, found);
  return found && markdown ? { ...found.at, markdown } : undefined;
}

function markdownOf(schema: MessageSchema, found: SchemaReference): string {
  switch (found.kind) {
    case "element": {
      const { element, declaration, declared, type } = found.typed;
      const parent = element.parent && schema.typed(element.parent);
      const often = parent && declaration && schema.places.occurrence(parent.type, declaration);
      const { given, source } = declaration ?? { given: undefined, source: undefined };
      const isOther = declared !== undefined && declared !== type;
      return paragraphs(
        describedMarkdown({ name: `<${element.name}>`, type, given, source, cardinality: often && cardinality(often) }),
        isOther ? l10n.t("Declared type: {0}", code(typeName(declared))) : undefined,
        definedIn(source ?? type.source),
      );
    }
    case "attribute": {
      const { type, given, source, required } = found.use;
      return paragraphs(
        describedMarkdown({ name: found.use.name.local, type, given, source, cardinality: requirement(required) }),
        definedIn(source),
      );
    }
    case "type": {
      const { type } = found;
      return paragraphs(
        describedMarkdown({ name: undefined, type, given: undefined, source: undefined, cardinality: undefined }),
        definedIn(type.source),
      );
    }
    case "value": {
      const facets = valuesMarkdown(found.type);
      return facets && paragraphs(strong(found.type.name ? typeName(found.type) : found.name), facets);
    }
  }
}

function definedIn(source: SourceElement | undefined): string | undefined {
  const place = source && placeMarkdown(source);
  return place && l10n.t("Defined in {0}", place);
}
