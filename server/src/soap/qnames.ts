import type { Span } from "../text/span.ts";
import type { XmlAttribute, XmlElement } from "../xml/tree.ts";
import { childElements } from "./envelope.ts";
import { encodingNamespaces } from "./facts.ts";

export const XSI_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance";

/** Whether an attribute is `xsi:type` with a value (XML Schema part 1 section 2.6.1). */
export function isTypeAttribute({ local, namespace, valueStart }: XmlAttribute): boolean {
  return local === "type" && namespace === XSI_NAMESPACE && valueStart >= 0;
}

/** Whether an attribute is the item type of an encoded array (SOAP 1.1 section 5.4.2, SOAP 1.2 part 2 section 3.1.5). */
export function isArrayTypeAttribute({ local, namespace, valueStart }: XmlAttribute): boolean {
  if (valueStart < 0) return false;
  return (
    (local === "arrayType" && namespace === encodingNamespaces["1.1"]) ||
    (local === "itemType" && namespace === encodingNamespaces["1.2"])
  );
}

/** The faultcode (SOAP 1.1 section 4.4), or the Values of Code and its Subcodes (SOAP 1.2 part 1 section 5.4). */
export function* faultCodeElements(fault: XmlElement): Generator<XmlElement, void, void> {
  let code: XmlElement | undefined;
  for (const child of childElements(fault)) {
    if (child.local === "faultcode") yield child;
    else if (child.local === "Code") code ??= child;
  }
  while (code) {
    const children: readonly XmlElement[] = childElements(code);
    for (const child of children) if (child.local === "Value") yield child;
    code = children.find(({ local }) => local === "Subcode");
  }
}

/** Span of the prefix in an element whose content is a qualified name. */
export function prefixInContent(text: string, element: XmlElement): Span | undefined {
  const [content] = element.children;
  return element.children.length === 1 && content?.kind === "text"
    ? prefixOfValue(text, content.start, content.end)
    : undefined;
}

/** Span of the prefix in `prefix:local`; array types end with `[3]`. `undefined` if the text contains a reference or a variable. */
export function prefixOfValue(text: string, from: number, to: number): Span | undefined {
  if (to - from > 1000) return undefined;
  const match = /^(\s*)([^\s:{}&<>]+):[^\s:{}&<>]+\s*$/.exec(text.slice(from, to));
  const [, space = "", prefix = ""] = match ?? [];
  return match ? { start: from + space.length, end: from + space.length + prefix.length } : undefined;
}
