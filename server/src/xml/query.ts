import { firstIndex } from "../text/search.ts";
import type { Span } from "../text/span.ts";
import { XML_NAMESPACE, XMLNS_NAMESPACE } from "./names.ts";
import { decodeValue, resolveReferences } from "./references.ts";
import type { XmlAttribute, XmlDocument, XmlElement, XmlMarkup, XmlNode } from "./tree.ts";

/** The nodes in document order, each before its children. Nodes for which `accepts` returns false are skipped with their content. */
export function walk(
  nodes: readonly XmlNode[],
  accepts: (node: XmlNode) => boolean = () => true,
): Generator<XmlNode, void, void> {
  return preorder(nodes, accepts, ({ children }) => children);
}

/** The nodes in document order, each before its content. Text nodes in elements are omitted. */
export function walkMarkup({ children }: XmlDocument): Generator<XmlMarkup, void, void> {
  return preorder<XmlMarkup>(
    children,
    () => true,
    ({ markup }) => markup,
  );
}

/** The elements in document order, each before its content. */
export function elements({ children }: XmlDocument): Generator<XmlElement, void, void> {
  return elementsIn(children);
}

/** The elements in a list of nodes, and all elements in them. */
export function elementsIn(nodes: readonly XmlMarkup[]): Generator<XmlElement, void, void> {
  return preorder(nodes, isElement, ({ markup }) => markup);
}

function isElement(node: XmlMarkup): node is XmlElement {
  return node.kind === "element";
}

function preorder<T extends XmlMarkup, Wanted extends T>(
  nodes: readonly T[],
  accepts: (node: T) => node is Wanted,
  contentOf: (element: XmlElement) => readonly T[],
): Generator<Wanted, void, void>;
function preorder<T extends XmlMarkup>(
  nodes: readonly T[],
  accepts: (node: T) => boolean,
  contentOf: (element: XmlElement) => readonly T[],
): Generator<T, void, void>;
/** Not recursive, because elements may be nested deeply. */
function* preorder<T extends XmlMarkup>(
  nodes: readonly T[],
  accepts: (node: T) => boolean,
  contentOf: (element: XmlElement) => readonly T[],
): Generator<T, void, void> {
  /** A stack of the lists around the current one, each with the index of its next node. */
  const around: { readonly nodes: readonly T[]; readonly next: number }[] = [];
  let list = nodes;
  let next = 0;
  for (;;) {
    const node = list[next++];
    if (node === undefined) {
      const last = around.pop();
      if (last === undefined) return;
      list = last.nodes;
      next = last.next;
    } else if (accepts(node)) {
      yield node;
      if (node.kind !== "element") continue;
      const content = contentOf(node);
      if (content.length === 0) continue;
      around.push({ nodes: list, next });
      list = content;
      next = 0;
    }
  }
}

/** The nodes whose text or content contains a string. Other nodes are skipped. */
export function walkWith({ text, start, children }: XmlDocument, string: string): Generator<XmlNode, void, void> {
  let next = offsetOf(text, string, start);
  return walk(children, (node) => {
    if (next < node.start) next = offsetOf(text, string, node.start);
    return next < node.end;
  });
}

function offsetOf(text: string, string: string, from: number): number {
  const index = text.indexOf(string, from);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}

export function* elementsWith(document: XmlDocument, string: string): Generator<XmlElement, void, void> {
  for (const node of walkWith(document, string)) if (node.kind === "element") yield node;
}

/** The innermost node at the character at an offset. An element is only found in its tags. */
export function nodeAt(document: XmlDocument, offset: number): XmlNode | undefined {
  const element = elementAt(document, offset);
  return childAt(element?.children ?? document.children, offset) ?? element;
}

/** The innermost element at the character at an offset, in its tags or in its content. */
export function elementAt(document: XmlDocument, offset: number): XmlElement | undefined {
  let innermost: XmlElement | undefined;
  let node: XmlMarkup | undefined = childAt(document.children, offset);
  while (node?.kind === "element") {
    innermost = node;
    node = childAt(node.markup, offset);
  }
  return innermost;
}

/** The attribute at an offset. An attribute that ends at the offset is found, too. */
export function attributeAt(element: XmlElement, offset: number): XmlAttribute | undefined {
  return element.attributes.find(({ start, end }) => start <= offset && offset <= end);
}

function childAt<T extends XmlMarkup>(nodes: readonly T[], offset: number): T | undefined {
  const node = nodes[firstIndex(0, nodes.length, (index) => (nodes[index]?.end ?? 0) > offset)];
  return node && node.start <= offset ? node : undefined;
}

/** An attribute of an element, by its expanded name; `namespace` is "" for a name without a prefix. */
export function attribute(element: XmlElement, namespace: string, local: string): XmlAttribute | undefined {
  return element.attributes.find((one) => one.local === local && one.namespace === namespace);
}

/** The normalized value of an attribute, with references replaced; `undefined` if it has none. */
export function attributeValue(document: XmlDocument, { valueStart, valueEnd }: XmlAttribute): string | undefined {
  return valueStart < 0 ? undefined : decodeValue(document.text, valueStart, valueEnd);
}

/** The value of an attribute without a namespace; "" if it is missing. */
export function textOfAttribute(document: XmlDocument, element: XmlElement | undefined, local: string): string {
  const own = element && attribute(element, "", local);
  return (own && attributeValue(document, own)) ?? "";
}

/** The text and CDATA in an element and its descendants, with references replaced and LF as line breaks. */
export function textContent(document: XmlDocument, element: XmlElement): string {
  if (element.markup.length === 0) return resolveReferences(document.text, element.startTagEnd, element.contentEnd);
  const parts: string[] = [];
  for (const node of walk(element.children)) {
    if (node.kind === "text") parts.push(resolveReferences(document.text, node.start, node.end));
    else if (node.kind === "cdata") parts.push(cdataText(document.text, node.start, node.end));
  }
  return parts.join("");
}

export function cdataText(text: string, start: number, end: number): string {
  const typed = text.slice(start + "<![CDATA[".length, end);
  return (typed.endsWith("]]>") ? typed.slice(0, -3) : typed).replace(/\r\n?/g, "\n");
}

/** `prefix`: "" for the default namespace. Returns "" for no namespace, `undefined` for an undeclared prefix. */
export function namespaceOf(document: XmlDocument, element: XmlElement, prefix: string): string | undefined {
  if (prefix === "xml") return XML_NAMESPACE;
  if (prefix === "xmlns") return XMLNS_NAMESPACE;
  const name = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
  for (let scope: XmlElement | undefined = element; scope !== undefined; scope = scope.parent) {
    const declaration = scope.attributes.find((one) => one.name === name);
    if (declaration !== undefined) return attributeValue(document, declaration) ?? "";
  }
  return prefix === "" ? "" : undefined;
}

/** The prefixes in scope in the content of an element, with their namespaces. The nearest declarations are first. */
export function prefixesIn(document: XmlDocument, element: XmlElement): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  for (let scope: XmlElement | undefined = element; scope !== undefined; scope = scope.parent) {
    for (const attribute of scope.attributes) {
      if (attribute.namespace !== XMLNS_NAMESPACE) continue;
      const prefix = attribute.prefix === "" ? "" : attribute.local;
      if (!prefixes.has(prefix)) prefixes.set(prefix, attributeValue(document, attribute) ?? "");
    }
  }
  return prefixes;
}

interface Scope {
  readonly element: XmlElement;
  /** Whether a prefix is declared at the element. Only valid until the next element is read. */
  readonly declares: (prefix: string) => boolean;
}

/** The elements whose text or content contains a string, with the prefixes in their scope. In linear time. */
export function* scopes(document: XmlDocument, string: string): Generator<Scope, void, void> {
  const declared = new Map<string, number>([
    ["xml", 1],
    ["xmlns", 1],
  ]);
  const add = (element: XmlElement, times: number) => {
    for (const { namespace, prefix, local } of element.attributes) {
      if (namespace === XMLNS_NAMESPACE && prefix !== "") declared.set(local, (declared.get(local) ?? 0) + times);
    }
  };
  const declares = (prefix: string) => (declared.get(prefix) ?? 0) > 0;
  const open: XmlElement[] = [];
  for (const element of elementsWith(document, string)) {
    for (let last = open.at(-1); last !== undefined && last.end <= element.start; last = open.at(-1)) {
      add(last, -1);
      open.pop();
    }
    add(element, 1);
    open.push(element);
    yield { element, declares };
  }
}

/** Span of the value without quotes; `undefined` if there is no value. */
export function valueSpan(attribute: XmlAttribute | undefined): Span | undefined {
  return attribute && attribute.valueStart >= 0 ? { start: attribute.valueStart, end: attribute.valueEnd } : undefined;
}

export function nameSpan(named: { readonly nameStart: number; readonly nameEnd: number }): Span {
  return { start: named.nameStart, end: named.nameEnd };
}

export function localSpan({ nameEnd, local }: { readonly nameEnd: number; readonly local: string }): Span {
  return { start: nameEnd - local.length, end: nameEnd };
}

/** The part of a qualified name after its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
