import type { Message } from "../../message.ts";
import type { Edit } from "../../rules/rule.ts";
import { type Span, shift } from "../../text/span.ts";
import { elementAt } from "../../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../xml/tree.ts";
import type { RequestSection } from "../support/section.ts";

/** A selection in a request. */
export interface TransformContext {
  readonly section: RequestSection;
  readonly message: Message;
  /** In the section's text; empty where nothing is selected. */
  readonly selection: Span;
  /** The codes of the findings in the request. */
  codes(): ReadonlySet<string>;
}

/** An optional change of the text; what was correct before is correct afterwards. */
export interface Transform {
  /** From the author's view: `Convert to SOAP 1.2`. */
  readonly title: string;
  /** `extract` and `rewrite` as in LSP's kinds of refactorings; `fix` fixes what rules report. */
  readonly kind: "extract" | "rewrite" | "fix";
  /** Where it offers itself unasked, in the segment's text; `undefined`: nowhere. */
  readonly at?: Span | undefined;
  /** Spans in the document's text; the count of the body is in them. Made only when somebody wants them. */
  edits(): readonly Edit[];
  /** Why it can't be done here, in words for the author. */
  readonly refused?: string;
}

/** Edits of a segment's text as edits of the document's. */
export function inDocument({ start }: { readonly start: number }, edits: readonly Edit[]): readonly Edit[] {
  return edits.map((edit) => shift(edit, start));
}

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
