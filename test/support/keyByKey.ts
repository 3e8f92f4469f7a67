import { segmentAt } from "../../server/src/document.ts";
import {
  analyze,
  type DocumentFinding,
  diagnoseWhileWriting,
  type Resolver,
} from "../../server/src/languageService.ts";

/** Returns the findings that an editor shows while the author types at an offset. */
export function shownWhileTyping(
  text: string,
  at: number,
  isTyping = true,
  resolver?: Resolver,
): readonly DocumentFinding[] {
  const analysis = analyze(text, undefined, undefined, resolver);
  const segment = segmentAt(analysis.document, at);
  return diagnoseWhileWriting(analysis, segment && { segment, cursor: { at, isTyping } });
}

/** Returns the findings after each key of a text that is typed above the existing text `below`. */
export function shownAfterEachKey(typed: string, below = ""): readonly (readonly DocumentFinding[])[] {
  return Array.from(typed, (_, index) => shownWhileTyping(typed.slice(0, index + 1) + below, index + 1));
}

/**
 * Returns the findings after each key as a table. Each row contains consecutive keys with the same findings, and their
 * severity, code and marked text. `⏎`: Enter.
 */
export function tableOf(typed: string): string {
  const rows: { keys: string; readonly shown: string }[] = [];
  for (const [index, findings] of shownAfterEachKey(typed).entries()) {
    const shown = findings
      .map(({ severity, code, at }) => `${severity} ${code} at ${typed.slice(at.start, at.end)}`)
      .join(", ");
    const key = typed.charAt(index).replace("\n", "⏎");
    const last = rows.at(-1);
    if (last?.shown === shown) last.keys += key;
    else rows.push({ keys: key, shown });
  }
  return rows.map(({ keys, shown }) => `${keys} → ${shown || "nothing"}`).join("\n");
}
