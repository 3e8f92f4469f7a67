import type { Message } from "../../message.ts";
import type { Edit } from "../../rules/rule.ts";
import { isName } from "../../xml/characters.ts";
import { parseXml } from "../../xml/parser.ts";
import type { XmlReason } from "../../xml/problems.ts";
import { elementAt } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { isQName } from "../support/xmlNames.ts";
import { indentationOf, isFirstOnLine, lineStart, mayBeIndented } from "./lines.ts";

/** What is written behind a cursor: after a `>` that ends a start tag its end tag. Offset: behind the `>`. */
export function endTagFor({ xml, text }: Message, offset: number): string | undefined {
  const element = xml && elementAt(xml, offset - 1);
  if (!element || text.charAt(offset - 1) !== ">") return undefined;
  if (element.startTagEnd !== offset || element.selfClosing || !isQName(element.name)) return undefined;
  if (isDoubtful(xml, element, offset) || hasOwnEndTag(text, element)) return undefined;
  return `</${element.name}>`;
}

/** The rest of an end tag, and the white space before it where that changes. */
export interface EndTagRest {
  /** To be written where the cursor is. */
  readonly text: string;
  /** Puts an end tag that begins its line under its start tag. */
  readonly indentation: Edit | undefined;
}

/** What follows a typed `</`: the name of the element that is open there, and `>`. Offset: behind the `/`. */
export function restOfEndTag({ xml, text }: Message, offset: number): EndTagRest | undefined {
  const start = offset - 2;
  if (!xml || start < xml.start || offset > xml.end || text.slice(start, offset) !== "</") return undefined;
  if (isName(text.codePointAt(offset) ?? 0)) return undefined;
  // What follows has no say in what is open here.
  const before = parseXml(text, xml.start, start);
  const element = innermostOpen(before);
  if (!element || !isQName(element.name) || isDoubtful(before, element, offset)) return undefined;
  return {
    text: text.charAt(offset) === ">" ? element.name : `${element.name}>`,
    indentation: underStartTag(text, element, start),
  };
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
const ofTag: ReadonlySet<XmlReason> = new Set<XmlReason>([
  "attribute-quote-unclosed",
  "attribute-quote-inside",
  "start-tag-less-missing",
]);
/** Of what is before: the cursor may stand in a comment or a section that has no end yet. */
const ofSection: ReadonlySet<XmlReason> = new Set<XmlReason>(["comment-unclosed", "cdata-unclosed", "pi-unclosed"]);

function isDoubtful({ problems }: XmlDocument, { start, startTagEnd }: XmlElement, offset: number): boolean {
  return problems.some(({ reason, start: at }) => {
    return at < offset && (ofSection.has(reason) || (ofTag.has(reason) && start <= at && at < startTagEnd));
  });
}

/** The element that is open where a document breaks off. */
function innermostOpen({ children, text }: XmlDocument): XmlElement | undefined {
  let open: XmlElement | undefined;
  for (let last = children.at(-1); last?.kind === "element"; last = last.children.at(-1)) {
    if (last.selfClosing || last.endTag || text.charAt(last.startTagEnd - 1) !== ">") break;
    open = last;
  }
  return open;
}

function underStartTag(text: string, element: XmlElement, endTagStart: number): Edit | undefined {
  const start = lineStart(text, endTagStart);
  if (element.start >= start || !isFirstOnLine(text, endTagStart) || !isFirstOnLine(text, element.start))
    return undefined;
  const newText = indentationOf(text, element.start);
  if (text.slice(start, endTagStart) === newText || !mayBeIndented(text, element)) return undefined;
  return { start, end: endTagStart, newText };
}
