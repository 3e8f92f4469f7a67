import type { XmlAttribute, XmlElement } from "../xml/tree.ts";
import { type ElementDeclaration, type SimpleType, simpleTypeOf, type Type } from "../xsd/components.ts";
import type { Children } from "./children.ts";
import type { IdentityState } from "./identity.ts";
import type { Governing } from "./validSubtrees.ts";

/** An element whose end tag isn't reached yet. A class, so that all have the same hidden class. */
export class OpenElement implements Governing {
  /** The one around it. */
  readonly up: OpenElement | undefined;
  readonly element: XmlElement;
  readonly declaration: ElementDeclaration | undefined;
  readonly declared: Type | undefined;
  readonly required: boolean;
  readonly type: Type;
  /** The `xsi:nil` that makes it nil. */
  readonly nil: XmlAttribute | undefined;
  /** Whether text belongs to its content. */
  readonly acceptsText: boolean;
  /** Undefined where the type has no element content. */
  readonly children: Children | undefined;
  readonly identity: IdentityState | undefined;
  /** The effects that were counted before it. */
  readonly effects: number;
  /** Whether its children belong to its parent. */
  isTransparent = false;
  /** The index of the next node of its markup, and the end of the one before. */
  next = 0;
  read: number;
  /** Whether something was reported that a second mistake of the same kind wouldn't add to. */
  isReported = false;
  /** Whether whitespace was reported, which services accept: what else is wrong with the content is reported, too. */
  isBlankReported = false;
  /** Whether its value is in another part of the message. */
  isInPart = false;

  constructor(
    up: OpenElement | undefined,
    element: XmlElement,
    { declaration, declared, required }: Governing,
    type: Type,
    nil: XmlAttribute | undefined,
    children: Children | undefined,
    identity: IdentityState | undefined,
    effects: number,
  ) {
    this.up = up;
    this.element = element;
    this.declaration = declaration;
    this.declared = declared;
    this.required = required;
    this.type = type;
    this.nil = nil;
    this.acceptsText = !nil && (type.kind === "simple" || type.content.kind === "simple" || isMixed(type));
    this.children = children;
    this.identity = identity;
    this.effects = effects;
    this.read = element.startTagEnd;
  }

  /** An unexpected element around children of this one. */
  around(element: XmlElement): OpenElement {
    const { declared, required, type, children, effects } = this;
    const governing = { declaration: undefined, declared, required };
    const open = new OpenElement(this, element, governing, type, undefined, children, undefined, effects);
    open.isTransparent = true;
    return open;
  }

  /** The type of its value; undefined if it has none. */
  get valueType(): SimpleType | undefined {
    return simpleTypeOf(this.type);
  }
}

function isMixed(type: Type): boolean {
  return type.kind === "complex" && type.content.kind === "elements" && type.content.mixed;
}
