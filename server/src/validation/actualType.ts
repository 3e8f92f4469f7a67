import { attribute, namespaceOf, valueSpan } from "../xml/query.ts";
import type { XmlAttribute, XmlElement } from "../xml/tree.ts";
import type { ElementDeclaration, Type } from "../xsd/components.ts";
import { stepsBetween } from "../xsd/derivation.ts";
import { prefixOfName } from "../xsd/primitives.ts";
import { type AttributeContext, xsiNamespace } from "./attributes.ts";

/**
 * The type of an element: the declared type, or a derived type that `xsi:type` names (XML Schema part 1, section
 * 3.3.4). If `xsi:type` is invalid, it is reported, and the declared type is used.
 * @param declared undefined if the element isn't declared
 * @param required whether the element must be declared or have an `xsi:type`
 */
export function actualType(
  context: AttributeContext,
  element: XmlElement,
  declaration: ElementDeclaration | undefined,
  declared: Type | undefined,
  required: boolean,
): Type | undefined {
  const written = attribute(element, xsiNamespace, "type");
  const named = written && namedType(context, element, written, required);
  const type = (written && named && allowed(context, element, written, named, declaration, declared)) ?? declared;
  // An invalid `xsi:type` was reported already.
  const isKnown = written === undefined || named === type;
  if (type?.kind !== "complex" || !type.abstract || !isKnown) return type;
  const own = named === type ? written : undefined;
  context.report(element, spanOf(element, own), { kind: "type-abstract", attribute: own, type });
  return type;
}

function namedType(
  { document, schemas, values, report }: AttributeContext,
  element: XmlElement,
  written: XmlAttribute,
  required: boolean,
): Type | undefined {
  const value = values.ofAttribute(written)?.trim();
  if (value === undefined) return undefined;
  const prefix = prefixOfName(value);
  const namespace = prefix === undefined ? undefined : namespaceOf(document, element, prefix);
  const local = value.slice(value.indexOf(":") + 1);
  const type = namespace === undefined ? undefined : schemas.type({ namespace, local });
  const isIncomplete = namespace !== undefined && schemas.declarations.incomplete.has(namespace);
  if (type === undefined && required && !isIncomplete) {
    report(element, spanOf(element, written), { kind: "type-unknown", attribute: written, value });
  }
  return type;
}

function allowed(
  { report }: AttributeContext,
  element: XmlElement,
  written: XmlAttribute,
  type: Type,
  declaration: ElementDeclaration | undefined,
  declared: Type | undefined,
): Type | undefined {
  if (declared === undefined) return type;
  const steps = stepsBetween(type, declared);
  if (steps.kind === "unknown") return type;
  const at = spanOf(element, written);
  if (steps.kind === "unrelated") {
    report(element, at, { kind: "type-not-derived", attribute: written, type, declared });
    return undefined;
  }
  const isBlocked = [...steps.methods].some(
    (method) => declaration?.block.has(method) || (declared.kind === "complex" && declared.block.has(method)),
  );
  if (isBlocked) report(element, at, { kind: "type-blocked", attribute: written, type, declared });
  return type;
}

function spanOf(element: XmlElement, written: XmlAttribute | undefined) {
  return valueSpan(written) ?? { start: element.nameStart, end: element.nameEnd };
}
