import { type PlacedSegment, segmentAt } from "../format/document.ts";
import { contentLengthHolds } from "../rules/edits.ts";
import { completeFix, difference, textAfterFixes } from "../rules/fixes.ts";
import type { Edit, Fix } from "../rules/rule.ts";
import { shift } from "../text/span.ts";
import { type Analysis, textOf } from "./analysis.ts";
import { type DocumentFinding, withSetting } from "./findings.ts";

/** The fixes of a finding, including the changes of Content-Length that they make necessary. */
export function fixesOf(analysis: Analysis, finding: DocumentFinding): readonly Fix[] {
  const { segment } = finding;
  const fixes = finding.fixes?.() ?? [];
  if (!segment) return fixes;
  const message = textOf(analysis, segment.segment);
  if (!message) return [];
  const completed = fixes.map((fix) => ({
    ...fix,
    edits: completeFix(message, fix).map((edit) => shift(edit, segment.start)),
  }));
  if (!fixes.some(({ lineEnds }) => lineEnds) || !othersNeedLineEnds(analysis, segment)) return completed;
  return completed.toSorted((a, b) => Number(a.lineEnds !== undefined) - Number(b.lineEnds !== undefined));
}

/** Whether Content-Length of another message is correct only with the current line endings. */
function othersNeedLineEnds(analysis: Analysis, own: PlacedSegment): boolean {
  return analysis.document.segments.some((other) => {
    const message = other === own ? undefined : textOf(analysis, other.segment);
    const { source = "", start, canonicalEnd } = message?.body ?? {};
    return message && /[\r\n]/.test(source.slice(start, canonicalEnd)) && contentLengthHolds(message);
  });
}

/** The edits of all automatic fixes, either for the message at `offset`, or for all messages. */
export function fixEverything(analysis: Analysis, offset?: number): readonly Edit[] {
  const { document } = analysis;
  const chosen = offset === undefined ? document.segments : [segmentAt(document, offset) ?? []].flat();
  return chosen.flatMap((placed) => {
    const message = textOf(analysis, placed.segment);
    if (!message) return [];
    const after = textAfterFixes(message, (finding) => withSetting(finding, analysis.options) !== undefined);
    return difference(message.text, after).map((edit) => shift(edit, placed.start));
  });
}
