import type { Name } from "./names.ts";
import type { XmlAttribute, XmlElement, XmlEndTag, XmlNode } from "./tree.ts";

/*
 * Elements and attributes as the parser builds them: classes, so that what follows from other numbers takes no
 * memory, and so that each has one shape.
 */

const NO_ATTRIBUTES: readonly AttributeNode[] = [];
const NO_CHILDREN: readonly XmlNode[] = [];

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
  readonly kind: "element";
  readonly parent: ElementNode | undefined;
  readonly start: number;
  end: number;
  readonly nameEnd: number;
  /** -1 without an end tag. */
  endTagStart: number;
  endTagNameStart: number;
  endTagNameEnd: number;
  startTagEnd: number;
  selfClosing: boolean;
  attributes: readonly AttributeNode[];
  children: readonly XmlNode[];

  constructor(parent: ElementNode | undefined, name: Name, start: number, nameEnd: number) {
    super(name, undefined);
    this.kind = "element";
    this.parent = parent;
    this.start = start;
    this.end = nameEnd;
    this.nameEnd = nameEnd;
    this.endTagStart = -1;
    this.endTagNameStart = -1;
    this.endTagNameEnd = -1;
    this.startTagEnd = nameEnd;
    this.selfClosing = false;
    this.attributes = NO_ATTRIBUTES;
    this.children = NO_CHILDREN;
  }

  get nameStart(): number {
    return this.nameEnd - this.nameRecord.text.length;
  }

  get endTag(): XmlEndTag | undefined {
    if (this.endTagStart < 0) return undefined;
    return { start: this.endTagStart, end: this.end, nameStart: this.endTagNameStart, nameEnd: this.endTagNameEnd };
  }
}

export class AttributeNode extends NamedNode implements XmlAttribute {
  readonly start: number;
  end: number;
  valueStart: number;
  valueEnd: number;

  constructor(name: Name, start: number, end: number) {
    super(name, "");
    this.start = start;
    this.end = end;
    this.valueStart = -1;
    this.valueEnd = -1;
  }

  get nameStart(): number {
    return this.start;
  }

  get nameEnd(): number {
    return this.start + this.nameRecord.text.length;
  }
}
