import type { PlacedSegment, SoapHttpDocument } from "../format/document.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import type { Severity } from "../protocol/protocol.ts";
import type { TextEdit } from "../text/edits.ts";
import type { Span } from "../text/span.ts";

/** An edit with its span in the segment's text. */
export type Edit = TextEdit;

export interface Fix {
  /** Title of the quick fix: `Change Content-Length to 295`. */
  readonly title: string;
  /** The edits, with spans in the segment's text. `completeFix` adds an edit of Content-Length. */
  readonly edits: readonly Edit[];
  /** Whether "Fix all" and "Fix and Send" apply the fix (★ in the rules). */
  readonly automatic?: boolean;
  /** The URI of a WSDL that the client loads after asking the user. */
  readonly loadWsdl?: string;
  /** The name of a key. The client asks the user for its file. */
  readonly chooseKey?: string;
  /** Whether the cursor moves to the end of the first edit's line, where the author continues writing. */
  readonly goesOn?: boolean;
  /** The line ending that the document is changed to. In an editor, text edits can't change line endings. */
  readonly lineEnds?: "\n" | "\r\n";
}

/** A problem that a rule has found. Its spans are UTF-16 offsets in the segment's text. */
export interface Report {
  readonly at: Span;
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly { readonly at: Span; readonly message: string }[];
  /** Creates the fixes. Called only when they are needed. */
  readonly fixes?: () => readonly Fix[];
  readonly unnecessary?: boolean;
  /** Whether the finding is omitted unless the settings contain a severity for the rule, as for the rules of a profile. */
  readonly ofProfile?: boolean;
}

/** The properties of a rule that decide when its findings are shown. */
export interface Traits {
  /** `tree`: the rule checks the XML of the body. `body`: it checks the body, although it may report at a header. */
  readonly about?: "tree" | "body";
  /** Whether the rule also checks the text of a body file. */
  readonly inBodyFile?: true;
  /** A kind of problem that several rules may find, and that is reported only once. */
  readonly reports?: "count" | "value";
  /** The kind of findings that are shown instead of this rule's findings about the same place. */
  readonly yieldsTo?: Traits["reports"];
  /** Whether the rule reports placeholders. No other rule reports at the same place. */
  readonly ofPlaceholders?: true;
  /** Whether the rule reports a line that contains two headers, or a missing part. Other rules can't check such a line. */
  readonly ofJoinedLines?: true;
  /** The boundary with a problem: between header section and body, or between the request and the `next` one. */
  readonly ofBoundary?: "body" | "next";
  /** Whether the rule expects a SOAP message. In imported requests that aren't SOAP, `# @ignore` switches the rule off. */
  readonly ofSoap?: true;
  /** Whether the rule explains why a request has no bytes or no destination. `# @ignore` can't switch the rule off. */
  readonly preventsSending?: true;
  /** Whether the finding may be caused by a separator inside the body. */
  readonly followsFromCut?: true;
  /**
   * The part of the text that the author is writing. While the cursor is in this part, an editor doesn't show the
   * finding: the request, its header section, its body, the content of the reported element, the content of the Body,
   * the value of an element, the next request, or the file.
   */
  readonly waitsFor?: "request" | "head" | "body" | "content" | "payload" | "value" | "next" | "file";
}

export interface RuleInfo {
  /** The code never changes, because it is the anchor of its section in `docs/rules.md`. */
  readonly code: string;
  readonly severity: Severity;
  /** The section of the standard that the rule follows. */
  readonly source: string;
  readonly traits: Traits;
}

export interface Rule<Check = (message: Message) => Iterable<Report>> extends RuleInfo {
  readonly check: Check;
}

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

/** The traits of rules that report a missing header. They wait until the author has left the header section. */
export const missingHeader: Traits = { ofJoinedLines: true, waitsFor: "head" };

/** Adds traits to rules. The rules' own traits win. */
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
