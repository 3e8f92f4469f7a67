import type { Message } from "../../message.ts";
import type { Edit } from "../../rules/rule.ts";
import { type Span, shift } from "../../text/span.ts";
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

/** A change of the text that nobody has to make: what was right before is right afterwards. */
export interface Transform {
  /** From the author's view: `Convert to SOAP 1.2`. */
  readonly title: string;
  /** `extract` and `rewrite` as in LSP's kinds of refactorings; `fix` mends what rules report. */
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
