import * as l10n from "@vscode/l10n";
import type { PlacedSegment, SoapHttpDocument } from "../../format/document.ts";
import type { Scope } from "../../message/scope.ts";
import { isResponse, type MockDirectiveProblem, mockDirectives } from "../../mock/directives/directives.ts";
import { knownMockDirectives } from "../../mock/directives/known.ts";
import { shift, slice } from "../../text/span.ts";
import { changeTo } from "../edits.ts";
import type { Report } from "../rule.ts";

/** The problems of directives with a code. A response that is never sent has no text, so all segments are checked. */
export function directiveProblems(
  code: MockDirectiveProblem["code"],
): (document: SoapHttpDocument) => Iterable<Report> {
  return function* ({ segments }) {
    for (const placed of segments) {
      for (const problem of mockDirectives(placed.segment).problems) {
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

/** A file that is still being read has no finding. */
export function* rowFileMissing({ segments }: SoapHttpDocument, scope: Scope): Iterable<Report> {
  for (const { start, segment } of segments) {
    const { data } = mockDirectives(segment);
    const file = data && scope.file(data.file);
    if (!data || !file) continue;
    const at = shift({ start: data.start, end: data.end }, start);
    if (file.kind === "missing") {
      yield {
        at,
        message: l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", data.file),
      };
    } else if (file.kind === "refused") {
      yield { at, message: l10n.t("The file {0} can't be read: {1}", data.file, file.why) };
    }
  }
}

/** One report for each segment. A response that is never sent needs no text. */
export function* directiveWithoutResponse({ segments }: SoapHttpDocument): Iterable<Report> {
  for (const { start, segment } of segments) {
    if (isResponse(segment)) continue;
    const isLost = (name: string) => knownMockDirectives.includes(name) && !ofFile.includes(name);
    const lost = segment.preamble.find((item) => item.kind === "directive" && isLost(slice(segment.text, item.name)));
    if (lost?.kind !== "directive") continue;
    yield {
      at: shift({ start: lost.start, end: lost.end }, start),
      message: l10n.t(
        "@{0} has no effect: there is no response between it and the next ###. Write it above a status line.",
        slice(segment.text, lost.name),
      ),
    };
  }
}

/** These are about the file, or about their text. */
const ofFile = ["ignore", "wsdl", "no-wsdl"];
