import { TextDocument } from "vscode-languageserver-textdocument";
import { readOnlyUri } from "../../contractProtocol.ts";
import type { DefinitionPlace } from "../../variables/value.ts";
import { isBuiltIn } from "../../xsd/builtInSchemas.ts";
import type { SourceElement } from "../../xsd/document.ts";
import { code, prose } from "./markdown.ts";

/** A place in a document of a WSDL or a schema, which can be opened. */
export type SourcePlace = Required<DefinitionPlace>;

/** Where a component is defined; undefined for one of a schema that is built in. */
export function sourcePlace({ document, attributes, nameSpan, span }: SourceElement): SourcePlace | undefined {
  const { uri, text } = document;
  if (isBuiltIn(uri)) return undefined;
  return { uri: readOnlyUri(uri), text, name: attributes.get("name")?.span ?? nameSpan, whole: span };
}

/** Markdown: the file and the line, as a link if it is a file. */
export function placeMarkdown({ uri, text, name }: SourcePlace): string {
  const line = TextDocument.create(uri, "xml", 0, text).positionAt(name.start).line + 1;
  const path = uri.split(/[?#]/, 1)[0] ?? "";
  const label = `${decoded(path.slice(path.lastIndexOf("/") + 1))}:${line}`;
  // Other schemes can't be links in a hover.
  const target = /^file:/i.test(uri)
    ? `${uri.replace(/[()\s<>]/g, encodeURIComponent).replace(/[()]/g, parenthesis)}#L${line}`
    : undefined;
  return target === undefined ? code(label) : `[${prose(label)}](${target})`;
}

function parenthesis(character: string): string {
  return character === "(" ? "%28" : "%29";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
