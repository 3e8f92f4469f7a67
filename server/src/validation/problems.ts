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

/** Why an element or a part of it isn't valid. */
export type ProblemKind =
  /** No declaration, where one is required. */
  | { readonly kind: "element-undeclared"; readonly wildcard: Wildcard | undefined }
  /**
   * Not allowed here. `expected`: undefined if the parent can't contain elements. `mayEnd`: the parent may end here.
   * `similar`: what it is probably meant to be.
   */
  | {
      readonly kind: "element-unexpected";
      readonly expected: readonly Expected[] | undefined;
      readonly mayEnd: boolean;
      readonly similar: ElementDeclaration | undefined;
    }
  /** An `xop:Include` in the place of a value that isn't binary, outside of a multipart message, or beside other content. */
  | { readonly kind: "include-unexpected"; readonly why: "not-binary" | "not-multipart" | "not-alone" }
  /** No member of an encoded value. `names`: of its members. */
  | { readonly kind: "member-unexpected"; readonly names: readonly string[]; readonly similar: string | undefined }
  /** Not allowed once more. */
  | { readonly kind: "element-count"; readonly expected: readonly Expected[]; readonly mayEnd: boolean }
  /** `before`: the child in whose place they are expected; undefined at the end of the content. */
  | {
      readonly kind: "element-missing";
      readonly expected: readonly Expected[];
      readonly before: XmlElement | undefined;
      /** What completes the content, one of each choice, in order. `start`: the first one, of those that are expected. */
      readonly missing: (start?: ElementDeclaration) => readonly ElementDeclaration[];
    }
  /** The right local name in another namespace. `others` are in the same one by the same mistake. */
  | {
      readonly kind: "element-namespace";
      readonly expected: ElementDeclaration;
      readonly others: readonly { readonly element: XmlElement; readonly expected: ElementDeclaration }[];
    }
  /** It is allowed, but `expected` has to come before it; where that is empty, it has to come before another one. */
  | {
      readonly kind: "element-order";
      readonly expected: readonly Expected[];
      /** All children, in an order that is allowed; undefined if there is none. */
      readonly inOrder: () => readonly XmlElement[] | undefined;
    }
  /** Another branch of a choice has it, beside `other`. `all`: with the following elements of its branch. */
  | { readonly kind: "element-alternative"; readonly other: XmlElement; readonly all: readonly XmlElement[] }
  /** Its parent `wrapper` is missing. */
  | { readonly kind: "element-wrapper-missing"; readonly wrapper: ElementDeclaration }
  /** Its children belong to its parent. */
  | { readonly kind: "element-wrapper-extra" }
  | { readonly kind: "element-abstract"; readonly declaration: ElementDeclaration }
  /** `empty`: not even whitespace is allowed. */
  | { readonly kind: "text-unexpected"; readonly empty: boolean; readonly blank: boolean; readonly type: Type }
  | {
      readonly kind: "attribute-unexpected";
      readonly attribute: XmlAttribute;
      readonly similar: AttributeUse | undefined;
    }
  /** The right local name in another namespace. */
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
  /** `nil-content`: the element, which is nil, has content. */
  | { readonly kind: "nil-not-allowed" | "nil-fixed" | "nil-value" | "nil-content"; readonly attribute: XmlAttribute }
  | { readonly kind: "id-duplicate"; readonly value: string; readonly first: Span }
  | { readonly kind: "id-missing"; readonly value: string }
  /** A reference of SOAP's encoding beside a value, or to nothing in the message. */
  | {
      readonly kind: "reference-content" | "reference-target";
      readonly attribute: XmlAttribute;
      readonly value: string;
    }
  /** The element may have another attribute of type ID. */
  | { readonly kind: "id-second"; readonly attribute: XmlAttribute }
  | { readonly kind: "entity-unknown"; readonly value: string }
  | { readonly kind: "key-duplicate"; readonly constraint: IdentityConstraint; readonly first: XmlElement }
  | { readonly kind: "key-field-missing"; readonly constraint: IdentityConstraint; readonly field: number }
  | { readonly kind: "key-field-invalid"; readonly constraint: IdentityConstraint; readonly field: number }
  | { readonly kind: "key-not-found"; readonly constraint: IdentityConstraint; readonly refer: QName }
  /** Its check would take too many steps; `rest`: so would the checks of the rest of the document. */
  | { readonly kind: "value-unchecked"; readonly rest: boolean }
  /** From here on, keys and references aren't checked. */
  | { readonly kind: "keys-unchecked" }
  /** From here on, the order of elements isn't checked, nor which ones are missing. */
  | { readonly kind: "content-unchecked" };

/** A problem of an element: `at` is the smallest text that is wrong. */
export type Problem = ProblemKind & { readonly element: XmlElement; readonly at: Span };

export type ReportProblem = (element: XmlElement, at: Span, problem: ProblemKind) => void;
