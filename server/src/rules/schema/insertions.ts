import { firstBreak } from "../../text/lines.ts";
import { slice } from "../../text/span.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { insert, replace } from "../edits.ts";
import type { Edit } from "../rule.ts";

/** Inserts elements before a child, or after the last one. They begin lines if the others do. */
export function insertElements(
  { text }: XmlDocument,
  parent: XmlElement,
  before: XmlElement | undefined,
  elements: readonly string[],
): readonly Edit[] {
  const siblings = parent.markup.filter((one) => one.kind === "element");
  const last = siblings.at(-1);
  const lineBreak = firstBreak(text);
  const own = indentationAt(text, parent.start);
  const below = own === undefined ? undefined : `${own}  `;
  const indentation = last ? indentationAt(text, (before ?? last).start) : below;
  const written = elements.map((element) =>
    indentation === undefined
      ? element.replace(/\n[\t ]*/g, "")
      : element.replaceAll("\t", "  ").replaceAll("\n", lineBreak + indentation),
  );
  const separator = indentation === undefined ? "" : lineBreak + indentation;
  if (before) return [insert(before.start, written.map((one) => one + separator).join(""))];
  const content = written.map((one) => separator + one).join("");
  if (last) return [insert(last.end, content)];
  const end = indentation === undefined ? "" : lineBreak + own;
  if (parent.selfClosing) {
    const slash = text.lastIndexOf("/", parent.startTagEnd);
    return [replace({ start: slash, end: parent.startTagEnd }, `>${content}${end}</${parent.name}>`)];
  }
  const inside = { start: parent.startTagEnd, end: parent.endTag?.start ?? parent.startTagEnd };
  return /\S/.test(slice(text, inside)) ? [insert(inside.end, content)] : [replace(inside, content + end)];
}

/** The whitespace before an offset, if it begins a line. */
function indentationAt(text: string, offset: number): string | undefined {
  return /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(Math.max(0, offset - 1000), offset))?.[1];
}
