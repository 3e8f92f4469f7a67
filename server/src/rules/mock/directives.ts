import * as l10n from "@vscode/l10n";
import { directiveWithoutMessage } from "../../format/directiveChecks.ts";
import type { PlacedSegment, SoapHttpDocument } from "../../format/document.ts";
import type { Scope } from "../../message/scope.ts";
import { dataFileProblem } from "../../mock/directives/dataFile.ts";
import { isResponse, type MockDirectiveProblem, mockDirectives } from "../../mock/directives/directives.ts";
import { shift, slice } from "../../text/span.ts";
import { changeTo } from "../edits.ts";
import type { Report } from "../rule.ts";

/** The problems of directives with a code. A response that is never sent has no text, so all segments are checked. */
export function directiveProblems(code: MockDirectiveProblem["code"]) {
  return function* ({ segments }: SoapHttpDocument, scope: Scope): Iterable<Report> {
    for (const placed of segments) {
      const { data, problems } = mockDirectives(placed.segment);
      const ofFile = data && dataFileProblem(data, scope.file(data.file));
      for (const problem of ofFile ? [...problems, ofFile] : problems) {
        if (problem.code === code) yield reportOf(placed, problem);
      }
    }
  };
}

function reportOf({ start }: PlacedSegment, { code, message, instead, ...span }: MockDirectiveProblem): Report {
  const at = shift({ start: span.start, end: span.end }, start);
  const label = code === "directive-unknown" ? `@${instead}` : instead;
  return { at, message, fixes: () => (instead === undefined ? [] : [changeTo(at, instead, label)]) };
}

/** One report for each segment. A response that is never sent needs no text. */
export function* directiveWithoutResponse({ segments }: SoapHttpDocument): Iterable<Report> {
  for (const { start, segment } of segments) {
    if (isResponse(segment)) continue;
    const lost = directiveWithoutMessage(segment, false);
    if (!lost) continue;
    yield {
      at: shift({ start: lost.start, end: lost.end }, start),
      message: l10n.t(
        "@{0} has no effect: there is no response between it and the next ###. Write it above a status line.",
        slice(segment.text, lost.name),
      ),
    };
  }
}
