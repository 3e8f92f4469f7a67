import type { PlacedSegment, SoapHttpDocument } from "../format/document.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import type { Severity } from "../protocol/protocol.ts";
import type { TextEdit } from "../text/edits.ts";
import type { Span } from "../text/span.ts";

/** The span is in the segment's text. */
export type Edit = TextEdit;

export interface Fix {
  /** `Change Content-Length to 295`. */
  readonly title: string;
  /** Spans in the segment's text. `completeFix` adds an edit of Content-Length. */
  readonly edits: readonly Edit[];
  /** Whether "Fix all" and "Fix and Send" apply it (★ in the rules). */
  readonly automatic?: boolean;
  /** The URI of a WSDL that the client loads, after a question. */
  readonly loadWsdl?: string;
  /** The name of a key whose file the client asks for. */
  readonly chooseKey?: string;
  /** Whether the author goes on writing at the end of the first edit's line. */
  readonly goesOn?: boolean;
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

/** The properties of a rule that decide when its findings are shown. */
export interface Traits {
  /** `tree`: it checks the XML of the body. `body`: it checks the body, even if it reports at a header. */
  readonly about?: "tree" | "body";
  /** Whether it also checks the text of a body file. */
  readonly inBodyFile?: true;
  /** A problem that several rules may find, and that is reported once. */
  readonly reports?: "count" | "value";
  /** The findings about the same place that are shown instead of its own. */
  readonly yieldsTo?: Traits["reports"];
  /** Whether it reports placeholders: at the same place, no other rule does. */
  readonly ofPlaceholders?: true;
  /** Whether it reports a line that contains two headers, or a missing part. Other rules can't check such a line. */
  readonly ofJoinedLines?: true;
  /** Whether it reports what separates the header section from the body. `next`: what separates the request from the next one. */
  readonly ofBoundary?: "body" | "next";
  /** Whether it expects a SOAP message: an imported request that is none ignores it. */
  readonly ofSoap?: true;
  /** Whether it explains why a request has no bytes or no destination. Then `# @ignore` doesn't switch it off. */
  readonly preventsSending?: true;
  /** Whether a separator that cuts the body may be its cause. */
  readonly followsFromCut?: true;
  /**
   * The part that an author is still writing while an editor doesn't show the finding: the request, its header section,
   * its body, the content of the element that it reports, the content of the Body, the value of an element, the
   * request below, or the file.
   */
  readonly waitsFor?: "request" | "head" | "body" | "content" | "payload" | "value" | "next" | "file";
}

/** What is known about a rule without running it. */
export interface RuleInfo {
  /** Never changes: it is the anchor of its section in `docs/rules.md`. */
  readonly code: string;
  readonly severity: Severity;
  /** The section of the standard. */
  readonly source: string;
  readonly traits: Traits;
}

export interface Rule<Check = (message: Message) => Iterable<Report>> extends RuleInfo {
  readonly check: Check;
}

/** Returns the message of a segment; `undefined` if it has none. */
export type MessageOf = (segment: PlacedSegment) => Message | undefined;

/** A rule that checks all segments. The spans of its reports are in the document's text. */
export type DocumentRule = Rule<(document: SoapHttpDocument, scope: Scope, messageOf: MessageOf) => Iterable<Report>>;

export function rule<Check>(
  code: string,
  severity: Severity,
  source: string,
  check: Check,
  traits: Traits = {},
): Rule<Check> {
  return { code, severity, source, check, traits };
}

/** A header that is missing isn't reported while the header section is being written. */
export const missingHeader: Traits = { ofJoinedLines: true, waitsFor: "head" };

/** Rules that have further traits in common. */
export function withTraits<R extends RuleInfo>(traits: Traits, rules: readonly R[]): readonly R[] {
  return rules.map((one) => ({ ...one, traits: { ...traits, ...one.traits } }));
}

/** Limits the number of reports, because binary data would produce millions. */
export function atMost<Subject>(max: number, check: (subject: Subject) => Iterable<Report>): typeof check {
  return (subject) => {
    const reports: Report[] = [];
    for (const report of check(subject)) {
      if (reports.length === max) break;
      reports.push(report);
    }
    return reports;
  };
}
