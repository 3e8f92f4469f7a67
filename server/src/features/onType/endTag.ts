import type { Message } from "../../message.ts";
import type { XmlReason } from "../../xml/problems.ts";
import { elementAt } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { isQName } from "../support/xmlNames.ts";

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
