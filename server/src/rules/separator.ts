import * as l10n from "@vscode/l10n";
import type { PlacedSegment, SoapHttpDocument } from "../document.ts";
import type { Message } from "../message.ts";
import { shift } from "../text/span.ts";
import { elements } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import { replace } from "./edits.ts";
import { applyEdits, correctCount } from "./fixes.ts";
import type { Report, Severity } from "./rule.ts";

/** A separator in the middle of a body. */
export interface CutBody {
  readonly before: PlacedSegment;
  /** Begins with the separator, and goes on with the rest of the body. */
  readonly after: PlacedSegment;
  readonly report: Report;
}

export const separatorInBody = {
  code: "separator-in-body",
  severity: "warning" as Severity,
  source: "the .soaphttp format",
  *check(
    { segments }: SoapHttpDocument,
    messageOf: (segment: PlacedSegment) => Message | undefined,
  ): Iterable<CutBody> {
    for (const [index, before] of segments.entries()) {
      const after = segments[index + 1];
      if (!after || !beginsInTheMiddle(after)) continue;
      const message = messageOf(before);
      const open = message?.xml;
      const closed = new Set(Array.from(after.segment.text.matchAll(/<\/([^\s<>/]+)/g), ([, closing]) => closing));
      const name = open && [...elements(open)].find((element) => isUnclosed(element) && closed.has(element.name))?.name;
      if (!message || name === undefined) continue;
      yield { before, after, report: reportOf(before, after, message, name) };
    }
  },
};

/** What follows only from the body being cut: the open elements, the count, and that the rest is no request. */
export function followFromCuts(
  cuts: readonly CutBody[],
): (finding: { readonly code: string; readonly segment: PlacedSegment | undefined }) => boolean {
  const before = new Set<PlacedSegment | undefined>(cuts.map((cut) => cut.before));
  const after = new Set<PlacedSegment | undefined>(cuts.map((cut) => cut.after));
  return ({ code, segment }) =>
    after.has(segment) || (before.has(segment) && /^(?:xml-tag-unclosed$|content-length-mismatch$|soap-)/.test(code));
}

/** Text or XML right after the separator, and no request line anywhere. */
function beginsInTheMiddle({ segment }: PlacedSegment): boolean {
  const { request } = segment;
  return request !== undefined && (request.line === undefined || request.line.version === undefined);
}

function isUnclosed({ endTag, selfClosing }: XmlElement): boolean {
  return endTag === undefined && !selfClosing;
}

function reportOf(before: PlacedSegment, { start, segment }: PlacedSegment, message: Message, name: string): Report {
  const at = shift(segment.separator ?? { start: 0, end: 3 }, start);
  return {
    at,
    message: l10n.t(
      "A line that starts with ### separates requests, and this one splits the element {0}. In a body, use &#35;## or indent the line.",
      name,
    ),
    fixes: () => {
      const escaped = replace({ start: message.text.length, end: message.text.length + 1 }, "&#35;");
      const edits = correctCount(message, applyEdits(message.text + segment.text, [escaped]), [escaped]);
      return [
        { title: l10n.t("Change to &#35;##"), edits: edits.map((edit) => ({ ...edit, ...shift(edit, before.start) })) },
      ];
    },
  };
}
