import { segmentAt } from "../../server/src/format/document.ts";
import {
  analyze,
  type DocumentFinding,
  defaultOptions,
  diagnoseWhileWriting,
  type Resolver,
} from "../../server/src/service/languageService.ts";

/** Returns the findings that an editor shows while the author types at an offset. */
export function shownWhileTyping(
  text: string,
  at: number,
  isTyping = true,
  resolver?: Resolver,
  isBodyNew = false,
  options = defaultOptions,
): readonly DocumentFinding[] {
  const analysis = analyze(text, options, resolver);
  const segment = segmentAt(analysis.document, at);
  return diagnoseWhileWriting(analysis, segment && { segment, cursor: { at, isTyping, isBodyNew } });
}

/** Returns the findings after each key of a text that is typed above the existing text `below`. */
export function shownAfterEachKey(
  typed: string,
  below = "",
  options = defaultOptions,
): readonly (readonly DocumentFinding[])[] {
  return Array.from(typed, (_, index) =>
    shownWhileTyping(typed.slice(0, index + 1) + below, index + 1, true, undefined, true, options),
  );
}

/** As `shownAfterEachKey`, in an editor that inserts the end tag after each start tag. */
export function shownWithEndTags(typed: string): readonly (readonly DocumentFinding[])[] {
  return Array.from(typed, (_, index) => {
    const text = typed.slice(0, index + 1);
    return shownWhileTyping(text + endTagsFor(text), index + 1, true, undefined, true);
  });
}

/** The end tags of the elements that are open at the end of a text. */
function endTagsFor(text: string): string {
  const open: string[] = [];
  const tags = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([\w:]+)(?:[^<>"']|"[^"]*"|'[^']*')*>/g;
  for (const [tag, slash, name] of text.matchAll(tags)) {
    if (slash) open.pop();
    else if (name && !tag.endsWith("/>")) open.push(`</${name}>`);
  }
  return open.toReversed().join("");
}

/**
 * Returns the findings after each key as a table. Each row contains consecutive keys with the same findings, and their
 * severity, code and marked text. `⏎`: Enter.
 */
export function tableOf(typed: string, options = defaultOptions): string {
  const rows: { keys: string; readonly shown: string }[] = [];
  for (const [index, findings] of shownAfterEachKey(typed, "", options).entries()) {
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
