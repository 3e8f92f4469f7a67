import { XML_NAMESPACE, XMLNS_NAMESPACE } from "../xml/names.ts";
import { attributeValue, cdataText, prefixesIn } from "../xml/query.ts";
import { resolveReferences } from "../xml/references.ts";
import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";

/** Canonical XML 1.0 and Exclusive XML Canonicalization 1.0 (W3C Recommendations of 15 March 2001 and 18 July 2002). */
export interface C14nMethod {
  readonly exclusive: boolean;
  readonly comments: boolean;
  /** The PrefixList of the exclusive method, with "" for `#default`. */
  readonly prefixes: readonly string[];
}

export const exclusiveC14n: C14nMethod = { exclusive: true, comments: false, prefixes: [] };

/**
 * The canonical form of an element and its content, or of the whole document without `apex`: UTF-8. The document must be
 * well-formed. `without`: an element that is left out, as the transform enveloped-signature does it. Returns `undefined` if it
 * is much longer than the document: each branch may repeat a declaration of any length.
 */
export function canonicalBytes(
  document: XmlDocument,
  apex: XmlElement | undefined,
  method: C14nMethod,
  without?: XmlElement,
): Uint8Array | undefined {
  const text = new Canonicalizer(document, method, without).text(apex);
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

interface Open {
  readonly element: XmlElement;
  readonly undo: number;
  next: number;
}

class Canonicalizer {
  readonly #document: XmlDocument;
  readonly #method: C14nMethod;
  readonly #prefixes: ReadonlySet<string>;
  readonly #without: XmlElement | undefined;
  #text = "";
  /** UTF-16 units that namespace declarations may have. */
  #left: number;
  /** The declarations in the start tags that are open in the result. */
  readonly #rendered = new Map<string, string>();
  readonly #undo: { readonly prefix: string; readonly before: string | undefined }[] = [];

  constructor(document: XmlDocument, method: C14nMethod, without: XmlElement | undefined) {
    this.#document = document;
    this.#method = method;
    this.#prefixes = new Set(method.prefixes);
    this.#without = without;
    this.#left = 3 * (document.end - document.start) + 1_000_000;
  }

  text(apex: XmlElement | undefined): string | undefined {
    if (apex) this.#element(apex);
    else this.#topLevel();
    return this.#left < 0 ? undefined : this.#text;
  }

  /** A line break separates the root from what is before and after it. */
  #topLevel(): void {
    const { children, root } = this.#document;
    let afterRoot = false;
    for (const node of children) {
      if (node === root && node.kind === "element") {
        this.#element(node);
        afterRoot = true;
      } else if (node.kind === "pi" || (node.kind === "comment" && this.#method.comments)) {
        if (afterRoot) this.#text += "\n";
        this.#leaf(node);
        if (!afterRoot) this.#text += "\n";
      }
    }
  }

  #element(apex: XmlElement): void {
    if (apex === this.#without) return;
    const open: Open[] = [{ element: apex, undo: 0, next: 0 }];
    this.#startTag(apex, true);
    for (let top = open.at(-1); top && this.#left >= 0; top = open.at(-1)) {
      const node = top.element.children[top.next++];
      if (node === undefined) {
        this.#text += `</${top.element.name}>`;
        this.#forget(top.undo);
        open.pop();
      } else if (node.kind !== "element") {
        this.#leaf(node);
      } else if (node !== this.#without) {
        open.push({ element: node, undo: this.#undo.length, next: 0 });
        this.#startTag(node, false);
      }
    }
  }

  #forget(length: number): void {
    while (this.#undo.length > length) {
      const { prefix = "", before } = this.#undo.pop() ?? {};
      if (before === undefined) this.#rendered.delete(prefix);
      else this.#rendered.set(prefix, before);
    }
  }

  #startTag(element: XmlElement, isApex: boolean): void {
    if (!isApex && element.attributes.length === 0 && this.#isRendered(element)) {
      this.#text += `<${element.name}>`;
      return;
    }
    let tag = `<${element.name}`;
    const declarations = this.#declarations(element, isApex);
    if (declarations.length > 1) declarations.sort((a, b) => compareCodePoints(a.prefix, b.prefix));
    for (const { prefix, namespace } of declarations) {
      this.#left -= prefix.length + namespace.length;
      tag += `${prefix === "" ? " xmlns" : ` xmlns:${prefix}`}="${escapeValue(namespace)}"`;
    }
    const attributes = this.#attributes(element, isApex);
    if (attributes.length > 1) attributes.sort(compareAttributes);
    for (const one of attributes) tag += ` ${one.name}="${escapeValue(attributeValue(this.#document, one) ?? "")}"`;
    this.#text += `${tag}>`;
  }

  /** Whether the namespace of an element's name is declared in the result. The inclusive method declares only what is typed. */
  #isRendered({ prefix, namespace = "" }: XmlElement): boolean {
    return !this.#method.exclusive || prefix === "xml" || (this.#rendered.get(prefix) ?? "") === namespace;
  }

  /** The namespaces that the start tag declares in the result. */
  #declarations(element: XmlElement, isApex: boolean): { readonly prefix: string; readonly namespace: string }[] {
    const found: { readonly prefix: string; readonly namespace: string }[] = [];
    const add = (prefix: string, namespace: string) => {
      const before = this.#rendered.get(prefix);
      if (prefix === "xml" || namespace === (prefix === "" ? (before ?? "") : before)) return;
      found.push({ prefix, namespace });
      this.#undo.push({ prefix, before });
      this.#rendered.set(prefix, namespace);
    };
    const { exclusive } = this.#method;
    const isIncluded = (prefix: string) => !exclusive || this.#prefixes.has(prefix);
    if (exclusive) add(element.prefix, element.namespace ?? "");
    if (isApex && (!exclusive || this.#prefixes.size > 0)) {
      for (const [prefix, namespace] of prefixesIn(this.#document, element))
        if (isIncluded(prefix)) add(prefix, namespace);
    }
    for (const one of element.attributes) {
      if (one.namespace === XMLNS_NAMESPACE) {
        const prefix = one.prefix === "" ? "" : one.local;
        if (isIncluded(prefix)) add(prefix, attributeValue(this.#document, one) ?? "");
      } else if (exclusive && one.prefix !== "") {
        add(one.prefix, one.namespace ?? "");
      }
    }
    return found;
  }

  /** Without namespace declarations. The inclusive method takes over the attributes `xml:…` of the elements around the apex. */
  #attributes(element: XmlElement, isApex: boolean): XmlAttribute[] {
    const own = element.attributes.filter(({ namespace }) => namespace !== XMLNS_NAMESPACE);
    if (!isApex || this.#method.exclusive) return own;
    const names = new Set(own.flatMap(({ namespace, local }) => (namespace === XML_NAMESPACE ? local : [])));
    for (let around = element.parent; around; around = around.parent) {
      for (const one of around.attributes) {
        if (one.namespace !== XML_NAMESPACE || names.has(one.local)) continue;
        names.add(one.local);
        own.push(one);
      }
    }
    return own;
  }

  #leaf(node: Exclude<XmlNode, XmlElement>): void {
    const { text } = this.#document;
    const { start, end } = node;
    if (node.kind === "text") {
      this.#text += escapeText(resolveReferences(text, start, end));
    } else if (node.kind === "cdata") {
      this.#text += escapeText(cdataText(text, start, end));
    } else if (node.kind === "comment") {
      if (this.#method.comments) this.#text += withLineFeeds(text.slice(start, end));
    } else if (node.kind === "pi") {
      const content = withLineFeeds(text.slice(start + "<?".length + node.target.length, end - "?>".length));
      const data = content.replace(/^[ \t\n]+/, "");
      this.#text += `<?${node.target}${data === "" ? "" : " "}${data}?>`;
    }
  }
}

function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (one) => references[one] ?? one) : text;
}

function escapeValue(value: string): string {
  return /[&<"\t\n\r]/.test(value) ? value.replace(/[&<"\t\n\r]/g, (one) => references[one] ?? one) : value;
}

/** By namespace, then by local name. Those without a namespace come first. */
function compareAttributes(a: XmlAttribute, b: XmlAttribute): number {
  return compareCodePoints(a.namespace ?? "", b.namespace ?? "") || compareCodePoints(a.local, b.local);
}

/** UTF-16 has another order: its surrogates are below U+E000. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one === other) continue;
    const isSurrogate = (code: number) => code >= 0xd800 && code < 0xe000;
    if (isSurrogate(one) !== isSurrogate(other)) return isSurrogate(one) ? 1 : -1;
    return one - other;
  }
  return a.length - b.length;
}
