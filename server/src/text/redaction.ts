import { isSecretHeader } from "./secretNames.ts";

export const redacted = "[redacted]";

/**
 * XML without the texts of elements whose names suggest a secret, such as `wsse:Password`. An element with child elements is
 * kept; only the text of its descendants is examined.
 */
export function withoutSecretElements(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { 0: tag, 1: name = "", index } of text.matchAll(/<([^<>\s/!?]+)(?:\s[^<>]*)?>/g)) {
    const start = index + tag.length;
    const hasChild = text[start] === "<" && !text.startsWith("<![CDATA[", start);
    if (index < at || tag.endsWith("/>") || hasChild || !isSecretHeader(name.replace(/^.*:/, ""))) continue;
    const end = text.indexOf(`</${name}`, start);
    pieces.push(text.slice(at, start), redacted);
    at = end < 0 ? text.length : end;
  }
  return [...pieces, text.slice(at)].join("");
}
