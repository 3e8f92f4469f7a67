import { readOnlyUri } from "../../protocol/names.ts";
import { percentDecoded } from "../../text/escapes.ts";
import { LineIndex } from "../../text/lines.ts";
import type { DefinitionPlace } from "../../variables/value.ts";
import { isBuiltInSchema } from "../../xsd/builtInSchemas.ts";
import type { SourceElement } from "../../xsd/document.ts";
import { code, prose } from "./markdown.ts";

/** A place in a document of a WSDL or a schema, which can be opened. */
export type SourcePlace = Required<DefinitionPlace>;

/** Where a component is defined; undefined for one of a schema that is built in. */
export function sourcePlace({ document, attributes, nameSpan, span }: SourceElement): SourcePlace | undefined {
  const { uri, text } = document;
  if (isBuiltInSchema(uri)) return undefined;
  return { uri: readOnlyUri(uri), text, name: attributes.get("name")?.span ?? nameSpan, whole: span };
}

/** Markdown: the file and the line where a component is defined, as a link if it is a file; "" if it is built in. */
export function placeMarkdown(source: SourceElement): string {
  const place = sourcePlace(source);
  if (!place) return "";
  const { uri, name } = place;
  const line = new LineIndex(place.text).at(name.start) + 1;
  const path = uri.split(/[?#]/, 1)[0] ?? "";
  const label = `${percentDecoded(path.slice(path.lastIndexOf("/") + 1))}:${line}`;
  // Links of other schemes don't work in a hover.
  return /^file:/i.test(uri) ? `[${prose(label)}](${escaped(uri)}#L${line})` : code(label);
}

/** Without the characters that end the target of a link. */
function escaped(uri: string): string {
  return uri.replace(/[\s<>]/g, encodeURIComponent).replace(/[()]/g, parenthesis);
}

function parenthesis(character: string): string {
  return character === "(" ? "%28" : "%29";
}
