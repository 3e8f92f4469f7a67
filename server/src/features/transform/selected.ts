import type { Span } from "../../text/span.ts";
import { elementAt } from "../../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../xml/tree.ts";

/** A selection in the content of an element, or at the top of a document, that cuts no markup in two. */
export interface SelectedContent {
  /** `undefined` at the top. */
  readonly parent: XmlElement | undefined;
  /** The nodes that are selected, text perhaps in part. */
  readonly nodes: readonly XmlNode[];
}

/** What a selection holds; `undefined` where it cuts a tag, a comment or the like. */
export function selectedContent(xml: XmlDocument, selection: Span): SelectedContent | undefined {
  let parent = elementAt(xml, selection.start) ?? elementAt(xml, selection.start - 1);
  while (parent && !holds(parent, selection)) parent = parent.parent;
  if (!parent && (selection.start < xml.start || selection.end > xml.end)) return undefined;
  const nodes = (parent?.children ?? xml.children).filter(
    ({ start, end }) => start < selection.end && selection.start < end,
  );
  const isCut = nodes.some(
    ({ kind, start, end }) => kind !== "text" && (start < selection.start || end > selection.end),
  );
  return isCut ? undefined : { parent, nodes };
}

function holds({ startTagEnd, endTag, end, selfClosing }: XmlElement, selection: Span): boolean {
  return !selfClosing && startTagEnd <= selection.start && selection.end <= (endTag?.start ?? end);
}
