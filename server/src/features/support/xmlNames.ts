import type { Span } from "../../text/span.ts";
import { COLON, isName, isNameStart } from "../../xml/characters.ts";
import { elementAt, nameSpan } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";

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

/** A name in a tag. */
export interface TagName {
  readonly element: XmlElement;
  readonly tag: "start" | "end";
  readonly at: Span;
}

/** The name of a start tag or an end tag that holds an offset, or ends there. */
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

/** `undefined` where there is no end tag, or no name in it. */
export function endName({ endTag }: XmlElement): Span | undefined {
  return endTag && endTag.nameStart < endTag.nameEnd ? { start: endTag.nameStart, end: endTag.nameEnd } : undefined;
}
