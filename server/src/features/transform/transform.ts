import type { PlacedSegment, SoapHttpDocument } from "../../document.ts";
import type { Message } from "../../message.ts";
import type { Edit } from "../../rules/rule.ts";
import { type Span, shift } from "../../text/span.ts";
import type { Scope } from "../../variables/scope.ts";

/** A place in a document that something may be made of. */
export interface Subject {
  readonly document: SoapHttpDocument;
  readonly scope: Scope;
  readonly placed: PlacedSegment;
  readonly message: Message;
  /** Of the rules that report something in the request, as the settings have them. */
  readonly codes: () => ReadonlySet<string>;
  /** In the segment's text; empty where nothing is selected. */
  readonly selection: Span;
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
export function inDocument({ start }: PlacedSegment, edits: readonly Edit[]): readonly Edit[] {
  return edits.map((edit) => ({ ...edit, ...shift(edit, start) }));
}
