import type { Message } from "../message.ts";
import type { Span } from "../text/span.ts";
import { endName, startName, tagNameAt } from "./support/tagName.ts";

/** What a name may be while it is typed, as a regular expression: everything that doesn't end it. */
export const linkedNamePattern = "[^\\s<>/=\"'&]+";

/**
 * The names of the start tag and the end tag that an offset is in one of; `undefined` where they are not the same, or
 * where one of the tags has no `>`: a tag that is being typed may still become another element's.
 */
export function linkedNames({ xml, text }: Message, offset: number): readonly [Span, Span] | undefined {
  const found = xml && tagNameAt(xml, offset);
  const endTag = found?.element.endTag;
  if (!found || !endTag || !isClosed(found.element.startTagEnd) || !isClosed(endTag.end)) return undefined;
  const start = startName(found.element);
  const end = endName(found.element);
  return end && text.slice(end.start, end.end) === found.element.name ? [start, end] : undefined;

  function isClosed(tagEnd: number): boolean {
    return text.charAt(tagEnd - 1) === ">";
  }
}
