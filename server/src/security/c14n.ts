import { isSpace, isSurrogate } from "../xml/characters.ts";
import * as char from "../xml/codes.ts";
import { XMLNS_NAMESPACE } from "../xml/names.ts";
import { attributeValue, cdataText, prefixesIn } from "../xml/query.ts";
import { resolveReferences } from "../xml/references.ts";
import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";
import {
  CanonicalText,
  escapeText,
  escapeValue,
  isCanonicalText,
  isCanonicalValue,
  withLineFeeds,
} from "./canonicalText.ts";
import { inContext, isBase } from "./inheritedAttributes.ts";

/** Canonical XML 1.0 and 1.1, Exclusive XML Canonicalization 1.0 (W3C, 15 March 2001, 2 May 2008, 18 July 2002). */
export interface C14nMethod {
  readonly kind: "exclusive" | "inclusive" | "inclusive11";
  readonly comments: boolean;
  /** The PrefixList of an exclusive method, with "" for `#default`. */
  readonly prefixes: readonly string[];
}

export const exclusiveC14n: C14nMethod = { kind: "exclusive", comments: false, prefixes: [] };

/**
 * Returns the canonical form in UTF-8: of an element with its content, or of the whole document without `apex`. The
 * document must be well-formed.
 * @param instead replacements for elements, in canonical form; the transform enveloped-signature removes an element
 * @returns `undefined` if the form is much longer than the document, because each branch may repeat a long
 * declaration
 */
export function canonicalBytes(
  document: XmlDocument,
  apex: XmlElement | undefined,
  method: C14nMethod,
  instead?: ReadonlyMap<XmlElement, string>,
): Uint8Array | undefined {
  const text = new Canonicalizer(document, method, instead).text(apex);
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

/** A namespace declaration in a start tag of the result. It hides an outer declaration of the same prefix until the element ends. */
interface Declaration {
  readonly element: XmlElement;
  readonly prefix: string;
  readonly namespace: string;
  readonly before: string | undefined;
}

const none: readonly Declaration[] = [];

class Canonicalizer {
  readonly #document: XmlDocument;
  readonly #method: C14nMethod;
  readonly #prefixes: ReadonlySet<string>;
  readonly #isExclusive: boolean;
  readonly #instead: ReadonlyMap<XmlElement, string> | undefined;
  readonly #text: CanonicalText;
  /** Number of UTF-16 units that further namespace declarations may have. */
  #left: number;
  /** Namespaces by prefix, as declared in the open start tags of the result. */
  readonly #rendered = new Map<string, string>();
  readonly #open: Declaration[] = [];

  constructor(document: XmlDocument, method: C14nMethod, instead: ReadonlyMap<XmlElement, string> | undefined) {
    this.#document = document;
    this.#text = new CanonicalText(document.text);
    this.#method = method;
    this.#isExclusive = method.kind === "exclusive";
    this.#prefixes = new Set(method.prefixes);
    this.#instead = instead;
    this.#left = 3 * (document.end - document.start) + 1_000_000;
  }

  text(apex: XmlElement | undefined): string | undefined {
    if (apex) this.#element(apex);
    else this.#topLevel();
    return this.#left < 0 ? undefined : this.#text.toString();
  }

  /** Adds the line break between the root and the comments and processing instructions around it. */
  #topLevel(): void {
    const { children, root } = this.#document;
    let afterRoot = false;
    for (const node of children) {
      if (node === root && node.kind === "element") {
        this.#element(node);
        afterRoot = true;
      } else if (node.kind === "pi" || (node.kind === "comment" && this.#method.comments)) {
        if (afterRoot) this.#text.append("\n");
        this.#leaf(node);
        if (!afterRoot) this.#text.append("\n");
      }
    }
  }

  #element(apex: XmlElement): void {
    if (this.#replaced(apex)) return;
    this.#startTag(apex, true);
    /** A stack of the elements from the apex to the current element, each with the index of its next child. */
    const open = [{ element: apex, nodes: apex.children, next: 0 }];
    for (let level = open.at(-1); level && this.#left >= 0; level = open.at(-1)) {
      const node = level.nodes[level.next++];
      if (node === undefined) {
        this.#endTag(level.element);
        open.pop();
        if (level.element !== apex) this.#forget(level.element);
      } else if (node.kind !== "element") {
        this.#leaf(node);
      } else if (!this.#replaced(node)) {
        this.#startTag(node, false);
        open.push({ element: node, nodes: node.children, next: 0 });
      }
    }
  }

  #replaced(element: XmlElement): boolean {
    const given = this.#instead?.get(element);
    if (given !== undefined) this.#text.append(given);
    return given !== undefined;
  }

  #forget(element: XmlElement): void {
    for (let last = this.#open.at(-1); last?.element === element; last = this.#open.at(-1)) {
      this.#open.pop();
      if (last.before === undefined) this.#rendered.delete(last.prefix);
      else this.#rendered.set(last.prefix, last.before);
    }
  }

  #startTag(element: XmlElement, isApex: boolean): void {
    this.#text.take(element.start, element.nameEnd);
    for (const { prefix, namespace } of this.#declarations(element, isApex)) {
      this.#left -= prefix.length + namespace.length;
      this.#text.append(`${prefix === "" ? " xmlns" : ` xmlns:${prefix}`}="${escapeValue(namespace)}"`);
    }
    const { attributes, base } =
      isApex && !this.#isExclusive
        ? inContext(this.#document, element, this.#method.kind === "inclusive11")
        : { attributes: element.attributes, base: undefined };
    for (const attribute of inOrder(attributes)) {
      if (attribute.namespace === XMLNS_NAMESPACE) continue;
      if (base !== undefined && isBase(attribute)) this.#text.append(` ${attribute.name}="${escapeValue(base)}"`);
      else this.#attribute(attribute);
    }
    if (element.selfClosing) this.#text.append(">");
    else this.#text.take(element.startTagEnd - ">".length, element.startTagEnd);
  }

  #attribute(attribute: XmlAttribute): void {
    const { text } = this.#document;
    const { start, nameEnd, valueStart, valueEnd } = attribute;
    const isCanonical =
      text.charCodeAt(start - 1) === char.SPACE &&
      valueStart === nameEnd + '="'.length &&
      text.charCodeAt(valueEnd) === char.QUOTE &&
      isCanonicalValue(text, valueStart, valueEnd);
    if (isCanonical) this.#text.take(start - 1, attribute.end);
    else this.#text.append(` ${attribute.name}="${escapeValue(attributeValue(this.#document, attribute) ?? "")}"`);
  }

  #endTag({ name, end, selfClosing }: XmlElement): void {
    const isCanonical = !selfClosing && !isSpace(this.#document.text.charCodeAt(end - ">".length - 1));
    if (isCanonical) this.#text.take(end - name.length - "</>".length, end);
    else this.#text.append(`</${name}>`);
  }

  /** The declarations to write in a start tag, in canonical order. The inclusive methods write only typed declarations. */
  #declarations(element: XmlElement, isApex: boolean): readonly Declaration[] {
    const length = this.#open.length;
    const exclusive = this.#isExclusive;
    if (exclusive) this.#declare(element, element.prefix, element.namespace);
    if (isApex && (!exclusive || this.#prefixes.size > 0)) {
      for (const [prefix, namespace] of prefixesIn(this.#document, element))
        if (this.#isIncluded(prefix)) this.#declare(element, prefix, namespace);
    }
    for (const attribute of element.attributes) {
      if (attribute.namespace === XMLNS_NAMESPACE) {
        const prefix = attribute.prefix === "" ? "" : attribute.local;
        if (this.#isIncluded(prefix)) this.#declare(element, prefix, attributeValue(this.#document, attribute));
      } else if (exclusive && attribute.prefix !== "") {
        this.#declare(element, attribute.prefix, attribute.namespace);
      }
    }
    if (this.#open.length === length) return none;
    return this.#open.slice(length).sort((a, b) => compareCodePoints(a.prefix, b.prefix));
  }

  #isIncluded(prefix: string): boolean {
    return !this.#isExclusive || this.#prefixes.has(prefix);
  }

  #declare(element: XmlElement, prefix: string, namespace = ""): void {
    const before = this.#rendered.get(prefix);
    if (prefix === "xml" || namespace === (prefix === "" ? (before ?? "") : before)) return;
    this.#open.push({ element, prefix, namespace, before });
    this.#rendered.set(prefix, namespace);
  }

  #leaf(node: Exclude<XmlNode, XmlElement>): void {
    const { text } = this.#document;
    const { start, end } = node;
    if (node.kind === "text") {
      if (isCanonicalText(text, start, end)) this.#text.take(start, end);
      else this.#text.append(escapeText(resolveReferences(text, start, end)));
    } else if (node.kind === "cdata") {
      this.#text.append(escapeText(cdataText(text, start, end)));
    } else if (node.kind === "comment") {
      if (this.#method.comments) this.#text.append(withLineFeeds(text.slice(start, end)));
    } else if (node.kind === "pi") {
      const content = withLineFeeds(text.slice(start + "<?".length + node.target.length, end - "?>".length));
      const data = content.replace(/^[ \t\n]+/, "");
      this.#text.append(`<?${node.target}${data === "" ? "" : " "}${data}?>`);
    }
  }
}

function inOrder(attributes: readonly XmlAttribute[]): readonly XmlAttribute[] {
  for (const [at, one] of attributes.entries()) {
    const next = attributes[at + 1];
    if (next && compareAttributes(one, next) > 0)
      return attributes.length === 2 ? [next, one] : attributes.toSorted(compareAttributes);
  }
  return attributes;
}

/** Sorts attributes by namespace, then by local name. Attributes without a namespace come first. */
function compareAttributes(a: XmlAttribute, b: XmlAttribute): number {
  return compareCodePoints(a.namespace ?? "", b.namespace ?? "") || compareCodePoints(a.local, b.local);
}

/** Compares by code points. UTF-16 order differs, because surrogates are below U+E000. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const first = a.charCodeAt(at);
    const second = b.charCodeAt(at);
    if (first === second) continue;
    if (isSurrogate(first) !== isSurrogate(second)) return isSurrogate(first) ? 1 : -1;
    return first - second;
  }
  return a.length - b.length;
}
