import type { Span } from "../text/span.ts";
import type { XmlProblem } from "./problems.ts";

/*
 * The tree of an XML document that may be broken. All numbers are UTF-16 offsets into the text that was given
 * to the parser (not relative to where the document begins in it). What is absent is `undefined`.
 * Numbers lie flat in the nodes, not in nested spans, because the tree of a 10 MB body has to fit and to be fast.
 */

export interface XmlDocument extends Span {
  readonly text: string;
  readonly declaration: XmlDeclaration | undefined;
  readonly doctype: XmlDoctype | undefined;
  /** Everything at the top level in document order, the root among it. */
  readonly children: readonly XmlNode[];
  /** The first element at the top level. */
  readonly root: XmlElement | undefined;
  /** In document order, each once. At most `maxProblems`; `problemsLeftOut` counts the rest. */
  readonly problems: readonly XmlProblem[];
  readonly problemsLeftOut: number;
}

export type XmlNode =
  | XmlElement
  | XmlText
  | XmlCData
  | XmlComment
  | XmlProcessingInstruction
  | XmlDeclaration
  | XmlDoctype;

interface XmlNamed extends Span {
  /** The qualified name as typed; `prefix` is "" where it has none. */
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  /** The namespace name, "" for no namespace, `undefined` where the prefix is not declared. */
  readonly namespace: string | undefined;
  readonly nameStart: number;
  readonly nameEnd: number;
}

export interface XmlElement extends XmlNamed {
  readonly kind: "element";
  readonly parent: XmlElement | undefined;
  /** After the `>` of the start tag (or of the empty-element tag); where that is missing, where the tag was taken to end. */
  readonly startTagEnd: number;
  readonly selfClosing: boolean;
  /** `undefined` for an empty-element tag, and where the end tag is missing. */
  readonly endTag: XmlEndTag | undefined;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
}

export interface XmlEndTag extends Span {
  readonly nameStart: number;
  readonly nameEnd: number;
}

/** An attribute without a prefix is in no namespace (""), a namespace declaration in that of xmlns. */
export interface XmlAttribute extends XmlNamed {
  /** Between the quotes; -1 where there is no value. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface XmlText extends Span {
  readonly kind: "text";
}

export interface XmlCData extends Span {
  readonly kind: "cdata";
}

export interface XmlComment extends Span {
  readonly kind: "comment";
}

export interface XmlProcessingInstruction extends Span {
  readonly kind: "pi";
  readonly target: string;
}

/** `<?xml … ?>`, also where it stands in the wrong place. */
export interface XmlDeclaration extends Span {
  readonly kind: "declaration";
  readonly version: Span | undefined;
  /** The value of the encoding pseudo-attribute, between its quotes. */
  readonly encoding: Span | undefined;
  readonly standalone: Span | undefined;
}

export interface XmlDoctype extends Span {
  readonly kind: "doctype";
}
