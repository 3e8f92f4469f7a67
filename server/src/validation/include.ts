import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { SimpleType } from "../xsd/components.ts";
import { isBlankNode, isText } from "./content.ts";

/** Whether an element stands for data in another part of a multipart message (XOP 1.0 section 2.1). */
export function isInclude({ namespace, local }: XmlElement): boolean {
  return local === "Include" && namespace === "http://www.w3.org/2004/08/xop/include";
}

/** Whether another part may contain the values of a type. */
export function isBase64({ variety }: SimpleType): boolean {
  if (variety.kind === "union") return variety.members.some(isBase64);
  return variety.kind === "atomic" && variety.primitive === "base64Binary";
}

/** Whether nothing but whitespace and comments is beside an element. */
export function isOnlyContent(document: XmlDocument, element: XmlElement): boolean {
  const { children = [] } = element.parent ?? {};
  return children.every(
    (one) => one === element || !(one.kind === "element" || (isText(one) && !isBlankNode(document, one))),
  );
}
