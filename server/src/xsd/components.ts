import type { Budget } from "../text/budget.ts";
import type { SourceElement } from "./document.ts";

/*
 * The components of XML Schema 1.0 (part 1, section 2.2), as far as a message's content depends on them.
 */

/** An expanded name; `namespace` is "" for none. */
export interface QName {
  readonly namespace: string;
  readonly local: string;
}

/** Equal for equal names. */
export function keyOf({ namespace, local }: QName): string {
  return `{${namespace}}${local}`;
}

export type Derivation = "extension" | "restriction";
export type Type = SimpleType | ComplexType;

/** What a facet allows, and where it is written. */
export interface Facet<T> {
  readonly value: T;
  readonly fixed: boolean;
  readonly source: SourceElement | undefined;
}

/** A value of an enumeration; QNames are resolved by the scope of `source`. */
export interface Enumerated {
  readonly value: string;
  readonly source: SourceElement;
}

/** The facets that hold for a type, its base types' included. Lengths: characters, octets or items, by the type. */
export interface Facets {
  readonly whiteSpace: "preserve" | "replace" | "collapse";
  readonly length?: Facet<number>;
  readonly minLength?: Facet<number>;
  readonly maxLength?: Facet<number>;
  readonly totalDigits?: Facet<number>;
  readonly fractionDigits?: Facet<number>;
  readonly minInclusive?: Facet<string>;
  readonly minExclusive?: Facet<string>;
  readonly maxInclusive?: Facet<string>;
  readonly maxExclusive?: Facet<string>;
  /** For each step of derivation its expressions; a value matches one of each step's. */
  readonly patterns: readonly Facet<readonly string[]>[];
  /** Undefined where each value is allowed. */
  readonly enumeration: readonly Enumerated[] | undefined;
}

interface Named {
  /** Undefined for an anonymous type. */
  readonly name: QName | undefined;
  /** Where it is declared; undefined for a built-in one. */
  readonly source: SourceElement | undefined;
}

export interface SimpleType extends Named {
  readonly kind: "simple";
  /** Undefined for `xs:anySimpleType`. */
  readonly base: SimpleType | undefined;
  readonly facets: Facets;
  readonly variety:
    | { readonly kind: "atomic"; readonly primitive: Primitive }
    | { readonly kind: "list"; readonly item: SimpleType }
    | { readonly kind: "union"; readonly members: readonly SimpleType[] };
}

/** `xs:anySimpleType`, and the primitive types of XML Schema part 2, section 3.2. */
export type Primitive =
  | "anySimpleType"
  | "string"
  | "boolean"
  | "decimal"
  | "float"
  | "double"
  | "duration"
  | "dateTime"
  | "time"
  | "date"
  | "gYearMonth"
  | "gYear"
  | "gMonthDay"
  | "gDay"
  | "gMonth"
  | "hexBinary"
  | "base64Binary"
  | "anyURI"
  | "QName"
  | "NOTATION";

export interface ComplexType extends Named {
  readonly kind: "complex";
  /** Undefined for `xs:anyType`, and where it isn't defined. */
  readonly base: Type | undefined;
  readonly derivation: Derivation;
  readonly abstract: boolean;
  readonly block: ReadonlySet<string>;
  readonly content: Content;
  /** Attributes by `keyOf` their names; prohibited ones are left out. */
  readonly attributes: ReadonlyMap<string, AttributeUse>;
  readonly anyAttribute: Wildcard | undefined;
}

export type Content =
  | { readonly kind: "empty" }
  | { readonly kind: "simple"; readonly type: SimpleType }
  | { readonly kind: "elements"; readonly mixed: boolean; readonly particle: Particle };

/** The type of the values of a type; undefined if it has none. */
export function simpleTypeOf(type: Type): SimpleType | undefined {
  if (type.kind === "simple") return type;
  return type.content.kind === "simple" ? type.content.type : undefined;
}

/** `max` is Infinity for `unbounded`. */
export interface Particle {
  readonly min: number;
  readonly max: number;
  readonly term: ElementDeclaration | ModelGroup | Wildcard;
  readonly source: SourceElement | undefined;
}

export interface ModelGroup {
  readonly kind: "group";
  readonly compositor: "sequence" | "choice" | "all";
  readonly particles: readonly Particle[];
}

export interface Wildcard {
  readonly kind: "wildcard";
  readonly process: "strict" | "lax" | "skip";
  /** `not`: any other than these; "" is no namespace. */
  readonly namespaces: "any" | { readonly not: readonly string[] } | { readonly in: readonly string[] };
  readonly source: SourceElement | undefined;
}

/** A value that a schema gives. */
export interface GivenValue {
  readonly kind: "default" | "fixed";
  readonly value: string;
}

export interface ElementDeclaration {
  readonly kind: "element";
  readonly name: QName;
  /** Declared at the top of a schema. */
  readonly global: boolean;
  /** Compiled when it is first read. */
  readonly type: Type;
  readonly nillable: boolean;
  readonly abstract: boolean;
  readonly given: GivenValue | undefined;
  /** The head that it may stand for. */
  readonly substitutes: QName | undefined;
  readonly block: ReadonlySet<string>;
  /** Compiled when they are first read. */
  readonly constraints: readonly IdentityConstraint[];
  /**
   * Of values that need no other check, if the element has no attributes: of a simple type without references. Undefined for
   * other declarations.
   */
  readonly plainTest: PlainTest | undefined;
  readonly source: SourceElement;
}

/**
 * Whether a part of a text is surely a value of a type, found without making the value or a string: so are most values of
 * messages. False says nothing, nor does true if the budget is spent. Line breaks may be CR LF, which the value has as LF.
 */
export type PlainTest = (text: string, start: number, end: number, budget: Budget) => boolean;

/** `xs:unique`, `xs:key` or `xs:keyref` (section 3.11). */
export interface IdentityConstraint {
  readonly kind: "unique" | "key" | "keyref";
  readonly name: QName;
  /** The key that a `keyref` refers to; undefined for the others. */
  readonly refer: QName | undefined;
  /** Its alternatives. */
  readonly selector: readonly IdentityPath[];
  /** For each field its alternatives. */
  readonly fields: readonly (readonly IdentityPath[])[];
  readonly source: SourceElement;
}

/** A path of the subset of XPath that identity constraints are written in (section 3.11.6). */
export interface IdentityPath {
  /** Whether it begins with `.//`. */
  readonly anyDepth: boolean;
  readonly steps: readonly NameTest[];
  /** Of a field that ends at an attribute. */
  readonly attribute: NameTest | undefined;
}

/** Undefined parts match any: `*`, `p:*`. */
export interface NameTest {
  readonly namespace: string | undefined;
  readonly local: string | undefined;
}

export interface AttributeUse {
  readonly name: QName;
  readonly required: boolean;
  readonly type: SimpleType;
  readonly given: GivenValue | undefined;
  readonly source: SourceElement | undefined;
}

/** An error in a schema; the message says what was assumed. */
export interface SchemaProblem {
  readonly source: SourceElement;
  /** The attribute that it is about; the element's name otherwise. */
  readonly attribute?: string;
  readonly message: string;
}
