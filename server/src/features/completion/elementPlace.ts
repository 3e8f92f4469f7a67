import { type Snippet, withoutLess } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import type { XmlElement } from "../../xml/tree.ts";

/** The part of an element to insert: all, the text after `<`, or only the name. */
export type ElementForm = "whole" | "rest" | "name";

/** Where an element is inserted, or its name replaced. */
export interface ElementPlace {
  readonly parent: XmlElement | undefined;
  readonly replace: Span;
  readonly form: ElementForm;
}

export function inForm(whole: Snippet, form: ElementForm): Snippet {
  return form === "rest" ? withoutLess(whole) : whole;
}
