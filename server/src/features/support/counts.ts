import type { Message } from "../../message/message.ts";

/** The correct values of Content-Length: up to the canonical end, or with some of the line breaks after it. */
export function acceptedCounts({ body, bodyLength, charset: { charset } }: Message): readonly number[] {
  if (!body || bodyLength === undefined || !charset) return [];
  const unit = charset.byteLength("\n\n") - charset.byteLength("\n");
  const counts = [bodyLength];
  for (const { 0: lineBreak } of body.source.slice(body.canonicalEnd, body.end).matchAll(/\r\n?|\n/g)) {
    counts.push((counts.at(-1) ?? 0) + lineBreak.length * unit);
  }
  return counts;
}
