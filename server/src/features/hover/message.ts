import type { XmlDocument } from "../../xml/tree.ts";
import { paragraphs } from "../support/markdown.ts";
import { schemaOfSection } from "../support/schemaPlace.ts";
import type { Section } from "../support/section.ts";
import type { Hover } from "./hoverAt.ts";
import { hoverSchema } from "./schema.ts";
import { hoverXml } from "./xml.ts";

/** What the specifications and the contract say about a place in the XML of a request or a response. */
export function hoverMessage(section: Section, document: XmlDocument, offset: number): Hover | undefined {
  const xml = hoverXml(document, offset);
  const schema = schemaOfSection(section);
  const own = schema && hoverSchema(schema, document, offset);
  return own && xml ? { ...xml, markdown: paragraphs(xml.markdown, own.markdown) } : (own ?? xml);
}
