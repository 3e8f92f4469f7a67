import { isBlank } from "../../text/lines.ts";
import { isSpace } from "../../xml/characters.ts";
import type { XmlElement } from "../../xml/tree.ts";

/** The offset at which the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text.charCodeAt(start - 1) !== 0x0a && text.charCodeAt(start - 1) !== 0x0d) start--;
  return start;
}

/** The offset of the first character from an offset on that is neither space nor tab. */
export function afterBlanks(text: string, offset: number): number {
  let at = offset;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The spaces and tabs that the line of an offset begins with. */
export function indentationOf(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, afterBlanks(text, start));
}

export function isFirstOnLine(text: string, offset: number): boolean {
  return afterBlanks(text, lineStart(text, offset)) === offset;
}

/** Whether white space between the children of an element means nothing: no text is among them, and none is kept. */
export function mayBeIndented(text: string, element: XmlElement): boolean {
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
