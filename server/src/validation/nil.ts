import { attribute, nameSpan, valueSpan } from "../xml/query.ts";
import type { XmlAttribute, XmlElement } from "../xml/tree.ts";
import type { ElementDeclaration } from "../xsd/components.ts";
import { type AttributeContext, xsiNamespace } from "./attributes.ts";

/** The `xsi:nil` that makes an element nil (XML Schema part 1, section 3.3.4, 3). What is wrong with it is reported. */
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
