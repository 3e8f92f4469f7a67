import * as l10n from "@vscode/l10n";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import { isMisspelledTestDirective, knownDirectives } from "../format/knownDirectives.ts";
import { shift, slice } from "../text/span.ts";
import { fix, removeLine } from "./edits.ts";
import type { Report } from "./rule.ts";

/** One report for each segment: an extra `###` leaves several directives without a request. */
export function* directiveWithoutRequest({ text, segments }: SoapHttpDocument): Iterable<Report> {
  const first = segments.findIndex(({ segment }) => segment.request);
  for (const [index, { start, segment }] of segments.entries()) {
    if (segment.request) continue;
    const lost = lostDirective(segment, index < first);
    if (!lost) continue;
    const name = slice(segment.text, lost.name);
    const message = l10n.t(
      "@{0} has no effect: there is no request between it and the next ###. Write it above a request line.",
      name,
    );
    const next = segments[index + 1];
    const separator = next?.segment.request ? next.segment.separator : undefined;
    const fixes = () =>
      next && separator ? [fix(l10n.t("Remove ###"), removeLine(text, shift(separator, next.start)))] : [];
    yield { at: shift({ start: lost.start, end: lost.end }, start), message, fixes };
  }
}

/** The first directive without effect. `isAbove`: whether all requests of the file follow. */
function lostDirective({ text, preamble }: Segment, isAbove: boolean) {
  for (const item of preamble) {
    if (item.kind !== "directive") continue;
    const name = slice(text, item.name);
    // These are about the file, or about this text.
    const isUsed = name === "ignore" || (name === "wsdl" && isAbove);
    if (!isUsed && (knownDirectives.includes(name) || isMisspelledTestDirective(name))) return item;
  }
  return undefined;
}
