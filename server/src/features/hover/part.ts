import { partHeaderFact } from "../../http/facts.ts";
import type { Multipart } from "../../http/multipart.ts";
import { shift } from "../../text/span.ts";
import { factMarkdown } from "./fact.ts";
import { hoverValue } from "./header.ts";
import type { Hover } from "./hover.ts";

/** A header of a part in a multipart body; `undefined` where the offset is in none. Spans: in `text`. */
export function hoverPart(text: string, multipart: Multipart, offset: number): Hover | undefined {
  const part = multipart.parts.find(({ start, end }) => start <= offset && offset < end);
  const line = part?.headerLines.find(({ start, end }) => start <= offset && offset <= end);
  if (line?.kind !== "field") return undefined;
  const name = text.slice(line.name.start, line.name.end);
  if (line.name.start <= offset && offset < line.name.end) {
    const fact = partHeaderFact(name);
    return fact && { start: line.name.start, end: line.name.end, markdown: factMarkdown(fact, fact.name) };
  }
  const value = text.slice(line.value.start, line.value.end);
  return hoverValue(name, value, (span) => shift(span, line.value.start), offset);
}
