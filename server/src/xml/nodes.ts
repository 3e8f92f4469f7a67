import { type Name, type ResolvedName, resolveName } from "./names.ts";
import type { XmlAttribute, XmlElement, XmlEndTag, XmlMarkup, XmlNode } from "./tree.ts";

const NO_ATTRIBUTES: readonly AttributeNode[] = [];
const NO_MARKUP: readonly XmlMarkup[] = [];

/** Base of elements and attributes. They are classes, so that getters compute derived values without using memory. */
class NamedNode {
  #name: ResolvedName;

  constructor(name: Name, namespace: string | undefined) {
    this.#name = resolveName(name, namespace);
  }

  get nameRecord(): Name {
    return this.#name.name;
  }

  get namespace(): string | undefined {
    return this.#name.namespace;
  }

  set namespace(namespace: string | undefined) {
    this.#name = resolveName(this.#name.name, namespace);
  }

  get name(): string {
    return this.nameRecord.text;
  }

  get prefix(): string {
    return this.nameRecord.prefix.text;
  }

  get local(): string {
    return this.nameRecord.local;
  }
}

/** An end tag that isn't written as usual, or that has another name than its start tag. */
export interface OddEndTag {
  readonly start: number;
  readonly nameStart: number;
  readonly nameEnd: number;
}

/** Reads the content of an element again. Sets its markup, and returns it. */
export type ReadContent = (element: ElementNode) => readonly XmlMarkup[];

/** An element. Elements take most of the memory for large documents, so everything that can be computed isn't stored. */
export class ElementNode extends NamedNode implements XmlElement {
  parent: ElementNode | undefined;
  start: number;
  end: number;
  startTagEnd: number;
  /** How the element is closed. `plain`: by an end tag with its name and nothing else. */
  closed: "not" | "itself" | "plain" | OddEndTag = "not";
  attributes: readonly AttributeNode[] = NO_ATTRIBUTES;
  #markup: readonly XmlMarkup[] | ReadContent = NO_MARKUP;

  constructor(parent: ElementNode | undefined, name: Name, start: number, nameStart: number) {
    super(name, undefined);
    this.parent = parent;
    this.start = start;
    this.end = nameStart + name.text.length;
    this.startTagEnd = this.end;
  }

  get kind(): "element" {
    return "element";
  }

  get markup(): readonly XmlMarkup[] {
    return typeof this.#markup === "function" ? this.#markup(this) : this.#markup;
  }

  set markup(markup: readonly XmlMarkup[]) {
    this.#markup = markup;
  }

  /** Drops the markup. It is read again when it is needed. */
  forget(read: ReadContent): void {
    this.#markup = read;
  }

  get children(): readonly XmlNode[] {
    const nodes: XmlNode[] = [];
    let end = this.startTagEnd;
    for (const node of this.markup) {
      if (node.start > end) nodes.push(new TextNode(end, node.start));
      if (node.kind !== "stray-end-tag") nodes.push(node);
      end = node.end;
    }
    if (this.contentEnd > end) nodes.push(new TextNode(end, this.contentEnd));
    return nodes;
  }

  get contentEnd(): number {
    const { closed, end } = this;
    if (closed === "plain") return end - "</>".length - this.nameRecord.text.length;
    return closed === "not" ? end : closed === "itself" ? this.startTagEnd : closed.start;
  }

  get selfClosing(): boolean {
    return this.closed === "itself";
  }

  get nameStart(): number {
    return this.start + "<".length;
  }

  get nameEnd(): number {
    return this.nameStart + this.nameRecord.text.length;
  }

  /** Moves the tags that begin at or after an offset. */
  move(from: number, by: number): void {
    if (this.start >= from) {
      this.start += by;
      this.startTagEnd += by;
      for (const attribute of this.attributes) attribute.move(by);
    }
    if (this.end >= from) this.end += by;
    if (typeof this.closed === "object" && this.closed.start >= from) {
      const { start, nameStart, nameEnd } = this.closed;
      this.closed = { start: start + by, nameStart: nameStart + by, nameEnd: nameEnd + by };
    }
  }

  get endTag(): XmlEndTag | undefined {
    const { closed, end } = this;
    if (closed === "not" || closed === "itself") return undefined;
    if (closed !== "plain") return { ...closed, end };
    const nameEnd = end - ">".length;
    const nameStart = nameEnd - this.nameRecord.text.length;
    return { start: nameStart - "</".length, end, nameStart, nameEnd };
  }
}

/** An element whose name isn't directly after its `<`: whitespace is between them, or the `<` is missing. */
export class OddElementNode extends ElementNode {
  readonly #nameOffset: number;

  constructor(parent: ElementNode | undefined, name: Name, start: number, nameStart: number) {
    super(parent, name, start, nameStart);
    this.#nameOffset = nameStart - start;
  }

  override get nameStart(): number {
    return this.start + this.#nameOffset;
  }
}

export class TextNode {
  start: number;
  end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }

  get kind(): "text" {
    return "text";
  }
}

export class AttributeNode extends NamedNode implements XmlAttribute {
  start: number;
  end: number;
  valueStart = -1;
  valueEnd = -1;

  constructor(name: Name, start: number, end: number) {
    super(name, name.prefix.text === "" || name.broken ? "" : undefined);
    this.start = start;
    this.end = end;
  }

  get nameStart(): number {
    return this.start;
  }

  get nameEnd(): number {
    return this.start + this.nameRecord.text.length;
  }

  move(by: number): void {
    this.start += by;
    this.end += by;
    if (this.valueStart < 0) return;
    this.valueStart += by;
    this.valueEnd += by;
  }
}
