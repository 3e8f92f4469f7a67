import type { Message } from "../message.ts";
import type { Edit } from "../rules/rule.ts";
import { isBlank, lineStart } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { isSpace } from "../xml/characters.ts";
import type { XmlReason } from "../xml/problems.ts";
import { elementAt, nameSpan } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { endName, isQName, tagNameAt } from "./support/xmlNames.ts";

/** The end tag that is missing behind the `>` of a start tag. Offset: behind the `>`. */
export function endTagFor({ xml, text }: Message, offset: number): string | undefined {
  const element = xml && elementAt(xml, offset - 1);
  if (!element || text.charAt(offset - 1) !== ">") return undefined;
  if (element.startTagEnd !== offset || element.selfClosing || !isQName(element.name)) return undefined;
  if (isDoubtful(xml, element, offset) || hasOwnEndTag(text, element)) return undefined;
  return `</${element.name}>`;
}

/**
 * Whether the element's end tag is its own. Where an element around it has the same name and lacks its end tag, that
 * was there before, and the start tag is new.
 */
function hasOwnEndTag(text: string, element: XmlElement): boolean {
  const { endTag, name } = element;
  if (!endTag) return false;
  // An end tag of another name: a name that is being retyped.
  if (text.slice(endTag.nameStart, endTag.nameEnd) !== name) return true;
  for (let outer = element.parent; outer; outer = outer.parent) if (outer.name === name && !outer.endTag) return false;
  return true;
}

/** Of a tag: the cursor may stand in one of its values, and not behind it. */
const reasonsInTag: ReadonlySet<XmlReason> = new Set<XmlReason>([
  "attribute-quote-unclosed",
  "attribute-quote-inside",
  "start-tag-less-missing",
]);
/** Of what is before: the cursor may stand in a comment or a section that has no end yet. */
const reasonsInSection: ReadonlySet<XmlReason> = new Set<XmlReason>([
  "comment-unclosed",
  "cdata-unclosed",
  "pi-unclosed",
]);

function isDoubtful({ problems }: XmlDocument, { start, startTagEnd }: XmlElement, offset: number): boolean {
  return problems.some(({ reason, start: at }) => {
    return (
      at < offset && (reasonsInSection.has(reason) || (reasonsInTag.has(reason) && start <= at && at < startTagEnd))
    );
  });
}

/**
 * The edit that indents the line of an offset as its place in the tree asks for, after a line break or a `>` was typed
 * there. Only the white space at the line's start is touched, and only between elements that no text mixes with: a
 * body that is being typed is ill-formed, and then formatting as a whole has to wait.
 * @param unit what one level is indented by
 */
export function indentationAfter(
  { xml, text }: Message,
  offset: number,
  typed: "\n" | ">",
  unit: string,
): Edit | undefined {
  const start = lineStart(text, offset);
  const end = afterBlanks(text, start);
  if (!xml || start <= xml.start) return undefined;
  const newText = typed === "\n" ? ofNewLine(xml, start, end, unit) : ofTag(xml, end, offset, unit);
  return newText === undefined || text.slice(start, end) === newText ? undefined : { start, end, newText };
}

function ofNewLine(xml: XmlDocument, start: number, end: number, unit: string): string | undefined {
  const parent = elementAround(xml, start);
  if (!parent || !mayBeIndented(xml.text, parent) || isInside(parent, start)) return undefined;
  return parent.endTag?.start === end ? under(xml.text, parent) : inside(xml.text, parent, unit);
}

/** Only where the tag that was finished begins its line. */
function ofTag(xml: XmlDocument, tagStart: number, tagEnd: number, unit: string): string | undefined {
  const { text } = xml;
  const around = elementAround(xml, tagStart);
  if (!around || !mayBeIndented(text, around)) return undefined;
  if (around.endTag?.start === tagStart) {
    return around.endTag.end === tagEnd && isFirstOnLine(text, around.start) ? under(text, around) : undefined;
  }
  const tag = around.children.find((child) => child.kind === "element" && child.start === tagStart);
  return tag?.kind === "element" && tag.startTagEnd === tagEnd ? inside(text, around, unit) : undefined;
}

function under(text: string, element: XmlElement): string {
  return indentationOf(text, element.start);
}

function inside(text: string, element: XmlElement, unit: string): string {
  return under(text, element) + unit;
}

/** The innermost element whose content an offset is in, its edges included. */
function elementAround({ children }: XmlDocument, offset: number): XmlElement | undefined {
  let around: XmlElement | undefined;
  for (let nodes = children; ; nodes = around.children) {
    const inner = nodes.find(
      (node) =>
        node.kind === "element" &&
        !node.selfClosing &&
        node.startTagEnd <= offset &&
        offset <= (node.endTag?.start ?? node.end),
    );
    if (inner?.kind !== "element") return around;
    around = inner;
  }
}

/** Whether an offset is inside a child's markup, where a line break is not white space between elements. */
function isInside({ children }: XmlElement, offset: number): boolean {
  return children.some(({ kind, start, end }) => kind !== "text" && start < offset && offset < end);
}

/** The offset of the first character from an offset on that is neither space nor tab. */
function afterBlanks(text: string, offset: number): number {
  let at = offset;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The spaces and tabs that the line of an offset begins with. */
function indentationOf(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, afterBlanks(text, start));
}

function isFirstOnLine(text: string, offset: number): boolean {
  return afterBlanks(text, lineStart(text, offset)) === offset;
}

/** Whether white space between the children of an element means nothing: no text is among them, and none is kept. */
function mayBeIndented(text: string, element: XmlElement): boolean {
  const mixed = element.children.some(
    ({ kind, start, end }) => kind === "cdata" || (kind === "text" && !isWhite(start, end)),
  );
  return !mixed && !keepsSpace(text, element);

  function isWhite(from: number, to: number): boolean {
    let at = from;
    while (at < to && isSpace(text.charCodeAt(at))) at++;
    return at === to;
  }
}

/** `xml:space` (XML 1.0 section 2.10) of the nearest element that has one. */
function keepsSpace(text: string, element: XmlElement): boolean {
  for (let one: XmlElement | undefined = element; one; one = one.parent) {
    const space = one.attributes.find(({ name }) => name === "xml:space");
    if (space) return text.slice(space.valueStart, space.valueEnd) === "preserve";
  }
  return false;
}

/** What a name may be while it is typed, as a regular expression: everything that doesn't end it. */
export const linkedNamePattern = "[^\\s<>/=\"'&]+";

/**
 * The names of the start tag and the end tag that an offset is in one of; `undefined` where they are not the same, or
 * where one of the tags has no `>`: a tag that is being typed may still become another element's.
 */
export function linkedNames({ xml, text }: Message, offset: number): readonly [Span, Span] | undefined {
  const found = xml && tagNameAt(xml, offset);
  const endTag = found?.element.endTag;
  if (!found || !endTag || !isClosed(found.element.startTagEnd) || !isClosed(endTag.end)) return undefined;
  const start = nameSpan(found.element);
  const end = endName(found.element);
  return end && text.slice(end.start, end.end) === found.element.name ? [start, end] : undefined;

  function isClosed(tagEnd: number): boolean {
    return text.charAt(tagEnd - 1) === ">";
  }
}
