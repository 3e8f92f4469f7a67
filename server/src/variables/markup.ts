import { elementMarkup } from "../xml/elementMarkup.ts";
import { elements } from "../xml/query.ts";
import type { XmlDocument, XmlNode } from "../xml/tree.ts";
import type { XmlContent } from "./xmlContent.ts";

/** The markup of an element as written, with the namespace declarations that it needs, or of a document without its XML declaration. */
export function markupOf(content: XmlContent): string {
  const document = content.document();
  const { text } = document;
  const { element } = content;
  if (!element) {
    const { declaration } = document;
    return declaration ? text.slice(declaration.end).trimStart() : text;
  }
  return elementMarkup(document, element);
}

/** The markup of nodes as written. Elements get the namespace declarations that they need. */
export function markupOfNodes(document: XmlDocument, nodes: readonly XmlNode[]): string {
  const parts = nodes.map((node) =>
    node.kind === "element" ? elementMarkup(document, node) : document.text.slice(node.start, node.end),
  );
  return parts.join("");
}

/** Markup to insert where a default namespace is declared: with ` xmlns=""` if the element has no namespace. */
export function outsideDefault(markup: string, document: XmlDocument): string {
  const { root } = document;
  if (!root) return markup;
  const isIn = [...elements(document)].some((one) => one.prefix === "" && one.namespace === "");
  const isDeclared = root.attributes.some(({ name }) => name === "xmlns");
  if (!isIn || isDeclared) return markup;
  return `${markup.slice(0, root.nameEnd)} xmlns=""${markup.slice(root.nameEnd)}`;
}
