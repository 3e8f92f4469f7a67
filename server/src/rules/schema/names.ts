import { namespaceOf } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { QName } from "../../xsd/components.ts";
import { prefixFor } from "../soap/xmlMessage.ts";

/** A name as it is written in an element; undefined if its namespace has no prefix there. Attributes have no default namespace. */
export function nameAt(
  document: XmlDocument,
  element: XmlElement,
  { namespace, local }: QName,
  isAttribute = false,
): string | undefined {
  const unprefixed = isAttribute ? "" : (namespaceOf(document, element, "") ?? "");
  if (unprefixed === namespace) return local;
  const prefix = namespace === "" ? undefined : prefixFor(document, element, namespace);
  return prefix === undefined ? undefined : `${prefix}:${local}`;
}

/** As `nameAt`, for attributes: these have no default namespace. */
export function writtenName(document: XmlDocument, element: XmlElement, { namespace, local }: QName): string {
  const prefix = namespace === "" ? undefined : prefixFor(document, element, namespace);
  return prefix === undefined ? local : `${prefix}:${local}`;
}
