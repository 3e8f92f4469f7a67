import * as l10n from "@vscode/l10n";
import type { PlacedResult } from "../../../../server/src/protocol/protocol.ts";
import { type LineChange, movedLine } from "../exchange/movedLine.ts";

/** The result of an expectation at a line, zero-based. */
export interface LineResult {
  readonly line: number;
  readonly held: boolean;
  /** The actual value or the reason, in one line. */
  readonly text: string;
}

/** The results of a request, from its first to its last line. */
export interface RequestResults {
  readonly first: number;
  readonly last: number;
  readonly results: readonly LineResult[];
}

/** `requestLine`: where results without a directive are shown. `redact`: removes secrets. `row`: from 1. */
export function lineResults(
  results: readonly PlacedResult[],
  requestLine: number,
  redact: (text: string) => string,
  row?: number,
): readonly LineResult[] {
  return results.map(({ range, held, actual, why, expectedFile }) => {
    const text = oneLine(redact(held ? (actual ?? "") : (why ?? actual ?? expectedFile ?? "")));
    const isOfRow = row !== undefined && !held;
    return {
      line: range?.start.line ?? requestLine,
      held,
      text: isOfRow ? l10n.t("row {0}: {1}", row, text) : text,
    };
  });
}

/** Merges the results of a request that was sent several times. An expectation that failed keeps each failure. */
export function mergedResults(before: readonly LineResult[], after: readonly LineResult[]): readonly LineResult[] {
  return after.map((result, at): LineResult => {
    const earlier = before[at];
    if (!earlier || earlier.held || earlier.line !== result.line) return result;
    if (result.held || earlier.text === result.text) return earlier;
    return { ...result, text: oneLine(`${earlier.text} · ${result.text}`) };
  });
}

/** The results that are still true after a change of the text: of requests that it doesn't touch, at their new lines. */
export function afterEdit(all: readonly RequestResults[], change: LineChange): readonly RequestResults[] {
  const { start, end } = change.range;
  return all.flatMap((request): readonly RequestResults[] => {
    if (start.line <= request.last && end.line >= request.first) return [];
    const first = movedLine(request.first, change);
    const by = (first ?? request.first) - request.first;
    const results = request.results.map((result) => ({ ...result, line: result.line + by }));
    return [{ first: request.first + by, last: request.last + by, results }];
  });
}

/** Maximum length of a text in UTF-16 units. */
const longestText = 100;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longestText ? `${line.slice(0, longestText).replace(/…$/, "")}…` : line;
}
