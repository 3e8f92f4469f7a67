import { memoized } from "../text/memoized.ts";
import { isSimilar } from "../text/similar.ts";
import { XML_NAMESPACE } from "../xml/names.ts";
import { nameSpan, namespaceOf } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";
import type { AttributeUse, ComplexType, Type } from "../xsd/components.ts";
import { mayRefer, referenceKind } from "../xsd/derivation.ts";
import { namespaceInScope } from "../xsd/document.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { valueKey } from "../xsd/values.ts";
import { accepts } from "../xsd/wildcards.ts";
import type { ReportProblem } from "./problems.ts";
import type { Values } from "./values.ts";

export const xsiNamespace = "http://www.w3.org/2001/XMLSchema-instance";
const xmlnsNamespace = "http://www.w3.org/2000/xmlns/";
const xsiNames: ReadonlySet<string> = new Set(["type", "nil", "schemaLocation", "noNamespaceSchemaLocation"]);

export interface AttributeContext {
  readonly document: XmlDocument;
  readonly schemas: Schemas;
  readonly values: Values;
  readonly report: ReportProblem;
  /** Whether attributes of a namespace are allowed on all elements, such as those of SOAP. */
  readonly ignores: (namespace: string) => boolean;
}

/** Checks the attributes of an element by its type (XML Schema part 1, section 3.4.4, Element Locally Valid, 3 to 5). */
export function checkAttributes(context: AttributeContext, element: XmlElement, type: Type): void {
  const { attributes } = element;
  if (attributes.length === 0 && (type.kind === "simple" || type.attributes.size === 0)) return;
  const uses: AttributeUse[] = [];
  for (const attribute of attributes) {
    const isExtra = attribute.namespace === xmlnsNamespace || isXsi(attribute);
    const use = isExtra ? useOf(attribute, type) : checkAttribute(context, element, attribute, type);
    if (use) uses.push(use);
  }
  if (type.kind === "simple") return;
  if (type.anyAttribute) checkWildIds(context, element, type);
  for (const use of attributeIndexOf(type).required) {
    if (!uses.includes(use)) context.report(element, nameSpan(element), { kind: "attribute-missing", use });
  }
  for (const use of attributeIndexOf(type).givenReferences) {
    const isWritten = element.attributes.some((one) => isNamed(one, use));
    if (!isWritten && !use.required && use.given) context.values.refer(element, use.given.value, use.type);
  }
}

/** Reports a second attribute of type ID. Types can't declare two, but wildcards may accept another one (3.4.4, 5). */
function checkWildIds({ schemas, report }: AttributeContext, element: XmlElement, type: ComplexType): void {
  const wild = element.attributes.filter((attribute) => {
    const use = useOf(attribute, type) ? undefined : declarationOf(schemas, attribute, type);
    return use !== undefined && referenceKind(use.type) === "ID";
  });
  const hasOwn = wild.length > 0 && [...type.attributes.values()].some((use) => referenceKind(use.type) === "ID");
  for (const attribute of hasOwn ? wild : wild.slice(1)) {
    report(element, nameSpan(attribute), { kind: "id-second", attribute });
  }
}

/** The declaration of an attribute in an element of this type; undefined if it has none. */
export function declarationOf(schemas: Schemas, attribute: XmlAttribute, type: Type): AttributeUse | undefined {
  const own = useOf(attribute, type);
  const { namespace, local } = attribute;
  if (own || type.kind === "simple" || !type.anyAttribute || namespace === undefined) return own;
  const { anyAttribute } = type;
  if (anyAttribute.process === "skip" || !accepts(anyAttribute.namespaces, namespace)) return undefined;
  // Attributes of the XML namespace are always allowed, but are only declared if their schema is imported.
  if (namespace === XML_NAMESPACE && !schemas.declarations.imported.has(namespace)) return undefined;
  return schemas.attribute({ namespace, local });
}

/** The use of an attribute, or the one that was probably intended: a misspelled one isn't also reported missing. */
function checkAttribute(
  context: AttributeContext,
  element: XmlElement,
  attribute: XmlAttribute,
  type: Type,
): AttributeUse | undefined {
  const { schemas, report } = context;
  const { namespace, local } = attribute;
  // Another rule reports an undeclared prefix.
  if (namespace === undefined) return undefined;
  const use = declarationOf(schemas, attribute, type);
  if (use) {
    checkValue(context, element, attribute, use);
    return use;
  }
  const wildcard = type.kind === "complex" ? type.anyAttribute : undefined;
  if (wildcard && accepts(wildcard.namespaces, namespace)) {
    if (wildcard.process !== "strict" || schemas.declarations.incomplete.has(namespace)) return undefined;
  }
  if (context.ignores(namespace)) return undefined;
  const uses = type.kind === "complex" ? [...type.attributes.values()] : [];
  const missing = uses.filter((one) => !element.attributes.some((other) => isNamed(other, one)));
  const expected = missing.find(({ name }) => name.local === local);
  const similar = missing.find(({ name }) => isSimilar(name.local, local));
  report(
    element,
    nameSpan(attribute),
    expected
      ? { kind: "attribute-namespace", attribute, expected }
      : { kind: "attribute-unexpected", attribute, similar },
  );
  return expected ?? similar;
}

function checkValue(context: AttributeContext, element: XmlElement, attribute: XmlAttribute, use: AttributeUse): void {
  const text = context.values.ofAttribute(attribute);
  if (text === undefined) return;
  const { type, given } = use;
  const place = { element, attribute };
  if (!context.values.check(place, text, type) || given?.kind !== "fixed") return;
  const { source } = use;
  const { document, values } = context;
  const own = valueKey(text, type, (prefix) => namespaceOf(document, element, prefix), values.budget);
  const fixed = valueKey(
    given.value,
    type,
    (prefix) => source && namespaceInScope(source.scope, prefix),
    values.budget,
  );
  if (own !== fixed && fixed !== undefined) {
    context.report(element, context.values.spanOf(place), { kind: "fixed", attribute, given, value: text });
  }
}

/** The attributes that a type declares, by local name: looking up a local name needs no new key. */
interface AttributeIndex {
  readonly byLocal: ReadonlyMap<string, readonly AttributeUse[]>;
  readonly required: readonly AttributeUse[];
  /** Attributes with a default or fixed value that refers to IDs. The reference exists even if the attribute is omitted. */
  readonly givenReferences: readonly AttributeUse[];
}

const attributeIndexOf = memoized((type: ComplexType): AttributeIndex => {
  const uses = [...type.attributes.values()];
  const byLocal = new Map<string, AttributeUse[]>();
  for (const use of uses) {
    const { local } = use.name;
    const others = byLocal.get(local);
    if (others) others.push(use);
    else byLocal.set(local, [use]);
  }
  const givenReferences = uses.filter(({ given, type }) => given && mayRefer(type));
  return { byLocal, required: uses.filter((use) => use.required), givenReferences };
});

function useOf({ namespace = "", local }: XmlAttribute, type: Type): AttributeUse | undefined {
  if (type.kind === "simple" || type.attributes.size === 0) return undefined;
  const uses = attributeIndexOf(type).byLocal.get(local);
  if (uses === undefined) return undefined;
  for (const use of uses) if (use.name.namespace === namespace) return use;
  return undefined;
}

function isNamed({ namespace, local }: XmlAttribute, { name }: AttributeUse): boolean {
  return local === name.local && namespace === name.namespace;
}

function isXsi({ namespace, local }: XmlAttribute): boolean {
  return namespace === xsiNamespace && xsiNames.has(local);
}
