import type { Span } from "../text/span.ts";
import type { XmlProblem } from "./problems.ts";

/*
 * The tree of an XML document, which may be ill-formed. All numbers are UTF-16 offsets in the text of the parser. Missing
 * parts are `undefined`. Nodes have numbers instead of nested spans, and texts in elements are no nodes, so that large documents
 * need less memory.
 */

export interface XmlDocument extends Span {
  readonly text: string;
  readonly declaration: XmlDeclaration | undefined;
  readonly doctype: XmlDoctype | undefined;
  /** All nodes at the top level in document order, including the root. */
  readonly children: readonly XmlNode[];
  readonly root: XmlElement | undefined;
  /** Problems in document order, at most `maxProblems`. `problemsLeftOut` counts further problems. */
  readonly problems: readonly XmlProblem[];
  readonly problemsLeftOut: number;
  /** Whether each error affects only the elements around it, so that other elements needn't be read again after an edit. */
  readonly isResumable: boolean;
}

export type XmlNode =
  | XmlElement
  | (Span & { readonly kind: "text" | "cdata" | "comment" })
  | (Span & { readonly kind: "pi"; readonly target: string })
  | XmlDeclaration
  | XmlDoctype;

interface XmlNamed extends Span {
  /** Qualified name as typed; its `prefix` may be empty. */
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  /** The namespace name, "" for no namespace, `undefined` if the prefix isn't declared. */
  readonly namespace: string | undefined;
  readonly nameStart: number;
  readonly nameEnd: number;
}

export interface XmlElement extends XmlNamed {
  readonly kind: "element";
  readonly parent: XmlElement | undefined;
  /** Offset after the `>` of the start tag or the empty-element tag, or at the probable end of an unclosed tag. */
  readonly startTagEnd: number;
  readonly selfClosing: boolean;
  /** `undefined` for an empty-element tag, or if the end tag is missing. */
  readonly endTag: XmlEndTag | undefined;
  readonly attributes: readonly XmlAttribute[];
  /** End of the content, which begins at `startTagEnd`. */
  readonly contentEnd: number;
  /** The markup in order; text nodes are the gaps in it. As long as the element has the same list, it is unchanged. */
  readonly markup: readonly XmlMarkup[];
  /** The content in order. A new list each time, because text nodes aren't stored. */
  readonly children: readonly XmlNode[];
}

export type XmlMarkup = XmlNode | StrayEndTag;

interface StrayEndTag extends Span {
  readonly kind: "stray-end-tag";
}

export interface XmlEndTag extends Span {
  readonly nameStart: number;
  readonly nameEnd: number;
}

/** An attribute. Without a prefix, its namespace is "". A namespace declaration is in the namespace of xmlns. */
export interface XmlAttribute extends XmlNamed {
  /** Offset of the value without its quotes; -1 if there is no value. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** An XML declaration `<?xml … ?>` at any place. */
export interface XmlDeclaration extends Span {
  readonly kind: "declaration";
  readonly version: Span | undefined;
  /** Span of the value between the quotes, like `version` and `standalone`. */
  readonly encoding: Span | undefined;
  readonly standalone: Span | undefined;
}

export interface XmlDoctype extends Span {
  readonly kind: "doctype";
}
