import { readOnlyUri } from "../../protocol/names.ts";
import { XSI_NAMESPACE } from "../../soap/qnames.ts";
import { percentDecoded } from "../../text/escapes.ts";
import { LineIndex } from "../../text/lines.ts";
import { covers, type Span, trimmed } from "../../text/span.ts";
import { declarationOf } from "../../validation/attributes.ts";
import type { TypedElement } from "../../validation/place.ts";
import type { DefinitionPlace } from "../../variables/value.ts";
import { attributeAt, attributeValue, elementAt, nameSpan, namespaceOf, valueSpan } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { isBuiltInSchema } from "../../xsd/builtInSchemas.ts";
import type { AttributeUse, Type } from "../../xsd/components.ts";
import type { SourceElement } from "../../xsd/document.ts";
import { prefixOfName } from "../../xsd/primitives.ts";
import { code, prose } from "./markdown.ts";
import type { MessageSchema } from "./schemaPlace.ts";
import { tagNameAt } from "./xmlNames.ts";

/** A schema component to which a place in a message refers. `at`: the span of the name or value in the message. */
export type SchemaReference =
  | { readonly kind: "element"; readonly at: Span; readonly typed: TypedElement }
  | { readonly kind: "attribute"; readonly at: Span; readonly use: AttributeUse }
  /** The value of `xsi:type`. */
  | { readonly kind: "type"; readonly at: Span; readonly type: Type }
  /** A value of a simple type. `name`: name of the element or attribute. */
  | { readonly kind: "value"; readonly at: Span; readonly type: Type; readonly name: string };

export function schemaAt(schema: MessageSchema, document: XmlDocument, offset: number): SchemaReference | undefined {
  const tag = tagNameAt(document, offset);
  if (tag) {
    const typed = schema.typed(tag.element);
    return typed && { kind: "element", at: tag.at, typed };
  }
  const element = elementAt(document, offset);
  if (!element) return undefined;
  if (offset >= element.startTagEnd) return textAt(schema, document, element, offset);
  const attribute = attributeAt(element, offset);
  return attribute && attributeReference(schema, document, element, attribute, offset);
}

/** A place in a document of a WSDL or a schema, which can be opened. */
export type SourcePlace = Required<DefinitionPlace>;

/** The definition of a component; undefined for a component of a built-in schema. */
export function sourcePlace({ document, attributes, nameSpan, span }: SourceElement): SourcePlace | undefined {
  const { uri, text } = document;
  if (isBuiltInSchema(uri)) return undefined;
  return { uri: readOnlyUri(uri), text, name: attributes.get("name")?.span ?? nameSpan, whole: span };
}

/** The file and the line of a component's definition in Markdown, with a link if it is a file; "" for a built-in component. */
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

function textAt(
  schema: MessageSchema,
  document: XmlDocument,
  element: XmlElement,
  offset: number,
): SchemaReference | undefined {
  const [only, ...others] = element.children;
  if (only?.kind !== "text" || others.length > 0) return undefined;
  const at = trimmed(document.text, only);
  const type = covers(at, offset) ? schema.typed(element)?.type : undefined;
  return type && (type.kind === "simple" || type.content.kind === "simple")
    ? { kind: "value", at, type, name: `<${element.name}>` }
    : undefined;
}

function attributeReference(
  schema: MessageSchema,
  document: XmlDocument,
  element: XmlElement,
  attribute: XmlAttribute,
  offset: number,
): SchemaReference | undefined {
  const name = nameSpan(attribute);
  const value = valueSpan(attribute);
  const inValue = value && covers(value, offset) ? value : undefined;
  if (inValue && attribute.namespace === XSI_NAMESPACE && attribute.local === "type") {
    const type = namedType(schema, document, element, attribute);
    return type && { kind: "type", at: inValue, type };
  }
  const typed = schema.typed(element);
  const use = typed && declarationOf(schema.schemas, attribute, typed.type);
  if (!use) return undefined;
  if (inValue) return { kind: "value", at: inValue, type: use.type, name: attribute.name };
  return covers(name, offset) ? { kind: "attribute", at: name, use } : undefined;
}

function namedType(
  { schemas }: MessageSchema,
  document: XmlDocument,
  element: XmlElement,
  attribute: XmlAttribute,
): Type | undefined {
  const value = attributeValue(document, attribute)?.trim() ?? "";
  const prefix = prefixOfName(value);
  const namespace = prefix === undefined ? undefined : namespaceOf(document, element, prefix);
  return namespace === undefined ? undefined : schemas.type({ namespace, local: value.slice(value.indexOf(":") + 1) });
}

/** A URI without the characters that would end the target of a link. */
function escaped(uri: string): string {
  return uri.replace(/[\s<>]/g, encodeURIComponent).replace(/[()]/g, parenthesis);
}

function parenthesis(character: string): string {
  return character === "(" ? "%28" : "%29";
}
