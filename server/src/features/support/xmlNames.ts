import { type Span, slice } from "../../text/span.ts";
import { isName, isNameStart } from "../../xml/characters.ts";
import { COLON } from "../../xml/codes.ts";
import { attributeAt, elementAt, nameSpan } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";

/** Whether a text is a name without a colon (Namespaces in XML 1.0, production 4, `NCName`). */
export function isNCName(text: string): boolean {
  let first = true;
  for (const character of text) {
    const point = character.codePointAt(0) ?? COLON;
    if (point === COLON || !(first ? isNameStart(point) : isName(point))) return false;
    first = false;
  }
  return !first;
}

/** Whether a text is a name with at most one colon, inside (Namespaces in XML 1.0, production 7, `QName`). */
export function isQName(text: string): boolean {
  const [first = "", second, ...more] = text.split(":");
  return more.length === 0 && isNCName(first) && (second === undefined || isNCName(second));
}

export interface TagName {
  readonly element: XmlElement;
  readonly tag: "start" | "end";
  readonly at: Span;
}

/** The tag name that contains an offset, or ends there. */
export function tagNameAt(xml: XmlDocument, offset: number): TagName | undefined {
  for (const at of [offset, offset - 1]) {
    const element = elementAt(xml, at);
    if (!element) continue;
    const { nameStart, nameEnd } = element;
    if (nameStart <= offset && offset <= nameEnd) return { element, tag: "start", at: nameSpan(element) };
    const name = endName(element);
    if (name && name.start <= offset && offset <= name.end) return { element, tag: "end", at: name };
  }
  return undefined;
}

/** The span of the name in an end tag; `undefined` if there is no end tag, or no name in it. */
function endName({ endTag }: XmlElement): Span | undefined {
  return endTag && endTag.nameStart < endTag.nameEnd ? { start: endTag.nameStart, end: endTag.nameEnd } : undefined;
}

export function tagNames(element: XmlElement): readonly Span[] {
  const end = endName(element);
  return end ? [nameSpan(element), end] : [nameSpan(element)];
}

/** The spans of the names in the tags of an element, without the end tag if its name differs. */
export function matchingTagNames(text: string, element: XmlElement): readonly Span[] {
  return tagNames(element).filter((name) => slice(text, name) === element.name);
}

/** The innermost element that contains an offset, or ends there. */
export function elementNear(xml: XmlDocument, offset: number): XmlElement | undefined {
  return elementAt(xml, offset) ?? elementAt(xml, offset - 1);
}

/** The innermost element whose content contains a span, or ends at an empty span. */
export function elementAround(xml: XmlDocument, { start, end }: Span): XmlElement | undefined {
  let element = elementAt(xml, start - 1) ?? elementAt(xml, start);
  while (
    element &&
    (element.selfClosing || start < element.startTagEnd || end > (element.endTag?.start ?? element.end))
  ) {
    element = element.parent;
  }
  return element;
}

/** The attribute of an element that contains an offset, or ends there. */
export function attributeNear(element: XmlElement, offset: number): XmlAttribute | undefined {
  return offset <= element.startTagEnd ? attributeAt(element, offset) : undefined;
}

/** The prefix that an attribute declares; `""` for `xmlns`; `undefined` for other attributes. */
export function declaredPrefix({ name, prefix, local }: XmlAttribute): string | undefined {
  if (name === "xmlns") return "";
  return prefix === "xmlns" ? local : undefined;
}
