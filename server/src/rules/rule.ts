import type { PlacedSegment } from "../document.ts";
import type { Message } from "../message.ts";
import type { Span } from "../text/span.ts";

export type Severity = "error" | "warning" | "information" | "hint";

/** A replacement of a span of the segment's text. An insertion has an empty span. */
export interface Edit extends Span {
  readonly newText: string;
}

export interface Fix {
  /** `Change Content-Length to 295`. */
  readonly title: string;
  /** Spans in the segment's text. `completeFix` adds an edit of Content-Length. */
  readonly edits: readonly Edit[];
  /** Whether "Fix all" and "Fix and Send" apply it (★ in the rules). */
  readonly automatic?: boolean;
  /** The URI of a WSDL that the client loads, after a question. */
  readonly loadWsdl?: string;
  /** Changes the line endings of the document. Text edits can't do that in an editor. */
  readonly lineEnds?: "\n" | "\r\n";
}

/** A problem that a rule found. Spans: UTF-16 offsets in the segment's text. */
export interface Report {
  readonly at: Span;
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly { readonly at: Span; readonly message: string }[];
  /** Created only on request. */
  readonly fixes?: () => readonly Fix[];
  readonly unnecessary?: boolean;
  /** Whether it is omitted unless the settings have a severity for the rule, as a profile has for its rules. */
  readonly ofProfile?: boolean;
}

export interface Rule<Check = (message: Message) => Iterable<Report>> {
  /** Never changes: it is the anchor of its section in `docs/rules.md`. */
  readonly code: string;
  readonly severity: Severity;
  /** The section of the standard. */
  readonly source: string;
  readonly check: Check;
}

/** Returns the request of a segment; `undefined` if it has none. */
export type MessageOf = (segment: PlacedSegment) => Message | undefined;

export function rule<Check>(code: string, severity: Severity, source: string, check: Check): Rule<Check> {
  return { code, severity, source, check };
}

/** Limits the number of reports, because binary data would produce millions. */
export function atMost<Subject>(max: number, check: (subject: Subject) => Iterable<Report>): typeof check {
  return function* (subject) {
    let left = max;
    for (const report of check(subject)) {
      if (left-- === 0) return;
      yield report;
    }
  };
}
