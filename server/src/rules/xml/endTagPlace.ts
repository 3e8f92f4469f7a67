import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { insert } from "../edits.ts";
import type { Edit } from "../rule.ts";

/**
 * The insertion of a missing end tag where an author would write it: after the text of an element that begins with
 * text; else before `expected`, the end tag of an ancestor or the end of the document, on a line of its own where the
 * start tag has one.
 */
export function endTagPlace(xml: XmlDocument, element: XmlElement, expected: number): Edit {
  const { text } = xml;
  const tag = `</${element.name}>`;
  const first = element.children[0];
  if (first?.kind === "text" && text.slice(first.start, first.end).trim() !== "") {
    return insert(first.start + text.slice(first.start, first.end).trimEnd().length, tag);
  }
  const contentEnd = element.startTagEnd + text.slice(element.startTagEnd, expected).trimEnd().length;
  const indent = indentBefore(text, element.start);
  const between = text.slice(contentEnd, expected);
  const lineBreak = /\r\n|\r|\n/.exec(between)?.[0];
  if (indent === undefined || lineBreak === undefined) return insert(contentEnd, tag);
  return contentEnd === element.startTagEnd
    ? insert(contentEnd, tag)
    : insert(contentEnd, `${lineBreak}${indent}${tag}`);
}

/** The white space before an offset, if its line begins with it. */
function indentBefore(text: string, offset: number): string | undefined {
  let start = offset;
  while (start > 0 && (text.charAt(start - 1) === " " || text.charAt(start - 1) === "\t")) start--;
  return start === 0 || /[\r\n]/.test(text.charAt(start - 1)) ? text.slice(start, offset) : undefined;
}
