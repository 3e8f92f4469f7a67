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
  /** In document order. At most `maxProblems`; `problemsLeftOut` counts the rest. */
  readonly problems: readonly XmlProblem[];
  readonly problemsLeftOut: number;
  /** Whether a mistake affects only the elements around it, so that the others needn't be read after an edit. */
  readonly isResumable: boolean;
}

export type XmlNode =
  | XmlElement
  | (Span & { readonly kind: "text" | "cdata" | "comment" })
  | (Span & { readonly kind: "pi"; readonly target: string })
  | XmlDeclaration
  | XmlDoctype;

interface XmlNamed extends Span {
  /** The qualified name as typed; `prefix` may be empty. */
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
  /** After the `>` of the start tag or the empty-element tag, or at its probable end. */
  readonly startTagEnd: number;
  readonly selfClosing: boolean;
  /** `undefined` for an empty-element tag, or if it is missing. */
  readonly endTag: XmlEndTag | undefined;
  readonly attributes: readonly XmlAttribute[];
  /** The end of the content, which begins at `startTagEnd`. */
  readonly contentEnd: number;
  /** Child markup in order. Text nodes are the gaps between them and aren't stored. The element is unchanged as long as it has the same list. */
  readonly markup: readonly XmlMarkup[];
  /** The content in order. Created anew at each reading, because most texts need no node in memory. */
  readonly children: readonly XmlNode[];
}

export type XmlMarkup = XmlNode | StrayEndTag;

/** An end tag that belongs to no element. */
interface StrayEndTag extends Span {
  readonly kind: "stray-end-tag";
}

export interface XmlEndTag extends Span {
  readonly nameStart: number;
  readonly nameEnd: number;
}

/** An attribute without a prefix is in no namespace (""), a namespace declaration in the namespace of xmlns. */
export interface XmlAttribute extends XmlNamed {
  /** Between the quotes; -1 if there is no value. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** `<?xml … ?>` in any place. */
export interface XmlDeclaration extends Span {
  readonly kind: "declaration";
  readonly version: Span | undefined;
  /** The value between the quotes, as in `version` and `standalone`. */
  readonly encoding: Span | undefined;
  readonly standalone: Span | undefined;
}

export interface XmlDoctype extends Span {
  readonly kind: "doctype";
}
