import type { ReceivedPart } from "../../../../server/src/protocol/protocol.ts";

/** A line with an `xop:Include`, and the index of the part that it includes. */
export interface IncludedPart {
  readonly line: number;
  readonly part: number;
}

const mostIncluded = 100;

const longestLine = 20_000;

/** The parts that `xop:Include` refers to in the text of a response (XOP section 2.1). */
export function includedParts(
  lines: Iterable<string>,
  parts: readonly Pick<ReceivedPart, "contentId">[],
): readonly IncludedPart[] {
  const includedParts: IncludedPart[] = [];
  let line = 0;
  for (const text of lines) {
    for (const [tag] of text.slice(0, longestLine).matchAll(/Include\s[^<>]*/g)) {
      const id = /\shref\s?=\s?["']cid:([^"'<>]*)["']/i.exec(tag)?.[1];
      if (id === undefined) continue;
      const part = parts.findIndex(({ contentId }) => contentId !== undefined && contentId === decodedId(id));
      if (part >= 0 && includedParts.push({ line, part }) === mostIncluded) return includedParts;
    }
    line++;
  }
  return includedParts;
}

/** A cid URI contains the percent-encoded Content-ID (RFC 2392 section 2). */
function decodedId(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll("&amp;", "&"));
  } catch {
    return id;
  }
}
