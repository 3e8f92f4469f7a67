import type { Message } from "../../message/message.ts";
import {
  faultCodeElements,
  isArrayTypeAttribute,
  isTypeAttribute,
  prefixInContent,
  prefixOfValue,
} from "../../soap/qnames.ts";
import { holds, type Span, slice } from "../../text/span.ts";
import { elements } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { attributeNear, declaredPrefix, elementNear, tagNameAt } from "./xmlNames.ts";

/** A prefix in the tag or the content of an element, without its colon. */
export interface PrefixPlace extends Span {
  readonly element: XmlElement;
}

interface PrefixUse extends PrefixPlace {
  /** True for a declaration `xmlns:prefix`, false for uses in names and values. */
  readonly declares: boolean;
}

type XmlMessage = Pick<Message, "xml" | "envelope" | "text">;

/** All declarations and uses of a prefix, in names and in values that are qualified names, ordered by element. */
export function* prefixUses(message: XmlMessage, prefix: string): Generator<PrefixUse, void, void> {
  const { xml, text } = message;
  if (!xml) return;
  const faultCodes = faultCodesOf(message);
  const use = (element: XmlElement, start: number, declares = false) => {
    return { element, declares, start, end: start + prefix.length };
  };
  const isPrefix = (span: Span | undefined): span is Span => span !== undefined && slice(text, span) === prefix;
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

/** The prefix that contains an offset, or ends there. */
export function prefixAt(message: XmlMessage, offset: number): PrefixPlace | undefined {
  const { xml, text } = message;
  if (!xml) return undefined;
  const tag = tagNameAt(xml, offset);
  const element = tag?.element ?? elementNear(xml, offset);
  if (!element) return undefined;
  const attribute = attributeNear(element, offset);
  const spans: (Span | undefined)[] = [];
  if (tag) spans.push({ start: tag.at.start, end: tag.at.start + Math.max(0, slice(text, tag.at).indexOf(":")) });
  if (attribute) {
    const { nameStart, nameEnd, prefix } = attribute;
    const declared = declaredPrefix(attribute);
    const start = declared === undefined ? nameStart : nameEnd - declared.length;
    spans.push({ start, end: start + (declared ?? prefix).length }, prefixInValue(text, attribute));
  } else if (faultCodesOf(message).has(element)) spans.push(prefixInContent(text, element));
  const at = spans.find((span) => span && span.start < span.end && holds(span, offset));
  return at && { element, ...at };
}

/** For each element, the innermost one around it, or itself, that declares a prefix ("" is the default namespace). */
export function declaringElements(xml: XmlDocument, prefix: string): ReadonlyMap<XmlElement, XmlElement | undefined> {
  const declaring = new Map<XmlElement, XmlElement | undefined>();
  for (const element of elements(xml)) {
    const declares = element.attributes.some((attribute) => declaredPrefix(attribute) === prefix);
    declaring.set(element, declares ? element : element.parent && declaring.get(element.parent));
  }
  return declaring;
}

function prefixInValue(text: string, attribute: XmlAttribute): Span | undefined {
  return isTypeAttribute(attribute) || isArrayTypeAttribute(attribute)
    ? prefixOfValue(text, attribute.valueStart, attribute.valueEnd)
    : undefined;
}

function faultCodesOf({ envelope }: XmlMessage): ReadonlySet<XmlElement> {
  return new Set(envelope?.fault ? faultCodeElements(envelope.fault) : []);
}
