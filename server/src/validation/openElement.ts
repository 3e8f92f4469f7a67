import type { XmlAttribute, XmlElement } from "../xml/tree.ts";
import { type ElementDeclaration, type SimpleType, simpleTypeOf, type Type } from "../xsd/components.ts";
import type { Children } from "./children.ts";
import type { IdentityState } from "./identity.ts";
import type { Governing } from "./validSubtrees.ts";

/** An element whose end tag isn't reached yet. A class, so that V8 uses one hidden class for all of them. */
export class OpenElement implements Governing {
  /** The element around this one. */
  readonly up: OpenElement | undefined;
  readonly element: XmlElement;
  readonly declaration: ElementDeclaration | undefined;
  readonly declared: Type | undefined;
  readonly required: boolean;
  readonly type: Type;
  /** The `xsi:nil` attribute that makes the element nil. */
  readonly nil: XmlAttribute | undefined;
  /** Whether text is allowed in the element. */
  readonly acceptsText: boolean;
  /** Undefined if the type allows no child elements. */
  readonly children: Children | undefined;
  readonly identity: IdentityState | undefined;
  /** Number of effects before the element. */
  readonly effects: number;
  /** Whether the element's children are checked as children of its parent. */
  isTransparent = false;
  /** Index of the next node in its markup. `read`: the end of the previous node. */
  next = 0;
  read: number;
  /** Whether an error was reported that makes further errors of the same kind redundant. */
  isReported = false;
  /** Whether whitespace was reported. Services accept it, so other errors in the content are reported, too. */
  isBlankReported = false;
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

  /** Opens an unexpected element around children of this element. */
  around(element: XmlElement): OpenElement {
    const { declared, required, type, children, effects } = this;
    const governing = { declaration: undefined, declared, required };
    const open = new OpenElement(this, element, governing, type, undefined, children, undefined, effects);
    open.isTransparent = true;
    return open;
  }

  /** The simple type of the element's value; undefined if it has none. */
  get valueType(): SimpleType | undefined {
    return simpleTypeOf(this.type);
  }
}

function isMixed(type: Type): boolean {
  return type.kind === "complex" && type.content.kind === "elements" && type.content.mixed;
}
