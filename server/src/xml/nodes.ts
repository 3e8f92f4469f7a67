import type { Name } from "./names.ts";
import type { XmlAttribute, XmlElement, XmlEndTag, XmlNode } from "./tree.ts";

const NO_ATTRIBUTES: readonly AttributeNode[] = [];
const NO_CHILDREN: readonly XmlNode[] = [];

/** Elements and attributes are classes, so that derived values need no memory. */
class NamedNode {
  readonly nameRecord: Name;
  namespace: string | undefined;

  constructor(name: Name, namespace: string | undefined) {
    this.nameRecord = name;
    this.namespace = namespace;
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

export class ElementNode extends NamedNode implements XmlElement {
  readonly kind = "element";
  parent: ElementNode | undefined;
  start: number;
  end: number;
  nameEnd: number;
  /** -1 without an end tag. */
  endTagStart = -1;
  endTagNameStart = -1;
  endTagNameEnd = -1;
  startTagEnd: number;
  selfClosing = false;
  attributes: readonly AttributeNode[] = NO_ATTRIBUTES;
  children: readonly XmlNode[] = NO_CHILDREN;

  constructor(parent: ElementNode | undefined, name: Name, start: number, nameEnd: number) {
    super(name, undefined);
    this.parent = parent;
    this.start = start;
    this.end = nameEnd;
    this.nameEnd = nameEnd;
    this.startTagEnd = nameEnd;
  }

  get nameStart(): number {
    return this.nameEnd - this.nameRecord.text.length;
  }

  /** Moves the tags from an offset on. */
  move(from: number, by: number): void {
    if (this.start >= from) {
      this.start += by;
      this.nameEnd += by;
      this.startTagEnd += by;
      for (const attribute of this.attributes) attribute.move(by);
    }
    if (this.end >= from) this.end += by;
    if (this.endTagStart >= from) {
      this.endTagStart += by;
      this.endTagNameStart += by;
      this.endTagNameEnd += by;
    }
  }

  get endTag(): XmlEndTag | undefined {
    if (this.endTagStart < 0) return undefined;
    return { start: this.endTagStart, end: this.end, nameStart: this.endTagNameStart, nameEnd: this.endTagNameEnd };
  }
}

export class AttributeNode extends NamedNode implements XmlAttribute {
  start: number;
  end: number;
  valueStart = -1;
  valueEnd = -1;

  constructor(name: Name, start: number, end: number) {
    super(name, "");
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
