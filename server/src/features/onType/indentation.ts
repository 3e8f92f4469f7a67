import type { Message } from "../../message.ts";
import type { Edit } from "../../rules/rule.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { afterBlanks, indentationOf, isFirstOnLine, lineStart, mayBeIndented } from "./lines.ts";

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
