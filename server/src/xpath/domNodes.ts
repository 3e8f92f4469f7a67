import { isSecretHeader } from "../text/secretNames.ts";
import { XMLNS_NAMESPACE } from "../xml/names.ts";
import { attributeValue, cdataText, walk } from "../xml/query.ts";
import { resolveReferences } from "../xml/references.ts";
import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";

/*
 * The nodes of a document in the form that fontoxpath reads, which is a part of the DOM. Text and CDATA next to each other
 * are one text node (XPath data model, section 6.7), and declarations of namespaces aren't attributes.
 */

interface Common {
  readonly nodeName: string;
  readonly parentNode: ElementLike | DocumentNode | null;
  /** Index among the parent's children. */
  readonly index: number;
  /** Index in `DocumentNode.all`. */
  readonly number: number;
}

export interface DocumentNode extends Common {
  readonly nodeType: 9;
  depth: number;
  readonly childNodes: ChildNode[];
  /** All nodes of the document by their number. Numbers are in document order. */
  readonly all: AnyNode[];
  readonly source: XmlDocument;
}

export interface ElementLike extends Common {
  readonly nodeType: 1;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly prefix: string;
  readonly childNodes: ChildNode[];
  readonly attributes: AttributeLike[];
  readonly source: XmlElement;
}

export interface AttributeLike extends Common {
  readonly nodeType: 2;
  readonly name: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly prefix: string;
  readonly value: string;
  readonly ownerElement: ElementLike;
  readonly source: XmlAttribute;
}

export interface TextLike extends Common {
  readonly nodeType: 3 | 8 | 7;
  data: string;
  readonly target: string;
  readonly source: XmlNode;
}

export type ChildNode = ElementLike | TextLike;
export type AnyNode = ChildNode | AttributeLike | DocumentNode;

/** @param fragment the children of the document, if they are well-formed content with texts instead of the children of the source */
export function nodesOf(source: XmlDocument, fragment?: readonly XmlNode[]): DocumentNode {
  const document: DocumentNode = {
    nodeType: 9,
    depth: 0,
    nodeName: "#document",
    parentNode: null,
    index: 0,
    number: 0,
    childNodes: [],
    all: [],
    source,
  };
  const { all } = document;
  all.push(document);
  const open: { readonly end: number; readonly node: ElementLike }[] = [];
  // Whitespace outside of the root isn't part of the tree.
  for (const node of walk(fragment ?? source.children)) {
    for (let last = open.at(-1); last && last.end <= node.start; last = open.at(-1)) open.pop();
    const parent = open.at(-1)?.node ?? document;
    if (node.kind === "element") {
      const element = elementNode(document, node, parent);
      parent.childNodes.push(element);
      open.push({ end: node.end, node: element });
      document.depth = Math.max(document.depth, open.length);
    } else if (parent !== document || fragment || (node.kind !== "text" && node.kind !== "cdata"))
      addText(document, node, parent);
  }
  return document;
}

function elementNode(
  { source: document, all }: DocumentNode,
  source: XmlElement,
  parent: ElementLike | DocumentNode,
): ElementLike {
  const element: ElementLike = {
    nodeType: 1,
    nodeName: source.name,
    localName: source.local,
    namespaceURI: source.namespace || null,
    prefix: source.prefix,
    parentNode: parent,
    index: parent.childNodes.length,
    number: all.length,
    childNodes: [],
    attributes: [],
    source,
  };
  all.push(element);
  for (const sourceAttribute of source.attributes) {
    if (sourceAttribute.namespace === XMLNS_NAMESPACE) continue;
    const attribute: AttributeLike = {
      nodeType: 2,
      nodeName: sourceAttribute.name,
      name: sourceAttribute.name,
      localName: sourceAttribute.local,
      namespaceURI: sourceAttribute.namespace || null,
      prefix: sourceAttribute.prefix,
      value: attributeValue(document, sourceAttribute) ?? "",
      parentNode: element,
      ownerElement: element,
      index: element.attributes.length,
      number: all.length,
      source: sourceAttribute,
    };
    element.attributes.push(attribute);
    all.push(attribute);
  }
  return element;
}

function addText(
  { source: { text }, all }: DocumentNode,
  source: XmlNode,
  parentNode: ElementLike | DocumentNode,
): void {
  const { childNodes } = parentNode;
  const add = (nodeType: TextLike["nodeType"], nodeName: string, data: string, target = "") => {
    const index = childNodes.length;
    // An object literal without spread syntax, because documents have many of these nodes.
    const node: TextLike = { nodeType, nodeName, parentNode, index, number: all.length, data, target, source };
    childNodes.push(node);
    all.push(node);
  };
  const { start, end } = source;
  switch (source.kind) {
    case "text":
    case "cdata": {
      const data = source.kind === "text" ? resolveReferences(text, start, end) : cdataText(text, start, end);
      const last = childNodes.at(-1);
      if (last?.nodeType === 3) last.data += data;
      else if (data !== "") add(3, "#text", data);
      return;
    }
    case "comment":
      add(8, "#comment", text.slice(start + 4, Math.max(start + 4, end - 3)));
      return;
    case "pi": {
      const data = text.slice(start + 2 + source.target.length, Math.max(start + 2, end - 2)).trim();
      add(7, source.target, data, source.target);
      return;
    }
  }
}

/** Whether the name of a node, of the element around a text, or inside of the node suggests a secret. */
export function holdsSecret(node: AnyNode): boolean {
  const open: (AnyNode | null)[] = [node.nodeType === 3 ? node.parentNode : node];
  for (let node = open.pop(); node; node = open.pop()) {
    if ("localName" in node && isSecretHeader(node.localName)) return true;
    if (node.nodeType === 1 || node.nodeType === 9) for (const child of node.childNodes) open.push(child);
  }
  return false;
}

/** The string value of a node (XPath data model, section 5.13). */
export function stringValue(node: AnyNode): string {
  if (node.nodeType === 2) return node.value;
  if (node.nodeType !== 1 && node.nodeType !== 9) return node.data;
  const parts: string[] = [];
  const open: ChildNode[] = node.childNodes.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeType === 3) parts.push(node.data);
    else if (node.nodeType === 1) for (const child of node.childNodes.toReversed()) open.push(child);
  }
  return parts.join("");
}
