import { attribute, nameSpan, valueSpan } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import type { ElementDeclaration } from "../xsd/components.ts";
import { type AttributeContext, xsiNamespace } from "./attributes.ts";

/** Whether an element is nil (XML Schema part 1, section 3.3.4, 3). What is wrong with `xsi:nil` is reported. */
export function isNil(
  { values, report }: AttributeContext,
  element: XmlElement,
  declaration: ElementDeclaration | undefined,
): boolean {
  const nil = attribute(element, xsiNamespace, "nil");
  const text = nil && values.ofAttribute(nil)?.trim();
  if (nil === undefined || text === undefined) return false;
  const at = valueSpan(nil) ?? nameSpan(nil);
  if (declaration && !declaration.nillable) {
    report(element, nameSpan(nil), { kind: "nil-not-allowed", attribute: nil });
    return false;
  }
  if (!/^(?:true|false|1|0)$/.test(text)) report(element, at, { kind: "nil-value", attribute: nil });
  const isTrue = text === "true" || text === "1";
  if (isTrue && declaration?.given?.kind === "fixed") report(element, at, { kind: "nil-fixed", attribute: nil });
  return isTrue;
}
