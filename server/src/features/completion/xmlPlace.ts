import { holds, type Span } from "../../text/span.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { attribute, attributeAt, elementAt, nodeAt } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from "../../xml/tree.ts";
import type { QName } from "../../xsd/components.ts";

/** The kind of place at a cursor in a document. Spans contain the text to replace. */
export type XmlPlace =
  | TagPlace
  /** The cursor is after `</`. The span contains the name in the end tag of `element`, and the `>` if it exists. */
  | { readonly kind: "endTag"; readonly element: XmlElement; readonly replace: Span }
  | AttributePlace
  | QuotedPlace
  /** The cursor is after `&`, in an entity reference. */
  | { readonly kind: "entity"; readonly replace: Span }
  | ContentPlace
  /** The cursor is in the value of `encoding` in an XML declaration. */
  | { readonly kind: "encoding"; readonly replace: Span }
  | { readonly kind: "nothing" };

/** The cursor is after `<`, in the name of an element in `parent`. */
interface TagPlace {
  readonly kind: "tag";
  readonly parent: XmlElement | undefined;
  readonly replace: Span;
  readonly isComplete: boolean;
}

export interface AttributePlace {
  readonly kind: "attribute";
  readonly element: XmlElement;
  readonly replace: Span;
  readonly hasValue: boolean;
}

/** Whether the element of a place lacks an attribute, except at the place. */
export function isMissing({ namespace, local }: QName, { element, replace }: AttributePlace): boolean {
  const present = attribute(element, namespace, local);
  return !present || present.nameStart === replace.start;
}

/** The cursor is between the quotes of an attribute value. */
export interface QuotedPlace {
  readonly kind: "value";
  readonly element: XmlElement;
  readonly attribute: XmlAttribute;
  readonly replace: Span;
  readonly quotes: boolean;
}

/** The cursor is in the content of `element`, or outside of the root element. */
interface ContentPlace {
  readonly kind: "content";
  readonly element: XmlElement | undefined;
  /** The text before the cursor, up to the previous whitespace or markup. */
  readonly word: Span;
  /** Whether there is only whitespace between the previous markup and the word. */
  readonly isBlank: boolean;
}

const nothing: XmlPlace = { kind: "nothing" };

/** Maximum length of a name in UTF-16 units. */
const longest = 300;

/** @param offset an offset in the document's text, between the document's start and end */
export function xmlPlaceAt(document: XmlDocument, offset: number): XmlPlace {
  const { text } = document;
  const before = text.slice(Math.max(document.start, offset - longest), offset);
  const node = offset > document.start ? nodeAt(document, offset - 1) : undefined;
  if (node && isOpaque(text, node, offset)) {
    const encoding = node.kind === "declaration" ? node.encoding : undefined;
    return encoding && holds(encoding, offset) ? { kind: "encoding", replace: encoding } : nothing;
  }
  if (node?.kind === "element") {
    const inTag = placeInTag(text, node, offset);
    if (inTag) return inTag;
  }
  return placeInContent(document, before, offset, node);
}

/** Whether an offset is inside a comment, a CDATA section or a similar node, where nothing is completed. */
function isOpaque(text: string, node: XmlNode, offset: number): boolean {
  if (node.kind === "element" || node.kind === "text") return false;
  const close = node.kind === "comment" ? "-->" : node.kind === "cdata" ? "]]>" : ">";
  return offset < node.end || !text.endsWith(close, node.end);
}

function placeInTag(text: string, element: XmlElement, offset: number): XmlPlace | undefined {
  const { start, nameStart, nameEnd, startTagEnd, endTag, end } = element;
  if (offset <= nameEnd && offset > start) {
    const isComplete = element.attributes.length > 0 || text.charCodeAt(startTagEnd - 1) === 0x3e;
    const replace = { start: Math.min(nameStart, offset), end: nameEnd };
    return { kind: "tag", parent: element.parent, replace, isComplete };
  }
  if (offset < startTagEnd || (offset === startTagEnd && text.charCodeAt(offset - 1) !== 0x3e)) {
    return placeAmongAttributes(text, element, offset);
  }
  if (endTag && offset > endTag.start && (offset < end || text.charCodeAt(end - 1) !== 0x3e)) {
    if (offset < endTag.nameStart) return nothing;
    return { kind: "endTag", element, replace: { start: endTag.nameStart, end } };
  }
  return undefined;
}

function placeAmongAttributes(text: string, element: XmlElement, offset: number): XmlPlace {
  const attribute = attributeAt(element, offset);
  if (attribute && attribute.valueStart >= 0 && offset >= attribute.valueStart) {
    return offset <= attribute.valueEnd ? valuePlace(text, element, attribute, offset) : nothing;
  }
  if (attribute && offset > attribute.nameEnd) {
    const replace = { start: offset, end: offset };
    return text.charAt(offset - 1) === "=" ? { kind: "value", element, attribute, replace, quotes: true } : nothing;
  }
  if (attribute) {
    const replace = { start: attribute.nameStart, end: attribute.nameEnd };
    return { kind: "attribute", element, replace, hasValue: text.charCodeAt(attribute.nameEnd) === 0x3d };
  }
  if (!/\s/.test(text.charAt(offset - 1))) return nothing;
  return { kind: "attribute", element, replace: { start: offset, end: offset }, hasValue: false };
}

function valuePlace(text: string, element: XmlElement, attribute: XmlAttribute, offset: number): XmlPlace {
  const { valueStart, valueEnd } = attribute;
  const entity = entityBefore(text.slice(Math.max(valueStart, offset - longest), offset), text, offset);
  if (entity) return entity;
  return { kind: "value", element, attribute, replace: { start: valueStart, end: valueEnd }, quotes: false };
}

function entityBefore(before: string, text: string, offset: number): XmlPlace | undefined {
  const match = /&(#?\w*)$/.exec(before);
  if (!match) return undefined;
  const semicolon = text.charAt(offset) === ";" ? 1 : 0;
  return { kind: "entity", replace: { start: offset - (match[1]?.length ?? 0), end: offset + semicolon } };
}

/** The place in text, or after a `<` that doesn't yet begin a tag. */
function placeInContent(document: XmlDocument, before: string, offset: number, node: XmlNode | undefined): XmlPlace {
  const { text } = document;
  const element = contentOwner(document, offset, node);
  const preceding = before.slice(0, startOfTrailing(before, /[^\s<>&"'=/]/));
  const start = offset - (before.length - preceding.length);
  if (element && preceding.endsWith("</")) {
    const closed = text.charAt(offset) === ">" ? 1 : 0;
    return { kind: "endTag", element, replace: { start, end: offset + closed } };
  }
  if (preceding.endsWith("<")) {
    return { kind: "tag", parent: element, replace: { start, end: offset }, isComplete: false };
  }
  const entity = element && entityBefore(before, text, offset);
  if (entity) return entity;
  if (element && isInUnclosedTag(text, element, offset)) {
    return { kind: "attribute", element, replace: { start, end: offset }, hasValue: false };
  }
  const markup = node?.kind === "text" ? node.start : offset;
  const isBlank = start - markup < 10_000 && text.slice(Math.min(markup, start), start).trim() === "";
  return { kind: "content", element, word: { start, end: offset }, isBlank };
}

function contentOwner(document: XmlDocument, offset: number, node: XmlNode | undefined): XmlElement | undefined {
  if (offset <= document.start) return undefined;
  if (node?.kind !== "element") return elementAt(document, offset - 1);
  // After the `>` of an end tag or an empty-element tag, the content of the parent continues.
  return offset >= node.end && (node.selfClosing || node.endTag) ? node.parent : node;
}

/** Whether the cursor is among the attributes of a start tag without `>`. */
function isInUnclosedTag(text: string, { startTagEnd, selfClosing }: XmlElement, offset: number): boolean {
  if (selfClosing || text.charCodeAt(startTagEnd - 1) === 0x3e || offset - startTagEnd > longest) return false;
  const between = text.slice(startTagEnd, offset);
  return /^\s+[^\s<>&"']*$/.test(between);
}
