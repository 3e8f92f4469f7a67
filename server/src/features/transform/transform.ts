import type { Message } from "../../message/message.ts";
import { completeFix } from "../../rules/fixes.ts";
import type { Edit } from "../../rules/rule.ts";
import { contains, type Span, shift } from "../../text/span.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../xml/tree.ts";
import type { MessageSection } from "../support/section.ts";
import { elementAround } from "../support/xmlNames.ts";

export interface TransformContext {
  readonly section: MessageSection;
  readonly message: Message;
  /** The selection in the section's text; empty for a cursor. */
  readonly selection: Span;
  /** The rule codes of the findings in the request. */
  codes(): ReadonlySet<string>;
}

/** A change of the text that the user can choose. Correct text stays correct. */
export interface Transform {
  readonly title: string;
  /** `extract` and `rewrite` are kinds of refactorings in LSP; `fix` fixes findings of rules. */
  readonly kind: "extract" | "rewrite" | "fix";
  /** The span of the segment's text for which an editor suggests the change automatically; `undefined` for none. */
  readonly at?: Span | undefined;
  /** The edits, including Content-Length. Spans are in the document. */
  edits(): readonly Edit[];
  readonly refused?: string | undefined;
  /** Whether the user can review the edits before they are applied, if the editor has `soaphttp.updateFromWsdl`. */
  readonly reviewed?: true;
}

export function inDocument({ start }: { readonly start: number }, edits: readonly Edit[]): readonly Edit[] {
  return edits.map((edit) => shift(edit, start));
}

/** A rewrite of the request with the correct Content-Length. Spans of `edits` are in the section's text. */
export function rewrite(
  { section, message }: TransformContext,
  title: string,
  at: Span | undefined,
  edits: () => readonly Edit[],
): Transform {
  return { title, kind: "rewrite", at, edits: () => inDocument(section, completeFix(message, { edits: edits() })) };
}

export interface SelectedContent {
  /** The element that contains the selection; `undefined` at the top of the document. */
  readonly parent: XmlElement | undefined;
  readonly nodes: readonly XmlNode[];
}

/** The selected nodes of an element or a document; `undefined` if the selection divides a tag or a comment. */
export function selectedContent(xml: XmlDocument, selection: Span): SelectedContent | undefined {
  const parent = elementAround(xml, selection);
  if (!parent && !contains(xml, selection)) return undefined;
  const nodes = (parent?.children ?? xml.children).filter(
    ({ start, end }) => start < selection.end && selection.start < end,
  );
  return nodes.every((node) => node.kind === "text" || contains(selection, node)) ? { parent, nodes } : undefined;
}
