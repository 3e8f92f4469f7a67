import { attribute, nameSpan, namespaceOf, valueSpan } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";
import { anyType } from "../xsd/anyType.ts";
import { type ElementDeclaration, type SimpleType, simpleTypeOf, type Type } from "../xsd/components.ts";
import { namespaceInScope } from "../xsd/document.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { valueKey } from "../xsd/values.ts";
import { type AttributeContext, declarationOf, xsiNamespace } from "./attributes.ts";
import { isText } from "./content.ts";
import type { FieldAttribute, FieldValue } from "./identity.ts";
import type { OpenElement } from "./openElement.ts";
import type { ReportProblem } from "./problems.ts";
import type { Values } from "./values.ts";

/** The `xsi:nil` that makes an element nil (XML Schema part 1, section 3.3.4, 3). An invalid `xsi:nil` is reported. */
export function nilOf(
  { values, report }: AttributeContext,
  element: XmlElement,
  declaration: ElementDeclaration | undefined,
): XmlAttribute | undefined {
  const nil = attribute(element, xsiNamespace, "nil");
  const text = nil && values.ofAttribute(nil)?.trim();
  if (nil === undefined || text === undefined) return undefined;
  const at = valueSpan(nil) ?? nameSpan(nil);
  if (declaration && !declaration.nillable) {
    report(element, nameSpan(nil), { kind: "nil-not-allowed", attribute: nil });
    return undefined;
  }
  if (!/^(?:true|false|1|0)$/.test(text)) report(element, at, { kind: "nil-value", attribute: nil });
  const isTrue = text === "true" || text === "1";
  if (isTrue && declaration?.given?.kind === "fixed") report(element, at, { kind: "nil-fixed", attribute: nil });
  return isTrue ? nil : undefined;
}

/** Checks and returns the values of elements, including values that are parts of keys. */
export class ElementValues {
  readonly #document: XmlDocument;
  readonly #schemas: Schemas;
  readonly #values: Values;
  readonly #report: ReportProblem;

  constructor({ document, schemas, values, report }: AttributeContext) {
    this.#document = document;
    this.#schemas = schemas;
    this.#values = values;
    this.#report = report;
  }

  /** Checks the value of an element; undefined if it has no value, or an unknown or invalid one. */
  of({ element, declaration, type }: OpenElement): string | undefined {
    const simple = simpleTypeOf(type);
    const given = declaration?.given;
    if (simple === undefined && given?.kind !== "fixed") return undefined;
    const isEmpty = given !== undefined && !element.children.some((one) => one.kind === "element" || isText(one));
    const text = isEmpty ? given.value : this.#values.ofElement(element);
    if (text === undefined) return undefined;
    const place = { element, attribute: undefined };
    if (simple && !this.#values.check(place, text, simple, isEmpty ? prefixesOf(declaration) : undefined))
      return undefined;
    if (given?.kind === "fixed" && !isEmpty && !this.#isSame(text, given.value, element, declaration, simple)) {
      const at = this.#values.spanOf(place);
      this.#report(element, at, { kind: "fixed", attribute: undefined, given, value: text });
    }
    return text;
  }

  /** Whether a text is the fixed value: compared as values of the type, or as text in mixed content. */
  #isSame(
    text: string,
    fixed: string,
    element: XmlElement,
    declaration: ElementDeclaration | undefined,
    type: SimpleType | undefined,
  ): boolean {
    if (type === undefined) return text === fixed && !element.markup.some(({ kind }) => kind === "element");
    const prefixes = prefixesOf(declaration);
    const declared = declaration && simpleTypeOf(declaration.type);
    // `xsi:type` may not allow the text of the fixed value, but another text with the same value: a fixed 1.0 is the
    // integer 1.
    const key = valueKey(fixed, type, prefixes) ?? (declared && valueKey(fixed, declared, prefixes));
    return key === undefined || key === this.#keyOf(text, type, element);
  }

  #keyOf(text: string, type: SimpleType, element: XmlElement): string | undefined {
    return valueKey(text, type, (prefix) => namespaceOf(this.#document, element, prefix), this.#values.budget);
  }

  ofField({ element, declaration, type, nil }: OpenElement, text: string | undefined): FieldValue {
    const simple = simpleTypeOf(type);
    if (simple !== undefined && nil) return { kind: "nil" };
    if (simple === undefined) return { kind: this.#isUnknown(element, type, declaration) ? "unknown" : "complex" };
    const key = text === undefined ? undefined : this.#keyOf(text, simple, element);
    return key === undefined ? { kind: "unknown" } : { kind: "value", key };
  }

  /** Whether a type isn't known, so that a base type of all types is used. */
  #isUnknown({ namespace = "" }: XmlElement, type: Type, declaration: ElementDeclaration | undefined): boolean {
    if (type !== anyType) return false;
    if (declaration === undefined) return this.#schemas.declarations.incomplete.has(namespace);
    const named = declaration.source.attributes.get("type")?.value;
    return named !== undefined && !/(?:^|:)anyType\s*$/.test(named);
  }

  attributes(element: XmlElement, type: Type): readonly FieldAttribute[] {
    const valueFor = (text: string | undefined, simple: SimpleType | undefined): FieldValue => {
      const key = text === undefined || !simple ? undefined : this.#keyOf(text, simple, element);
      return key === undefined ? { kind: "unknown" } : { kind: "value", key };
    };
    const written = element.attributes.map((attribute) => {
      const simple = () => declarationOf(this.#schemas, attribute, type)?.type;
      const name = { namespace: attribute.namespace ?? "", local: attribute.local };
      return { name, value: () => valueFor(this.#values.ofAttribute(attribute), simple()) };
    });
    const uses = type.kind === "complex" ? [...type.attributes.values()] : [];
    const defaults = uses.filter(({ name, given }) => given && !attribute(element, name.namespace, name.local));
    return [
      ...written,
      ...defaults.map(({ name, given, type: simple }) => ({ name, value: () => valueFor(given?.value, simple) })),
    ];
  }
}

/** Finds the prefixes in a value that the schema gives. */
function prefixesOf(declaration: ElementDeclaration | undefined): (prefix: string) => string | undefined {
  return (prefix) => declaration && namespaceInScope(declaration.source.scope, prefix);
}
