import type { Budget } from "../text/budget.ts";
import type { SourceElement } from "./document.ts";

/*
 * The components of XML Schema 1.0 (part 1, section 2.2), as far as a message's content depends on them.
 */

/** An expanded name; `namespace` is "" for no namespace. */
export interface QName {
  readonly namespace: string;
  readonly local: string;
}

/** A key for maps. Equal names have equal keys. */
export function keyOf({ namespace, local }: QName): string {
  return `{${namespace}}${local}`;
}

export type Derivation = "extension" | "restriction";
export type Type = SimpleType | ComplexType;

export interface Facet<T> {
  readonly value: T;
  readonly fixed: boolean;
  readonly source: SourceElement | undefined;
}

/** A value in an enumeration. The prefixes of QNames are resolved in the scope of `source`. */
export interface Enumerated {
  readonly value: string;
  readonly source: SourceElement;
}

/** The facets of a type, including those of its base types. Lengths count characters, octets or items, depending on the type. */
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
  /** For each step of derivation, its alternative expressions. A value must match one expression of each step. */
  readonly patterns: readonly Facet<readonly string[]>[];
  readonly enumeration: readonly Enumerated[] | undefined;
}

interface Named {
  /** Undefined for an anonymous type. */
  readonly name: QName | undefined;
  /** The element that declares the type; undefined for a built-in type. */
  readonly source: SourceElement | undefined;
}

export interface SimpleType extends Named {
  readonly kind: "simple";
  /** The base type; undefined for `xs:anySimpleType`. */
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
  /** The base type; undefined for `xs:anyType`, and if the base isn't defined. */
  readonly base: Type | undefined;
  readonly derivation: Derivation;
  readonly abstract: boolean;
  readonly block: ReadonlySet<string>;
  readonly content: Content;
  /** Attributes by `keyOf` their names, without prohibited attributes. */
  readonly attributes: ReadonlyMap<string, AttributeUse>;
  readonly anyAttribute: Wildcard | undefined;
}

export type Content =
  | { readonly kind: "empty" }
  | { readonly kind: "simple"; readonly type: SimpleType }
  | { readonly kind: "elements"; readonly mixed: boolean; readonly particle: Particle };

/** The simple type of a type's values; undefined if the type has no simple content. */
export function simpleTypeOf(type: Type): SimpleType | undefined {
  if (type.kind === "simple") return type;
  return type.content.kind === "simple" ? type.content.type : undefined;
}

/** A part of a content model. `max` is Infinity for `unbounded`. */
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
  /** `not`: all namespaces except these; "" is no namespace. */
  readonly namespaces: "any" | { readonly not: readonly string[] } | { readonly in: readonly string[] };
  readonly source: SourceElement | undefined;
}

/** A fixed or default value in a schema. */
export interface GivenValue {
  readonly kind: "default" | "fixed";
  readonly value: string;
}

export interface ElementDeclaration {
  readonly kind: "element";
  readonly name: QName;
  readonly global: boolean;
  /** The type, compiled at first use. */
  readonly type: Type;
  readonly nillable: boolean;
  readonly abstract: boolean;
  readonly given: GivenValue | undefined;
  /** Head of the element's substitution group. */
  readonly substitutes: QName | undefined;
  readonly block: ReadonlySet<string>;
  readonly constraints: readonly IdentityConstraint[];
  /** A fast test for values, if the element has no attributes and its simple type has no references. Undefined for other declarations. */
  readonly plainTest: PlainTest | undefined;
  readonly source: SourceElement;
}

/**
 * Returns whether a part of a text is certainly a value of a type, without creating the value or a string. This is
 * true for most values in messages. If the result is false, or the budget is spent, the value must be checked by
 * other means. Line breaks may be CR LF, which are LF in the value.
 */
export type PlainTest = (text: string, start: number, end: number, budget: Budget) => boolean;

/** An `xs:unique`, `xs:key` or `xs:keyref` (section 3.11). */
export interface IdentityConstraint {
  readonly kind: "unique" | "key" | "keyref";
  readonly name: QName;
  /** Name of the key that a `keyref` refers to; undefined for other constraints. */
  readonly refer: QName | undefined;
  readonly selector: readonly IdentityPath[];
  readonly fields: readonly (readonly IdentityPath[])[];
  readonly source: SourceElement;
}

/** A path in the subset of XPath that identity constraints allow (section 3.11.6). */
export interface IdentityPath {
  readonly anyDepth: boolean;
  readonly steps: readonly NameTest[];
  readonly attribute: NameTest | undefined;
}

/** A name in a path. Undefined parts match any name: `*`, `p:*`. */
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

/** An error in a schema. The message also describes the assumption that was made. */
export interface SchemaProblem {
  readonly source: SourceElement;
  /** Name of the attribute with the error; undefined if the error is reported at the element's name. */
  readonly attribute?: string;
  readonly message: string;
}
