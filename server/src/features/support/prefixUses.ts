import type { Message } from "../../message.ts";
import {
  faultCodeElements,
  isArrayTypeAttribute,
  isTypeAttribute,
  prefixInContent,
  prefixOfValue,
} from "../../soap/qnames.ts";
import type { Span } from "../../text/span.ts";
import { attributeAt, elementAt, elements } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { tagNameAt } from "./xmlNames.ts";

/** A place where a prefix stands: without its colon. */
export interface PrefixUse extends Span {
  readonly element: XmlElement;
  /** It stands in `xmlns:prefix`, and not in a name or a value that it belongs to. */
  readonly declares: boolean;
}

type XmlMessage = Pick<Message, "xml" | "envelope" | "text">;

/**
 * Every place in a message's XML where a prefix stands: in declarations, in the names of elements and attributes, and
 * in values that are qualified names. Element by element, in document order.
 */
export function* prefixUses(message: XmlMessage, prefix: string): Generator<PrefixUse, void, void> {
  const { xml, text } = message;
  if (!xml) return;
  const faultCodes = faultCodesOf(message);
  const use = (element: XmlElement, start: number, declares = false) => {
    return { element, declares, start, end: start + prefix.length };
  };
  const isPrefix = (span: Span | undefined): span is Span =>
    span !== undefined && text.slice(span.start, span.end) === prefix;
  for (const element of elements(xml)) {
    if (element.prefix === prefix) {
      yield use(element, element.nameStart);
      const end = element.endTag?.nameStart;
      if (end !== undefined && text.startsWith(`${prefix}:`, end)) yield use(element, end);
    }
    for (const attribute of element.attributes) {
      if (attribute.prefix === prefix) yield use(element, attribute.nameStart);
      if (declaredPrefix(attribute) === prefix) yield use(element, attribute.nameEnd - prefix.length, true);
      const value = prefixInValue(text, attribute);
      if (isPrefix(value)) yield use(element, value.start);
    }
    const code = faultCodes.has(element) ? prefixInContent(text, element) : undefined;
    if (isPrefix(code)) yield use(element, code.start);
  }
}

/** The prefix that an offset is in, or at an edge of. */
export function prefixAt(message: XmlMessage, offset: number): PrefixUse | undefined {
  const { xml, text } = message;
  if (!xml) return undefined;
  const tag = tagNameAt(xml, offset);
  const element = tag?.element ?? elementAt(xml, offset) ?? elementAt(xml, offset - 1);
  if (!element) return undefined;
  for (const { declares, at } of candidates(message, element, tag?.at, offset)) {
    if (at && at.start < at.end && at.start <= offset && offset <= at.end) return { element, declares, ...at };
  }
  return undefined;

  function* candidates(message: XmlMessage, element: XmlElement, tagName: Span | undefined, offset: number) {
    if (tagName) {
      const colon = text.slice(tagName.start, tagName.end).indexOf(":");
      yield { declares: false, at: { start: tagName.start, end: tagName.start + Math.max(0, colon) } };
    }
    const attribute = offset <= element.startTagEnd ? attributeAt(element, offset) : undefined;
    if (attribute) {
      const { nameStart, nameEnd, prefix } = attribute;
      const declared = declaredPrefix(attribute);
      if (declared !== undefined) yield { declares: true, at: { start: nameEnd - declared.length, end: nameEnd } };
      else yield { declares: false, at: { start: nameStart, end: nameStart + prefix.length } };
      yield { declares: false, at: prefixInValue(text, attribute) };
    } else if (faultCodesOf(message).has(element)) yield { declares: false, at: prefixInContent(text, element) };
  }
}

/** For each element the nearest one, itself or around it, that declares a prefix; `undefined` where there is none. */
export function declaringElements(xml: XmlDocument, prefix: string): ReadonlyMap<XmlElement, XmlElement | undefined> {
  const declaring = new Map<XmlElement, XmlElement | undefined>();
  for (const element of elements(xml)) {
    const declares = element.attributes.some((attribute) => declaredPrefix(attribute) === prefix);
    declaring.set(element, declares ? element : element.parent && declaring.get(element.parent));
  }
  return declaring;
}

/** The prefix that an attribute declares; `undefined` for `xmlns` and for other attributes. */
function declaredPrefix({ prefix, local }: XmlAttribute): string | undefined {
  return prefix === "xmlns" ? local : undefined;
}

function prefixInValue(text: string, attribute: XmlAttribute): Span | undefined {
  return isTypeAttribute(attribute) || isArrayTypeAttribute(attribute)
    ? prefixOfValue(text, attribute.valueStart, attribute.valueEnd)
    : undefined;
}

function faultCodesOf({ envelope }: XmlMessage): ReadonlySet<XmlElement> {
  return new Set(envelope?.fault ? faultCodeElements(envelope.fault) : []);
}
