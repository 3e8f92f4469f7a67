import type { Message } from "../message/message.ts";
import type { Edit } from "../rules/rule.ts";
import { isBlank, lineStart } from "../text/lines.ts";
import { type Span, slice } from "../text/span.ts";
import type { XmlReason } from "../xml/problems.ts";
import { elementAt } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { elementAround, isQName, matchingTagNames, tagNameAt } from "./support/xmlNames.ts";

/** The missing end tag of the start tag that ends at an offset. */
export function endTagFor({ xml, text }: Message, offset: number): string | undefined {
  const element = xml && elementAt(xml, offset - 1);
  if (!element || text.charAt(offset - 1) !== ">") return undefined;
  if (element.startTagEnd !== offset || element.selfClosing || !isQName(element.name)) return undefined;
  if (mayBeInMarkup(xml, element, offset) || hasOwnEndTag(text, element)) return undefined;
  return `</${element.name}>`;
}

/** False if the end tag closes an outer element with the same name, because the start tag was just typed. */
function hasOwnEndTag(text: string, element: XmlElement): boolean {
  const { endTag, name } = element;
  if (!endTag) return false;
  // The user is changing the name, so the tags differ.
  if (text.slice(endTag.nameStart, endTag.nameEnd) !== name) return true;
  for (let outer = element.parent; outer; outer = outer.parent) if (outer.name === name && !outer.endTag) return false;
  return true;
}

/** Problems inside of a tag. With them, the cursor may be in an attribute value instead of after the tag. */
const reasonsInTag: readonly XmlReason[] = [
  "attribute-quote-unclosed",
  "attribute-quote-inside",
  "start-tag-less-missing",
];
/** Problems before a tag. With them, the cursor may be in an unclosed comment or section. */
const reasonsBefore: readonly XmlReason[] = ["comment-unclosed", "cdata-unclosed", "pi-unclosed"];

function mayBeInMarkup({ problems }: XmlDocument, { start, startTagEnd }: XmlElement, offset: number): boolean {
  return problems.some(({ reason, start: at }) => {
    const isInTag = start <= at && at < startTagEnd;
    return at < offset && (reasonsBefore.includes(reason) || (isInTag && reasonsInTag.includes(reason)));
  });
}

/** Indents by the depth in the tree: while typing, the body is usually ill-formed. `unit`: indentation of one level. */
export function indentationAfter(
  { xml, text }: Message,
  offset: number,
  typed: "\n" | ">",
  unit: string,
): Edit | undefined {
  const start = lineStart(text, offset);
  const end = afterBlanks(text, start);
  if (!xml || start <= xml.start) return undefined;
  const newText = typed === "\n" ? afterLineBreak(xml, start, end, unit) : afterTag(xml, end, offset, unit);
  return newText === undefined || text.slice(start, end) === newText ? undefined : { start, end, newText };
}

function afterLineBreak(xml: XmlDocument, start: number, end: number, unit: string): string | undefined {
  const { text } = xml;
  const parent = elementAround(xml, { start, end: start });
  const isInChild = parent?.markup.some((child) => child.start < start && start < child.end);
  if (!parent || !mayBeIndented(text, parent) || isInChild) return undefined;
  const indentation = indentationOf(text, parent.start);
  return parent.endTag?.start === end ? indentation : indentation + unit;
}

/** The indentation after a tag, if the tag is at the beginning of its line. */
function afterTag(xml: XmlDocument, tagStart: number, tagEnd: number, unit: string): string | undefined {
  const { text } = xml;
  const around = elementAround(xml, { start: tagStart, end: tagStart });
  if (!around || !mayBeIndented(text, around)) return undefined;
  const indentation = indentationOf(text, around.start);
  if (around.endTag?.start === tagStart) {
    const isFirstOnLine = lineStart(text, around.start) + indentation.length === around.start;
    return around.endTag.end === tagEnd && isFirstOnLine ? indentation : undefined;
  }
  const tag = around.markup.find((child) => child.kind === "element" && child.start === tagStart);
  return tag?.kind === "element" && tag.startTagEnd === tagEnd ? indentation + unit : undefined;
}

function afterBlanks(text: string, offset: number): number {
  let at = offset;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

function indentationOf(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, afterBlanks(text, start));
}

/** Whether the whitespace between the children of an element has no meaning. */
function mayBeIndented(text: string, element: XmlElement): boolean {
  const isMixed = element.children.some(
    (child) => child.kind === "cdata" || (child.kind === "text" && /[^ \t\r\n]/.test(slice(text, child))),
  );
  return !isMixed && !keepsSpace(text, element);
}

/** Whether `xml:space` preserves whitespace in an element; the innermost `xml:space` applies (XML 1.0 section 2.10). */
function keepsSpace(text: string, element: XmlElement): boolean {
  for (let ancestor: XmlElement | undefined = element; ancestor; ancestor = ancestor.parent) {
    const space = ancestor.attributes.find(({ name }) => name === "xml:space");
    if (space) return text.slice(space.valueStart, space.valueEnd) === "preserve";
  }
  return false;
}

/** A regular expression for the characters of a name while it is typed: all characters that can't end a name. */
export const linkedNamePattern = "[^\\s<>/=\"'&]+";

/** The names in both tags at an offset. `undefined` if they differ, or if a tag has no `>`: it is being typed. */
export function linkedNames({ xml, text }: Message, offset: number): readonly Span[] | undefined {
  const { element } = (xml && tagNameAt(xml, offset)) ?? {};
  if (!element?.endTag || !isClosed(element.startTagEnd) || !isClosed(element.endTag.end)) return undefined;
  const names = matchingTagNames(text, element);
  return names.length === 2 ? names : undefined;

  function isClosed(tagEnd: number): boolean {
    return text.charAt(tagEnd - 1) === ">";
  }
}
