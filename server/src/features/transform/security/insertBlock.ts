import { insert, replace } from "../../../rules/edits.ts";
import type { Edit } from "../../../rules/rule.ts";
import { firstBreak, indentationAt } from "../../../text/lines.ts";
import type { Snippet } from "../../../text/snippet.ts";
import type { XmlElement } from "../../../xml/tree.ts";

/** The block gets the indentation of its siblings, or is on their line. `before`: an offset; the end by default. */
export function insertBlock(text: string, parent: XmlElement, block: Snippet, before?: number): Edit {
  const lineBreak = firstBreak(text);
  const indentation = indentationAt(text, before ?? parent.markup[0]?.start ?? -1);
  const outer = indentationAt(text, parent.start);
  const level = levelAt(text, parent, indentation);
  const inner = indentation ?? (outer === undefined ? undefined : `${outer}${level}`);
  const lines = textOf(block).replaceAll("\t", level).split("\n");
  const written =
    inner === undefined
      ? lines.map((line) => line.trimStart()).join("")
      : lines.map((line) => `${inner}${line}`).join(lineBreak);
  if (before !== undefined) {
    const isOnOwnLine = indentation !== undefined;
    return insert(
      before,
      isOnOwnLine ? `${written.slice(indentation.length)}${lineBreak}${indentation}` : written.trimStart(),
    );
  }
  const content = inner === undefined ? written : `${lineBreak}${written}${lineBreak}${outer ?? ""}`;
  if (parent.selfClosing) return replace({ start: parent.end - 2, end: parent.end }, `>${content}</${parent.name}>`);
  const end = parent.endTag?.start ?? parent.end;
  const endIndentation = indentationAt(text, end);
  if (inner === undefined || endIndentation === undefined) return insert(end, content);
  return insert(end - endIndentation.length, `${written}${lineBreak}`);
}

/** One level of indentation, as in the content of an element, or before the element itself. */
function levelAt(text: string, { start, parent }: XmlElement, content: string | undefined): string {
  const own = indentationAt(text, start) ?? "";
  const outside = parent ? (indentationAt(text, parent.start) ?? "") : own;
  return between(own, content ?? "") || between(outside, own) || "  ";
}

function between(outer: string, inner: string): string {
  return inner.startsWith(outer) ? inner.slice(outer.length) : "";
}

function textOf(block: Snippet): string {
  return block.map((piece) => (typeof piece === "string" ? piece : (piece.texts[0] ?? ""))).join("");
}
