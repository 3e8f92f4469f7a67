import type { Span } from "../text/span.ts";
import type { XmlAttribute, XmlElement } from "../xml/tree.ts";
import type {
  AttributeUse,
  ElementDeclaration,
  GivenValue,
  IdentityConstraint,
  QName,
  SimpleType,
  Type,
  Wildcard,
} from "../xsd/components.ts";
import type { Expected } from "../xsd/content/contentState.ts";
import type { ValueProblem } from "../xsd/values.ts";

export type ProblemKind =
  /** The element has no declaration, but needs one. */
  | { readonly kind: "element-undeclared"; readonly wildcard: Wildcard | undefined }
  /**
   * The element isn't allowed here. `expected`: undefined if the parent can't contain elements. `mayEnd`: whether the
   * parent's content may end here. `similar`: the element that was probably intended.
   */
  | {
      readonly kind: "element-unexpected";
      readonly expected: readonly Expected[] | undefined;
      readonly mayEnd: boolean;
      readonly similar: ElementDeclaration | undefined;
    }
  /** An `xop:Include` isn't allowed here: the value isn't binary, the message isn't multipart, or there is other content. */
  | { readonly kind: "include-unexpected"; readonly why: "not-binary" | "not-multipart" | "not-alone" }
  /** The element isn't a member of an encoded value. `names`: the names of its members. */
  | { readonly kind: "member-unexpected"; readonly names: readonly string[]; readonly similar: string | undefined }
  | { readonly kind: "element-count"; readonly expected: readonly Expected[]; readonly mayEnd: boolean }
  /** Elements are missing. `before`: the child at the place where they are expected; undefined at the end of the content. */
  | {
      readonly kind: "element-missing";
      readonly expected: readonly Expected[];
      readonly before: XmlElement | undefined;
      /** The elements that complete the content, with one of each choice. `start`: the first, one of `expected`. */
      readonly missing: (start?: ElementDeclaration) => readonly ElementDeclaration[];
    }
  /** The local name is correct, but the namespace is wrong. `others`: further elements with the same error. */
  | {
      readonly kind: "element-namespace";
      readonly expected: ElementDeclaration;
      readonly others: readonly { readonly element: XmlElement; readonly expected: ElementDeclaration }[];
    }
  /** Allowed, but not here. `expected`: what must come before; if empty, the element must come before another one. */
  | {
      readonly kind: "element-order";
      readonly expected: readonly Expected[];
      /** All children in an order that is allowed; undefined if there is none. */
      readonly inOrder: () => readonly XmlElement[] | undefined;
    }
  /** The element is in another branch of a choice than `other`. `all`: the element and the following elements of its branch. */
  | { readonly kind: "element-alternative"; readonly other: XmlElement; readonly all: readonly XmlElement[] }
  /** The element is missing its parent `wrapper`. */
  | { readonly kind: "element-wrapper-missing"; readonly wrapper: ElementDeclaration }
  /** The element's children belong directly in its parent. */
  | { readonly kind: "element-wrapper-extra" }
  | { readonly kind: "element-abstract"; readonly declaration: ElementDeclaration }
  /** Text isn't allowed here. `empty`: whether not even whitespace is allowed. */
  | { readonly kind: "text-unexpected"; readonly empty: boolean; readonly blank: boolean; readonly type: Type }
  | {
      readonly kind: "attribute-unexpected";
      readonly attribute: XmlAttribute;
      readonly similar: AttributeUse | undefined;
    }
  /** The attribute's local name is correct, but its namespace is wrong. */
  | { readonly kind: "attribute-namespace"; readonly attribute: XmlAttribute; readonly expected: AttributeUse }
  | { readonly kind: "attribute-missing"; readonly use: AttributeUse }
  | {
      readonly kind: "value";
      readonly attribute: XmlAttribute | undefined;
      readonly problem: ValueProblem;
      readonly type: SimpleType;
    }
  | {
      readonly kind: "fixed";
      readonly attribute: XmlAttribute | undefined;
      readonly given: GivenValue;
      readonly value: string;
    }
  | { readonly kind: "type-unknown"; readonly attribute: XmlAttribute; readonly value: string }
  | {
      readonly kind: "type-not-derived" | "type-blocked";
      readonly attribute: XmlAttribute;
      readonly type: Type;
      readonly declared: Type;
    }
  | { readonly kind: "type-abstract"; readonly attribute: XmlAttribute | undefined; readonly type: Type }
  /** `nil-content`: the element is nil, but has content. */
  | { readonly kind: "nil-not-allowed" | "nil-fixed" | "nil-value" | "nil-content"; readonly attribute: XmlAttribute }
  | { readonly kind: "id-duplicate"; readonly value: string; readonly first: Span }
  | { readonly kind: "id-missing"; readonly value: string }
  /** A reference of SOAP encoding has a value beside it, or its target isn't in the message. */
  | {
      readonly kind: "reference-content" | "reference-target";
      readonly attribute: XmlAttribute;
      readonly value: string;
    }
  /** The element already has another attribute of type ID. */
  | { readonly kind: "id-second"; readonly attribute: XmlAttribute }
  | { readonly kind: "entity-unknown"; readonly value: string }
  | { readonly kind: "key-duplicate"; readonly constraint: IdentityConstraint; readonly first: XmlElement }
  | { readonly kind: "key-field-missing"; readonly constraint: IdentityConstraint; readonly field: number }
  | { readonly kind: "key-field-invalid"; readonly constraint: IdentityConstraint; readonly field: number }
  | { readonly kind: "key-not-found"; readonly constraint: IdentityConstraint; readonly refer: QName }
  /** Checking the value would take too many steps. `rest`: so would checking the rest of the document. */
  | { readonly kind: "value-unchecked"; readonly rest: boolean }
  /** From this element on, keys and references aren't checked. */
  | { readonly kind: "keys-unchecked" }
  /** From this element on, the order of elements and missing elements aren't checked. */
  | { readonly kind: "content-unchecked" };

/** A problem of an element. `at`: the smallest span with the error. */
export type Problem = ProblemKind & { readonly element: XmlElement; readonly at: Span };

export type ReportProblem = (element: XmlElement, at: Span, problem: ProblemKind) => void;
