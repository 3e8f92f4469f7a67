import * as l10n from "@vscode/l10n";
import type { PlacedSegment, SoapHttpDocument } from "../format/document.ts";
import type { Message } from "../message/message.ts";
import { applyEdits } from "../text/edits.ts";
import { shift } from "../text/span.ts";
import { elements } from "../xml/query.ts";
import { fix, replace } from "./edits.ts";
import { correctCount } from "./fixes.ts";
import { type MessageOf, type Report, rule, type Traits } from "./rule.ts";
import { isClosed } from "./soap/xmlMessage.ts";

interface CutBody {
  readonly before: PlacedSegment;
  /** The segment that starts with the separator and contains the rest of the body. */
  readonly after: PlacedSegment;
  readonly report: Report;
}

export const separatorInBody = rule("separator-in-body", "warning", "the .soaphttp format", cutBodies);

function* cutBodies({ segments }: SoapHttpDocument, messageOf: MessageOf): Iterable<CutBody> {
  for (const [index, before] of segments.entries()) {
    const after = segments[index + 1];
    if (!after || !startsInBody(after)) continue;
    const message = messageOf(before);
    if (!message?.xml) continue;
    const endTags = new Set(Array.from(after.segment.text.matchAll(/<\/([^\s<>/]+)/g), ([, name]) => name));
    for (const element of elements(message.xml)) {
      if (isClosed(element) || !endTags.has(element.name)) continue;
      yield { before, after, report: reportOf(before, after, message, element.name) };
      break;
    }
  }
}

/** Returns whether a finding only follows from a cut body: an unclosed element, a wrong length, a missing request line. */
export function followFromCuts(
  cuts: readonly CutBody[],
): (finding: { readonly traits: Traits; readonly segment: PlacedSegment | undefined }) => boolean {
  const before = new Set<PlacedSegment | undefined>(cuts.map((cut) => cut.before));
  const after = new Set<PlacedSegment | undefined>(cuts.map((cut) => cut.after));
  return ({ traits, segment }) => after.has(segment) || (before.has(segment) && traits.followsFromCut === true);
}

/** Whether text or XML follows the separator instead of a start line. */
function startsInBody({ segment: { message } }: PlacedSegment): boolean {
  return message !== undefined && message.startLine?.version === undefined;
}

function reportOf(before: PlacedSegment, { start, segment }: PlacedSegment, message: Message, name: string): Report {
  return {
    at: shift(segment.separator ?? { start: 0, end: 3 }, start),
    message:
      message.kind === "response"
        ? l10n.t(
            "A line that starts with ### separates responses, and this one splits the element {0}. In a body, use &#35;## or indent the line.",
            name,
          )
        : l10n.t(
            "A line that starts with ### separates requests, and this one splits the element {0}. In a body, use &#35;## or indent the line.",
            name,
          ),
    fixes: () => {
      const escaped = replace({ start: message.text.length, end: message.text.length + 1 }, "&#35;");
      const edits = correctCount(message, applyEdits(message.text + segment.text, [escaped]), [escaped]);
      return [fix(l10n.t("Change to {0}", "&#35;##"), ...edits.map((edit) => shift(edit, before.start)))];
    },
  };
}
