import type { Message } from "../../message.ts";
import { canonicalLength, lengthWith } from "../../messageBody.ts";
import { findCharset } from "../../text/charset.ts";

/** The bytes of a body in one charset, with either line end; `undefined` if the charset can't encode the body. */
export interface Count {
  readonly charset: string;
  readonly LF: number | undefined;
  readonly CRLF: number | undefined;
}

/** The line ends of a body up to its canonical end. */
export type BodyLineEnds = "none" | "LF" | "CRLF" | "mixed";

/** The counts of a body in its own charset, then in others; empty if they are unknown. */
export function countsOf({ body, charset: { charset } }: Message, others: readonly string[]): readonly Count[] {
  if (!body?.known || !charset) return [];
  const all = new Set([charset, ...others.flatMap((name) => findCharset(name)?.charset ?? [])]);
  return [...all].map((one) => {
    const isEncodable = one.unencodable(body.source, body.start, body.canonicalEnd, 1).length === 0;
    const canonical = isEncodable ? canonicalLength(body, one) : 0;
    const length = (lineEnds: "\n" | "\r\n") =>
      isEncodable ? lengthWith(body, one, canonical, lineEnds).length : undefined;
    return { charset: one.name, LF: length("\n"), CRLF: length("\r\n") };
  });
}

export function lineEndsOf({ body }: Message): BodyLineEnds {
  const kinds = new Set<BodyLineEnds>();
  for (const [lineBreak] of body?.source.slice(body.start, body.canonicalEnd).matchAll(/\r\n?|\n/g) ?? []) {
    kinds.add(lineBreak === "\n" ? "LF" : lineBreak === "\r\n" ? "CRLF" : "mixed");
    if (kinds.size > 1) return "mixed";
  }
  const [kind = "none"] = kinds;
  return kind;
}

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
