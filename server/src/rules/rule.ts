import type { Message } from "../message.ts";
import type { Span } from "../text/span.ts";

export type Severity = "error" | "warning" | "information" | "hint";

/** A replacement of a span of the segment's text. An insertion has an empty span. */
export interface Edit extends Span {
  readonly newText: string;
}

export interface Fix {
  /** What the author sees in the light bulb, from the author's view: `Change Content-Length to 295`. */
  readonly title: string;
  /** Spans in the segment's text. A fix needs no care for Content-Length: see `fixes.ts`. */
  readonly edits: readonly Edit[];
  /** Needs no decision: "Fix all" and "Fix and Send" apply it (★ in the rules). */
  readonly automatic?: boolean;
  /** The whole document's line ends change instead (no text edit can do that in an editor). */
  readonly lineEnds?: "\n" | "\r\n";
}

/** What a rule found, in the coordinates of the segment's text. */
export interface Report {
  readonly at: Span;
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly { readonly at: Span; readonly message: string }[];
  /** Created only on request. */
  readonly fixes?: () => readonly Fix[];
  readonly unnecessary?: boolean;
}

export interface Rule<Code extends string = string> {
  /** Stable; the anchor of its section in `docs/rules.md`. */
  readonly code: Code;
  readonly severity: Severity;
  /** The section of the standard that it comes from. */
  readonly source: string;
  check(message: Message): Iterable<Report>;
}
