import * as l10n from "@vscode/l10n";
import type { PlacedSegment, SoapHttpDocument } from "../../format/document.ts";
import { isResponse, mockDirectives } from "../../mock/directives/directives.ts";
import { type Span, shift, slice } from "../../text/span.ts";
import { fix, removeLine } from "../edits.ts";
import type { Report } from "../rule.ts";

/** A response of a file, with its conditions as text. */
interface Ordered {
  readonly placed: PlacedSegment;
  readonly conditions: readonly string[];
  readonly otherwise: boolean;
  /** Whether it is always sent when its conditions hold: it has no `# @times`, `# @data` or `# @chance`. */
  readonly isLasting: boolean;
}

/** Reports a response that is never sent, because an earlier response matches each of its requests. */
export function* responseUnreachable(document: SoapHttpDocument): Iterable<Report> {
  const all = orderedResponses(document);
  const earlier: Ordered[] = [];
  // A response with `@otherwise` is compared last, wherever it is in the file.
  for (const response of [...all.filter(({ otherwise }) => !otherwise), ...all.filter(({ otherwise }) => otherwise)]) {
    const own = new Set(response.conditions);
    const first = earlier.find((other) => other.conditions.every((condition) => own.has(condition)));
    if (first && !(first.otherwise && response.otherwise)) yield unreachable(response, first);
    else if (response.isLasting && earlier.length < maxCompared) earlier.push(response);
  }
}

const maxCompared = 500;

function unreachable({ placed }: Ordered, first: Ordered): Report {
  return {
    at: placeOf(placed),
    message: l10n.t("This response is never sent: an earlier one matches every request that this one matches."),
    related: [{ at: placeOf(first.placed), message: l10n.t("The earlier response") }],
  };
}

export function* otherwiseDuplicate(document: SoapHttpDocument): Iterable<Report> {
  let first: Ordered | undefined;
  for (const response of orderedResponses(document)) {
    if (!response.otherwise) continue;
    if (first) {
      yield {
        at: directivePlace(response.placed, "otherwise"),
        message: l10n.t("Another response with @otherwise comes first, so this one is never sent."),
        related: [{ at: directivePlace(first.placed, "otherwise"), message: l10n.t("First occurrence") }],
        fixes: () => [
          fix(l10n.t("Remove @otherwise"), removeLine(document.text, directivePlace(response.placed, "otherwise"))),
        ],
      };
    } else if (response.isLasting && response.conditions.length === 0) first = response;
  }
}

function orderedResponses({ segments }: SoapHttpDocument): readonly Ordered[] {
  return segments.flatMap((placed): readonly Ordered[] => {
    const { segment } = placed;
    // If the first line isn't a status line, the segment may not be a response.
    if (!isResponse(segment) || (segment.message && !segment.message.statusLine?.version)) return [];
    const { conditions, otherwise, times, data, chance, problems } = mockDirectives(segment);
    const texts = conditions.map((condition) =>
      slice(segment.text, condition)
        .replace(/[ \t]+/g, " ")
        .trim(),
    );
    const isLasting = [times, data, chance].every((one) => one === undefined) && problems.length === 0;
    return [{ placed, conditions: texts, otherwise, isLasting }];
  });
}

/** Where a response is reported: at its first line, or at its first directive. */
function placeOf({ start, segment: { message, preamble, text } }: PlacedSegment): Span {
  const first = message?.first ?? preamble.find(({ kind }) => kind === "directive") ?? { start: 0, end: text.length };
  return shift({ start: first.start, end: first.end }, start);
}

function directivePlace({ start, segment: { text, preamble } }: PlacedSegment, name: string): Span {
  const item = preamble.find((one) => one.kind === "directive" && slice(text, one.name) === name);
  return shift(item ? { start: item.start, end: item.end } : { start: 0, end: 0 }, start);
}
