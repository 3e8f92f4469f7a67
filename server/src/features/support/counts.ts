import type { Message } from "../../message.ts";
import { canonicalLength, lengthWith } from "../../messageBody.ts";
import { type Charset, findCharset } from "../../text/charset.ts";

/** What a body counts in one charset. */
export interface Count {
  readonly charset: string;
  /** `undefined` where the charset can't hold the body. */
  readonly lf: number | undefined;
  readonly crlf: number | undefined;
}

/** The line ends of a body up to its canonical end. */
export type BodyLineEnds = "none" | "LF" | "CRLF" | "mixed";

/** The counts of a body in its own charset (the first) and in others; empty where nobody can count. */
export function countsOf({ body, charset: { charset } }: Message, others: readonly string[] = []): readonly Count[] {
  if (!body?.known || !charset) return [];
  const wanted = [charset, ...others.flatMap((name) => findCharset(name)?.charset ?? [])];
  return [...new Set(wanted)].map((one) => {
    if (!holds(one)) return { charset: one.name, lf: undefined, crlf: undefined };
    const canonical = canonicalLength(body, one);
    const length = (lineEnds: "\n" | "\r\n") => lengthWith(body, one, canonical, lineEnds).length;
    return { charset: one.name, lf: length("\n"), crlf: length("\r\n") };
  });

  function holds(one: Charset): boolean {
    return body !== undefined && one.unencodable(body.source, body.start, body.canonicalEnd, 1).length === 0;
  }
}

export function lineEndsOf({ body }: Message): BodyLineEnds {
  if (!body) return "none";
  const pattern = /\r\n?|\n/g;
  pattern.lastIndex = body.start;
  let kind: BodyLineEnds = "none";
  for (
    let match = pattern.exec(body.source);
    match && match.index < body.canonicalEnd;
    match = pattern.exec(body.source)
  ) {
    const one = match[0] === "\n" ? "LF" : match[0] === "\r\n" ? "CRLF" : "mixed";
    if (kind === "none") kind = one;
    if (kind !== one) return "mixed";
  }
  return kind;
}

/** The counts that a Content-Length may have: up to the canonical end, or with some of the line breaks behind it. */
export function acceptedCounts({ body, bodyLength, charset: { charset } }: Message): readonly number[] {
  if (!body || bodyLength === undefined || !charset) return [];
  const unit = charset.byteLength("\n\n") - charset.byteLength("\n");
  const counts = [bodyLength];
  for (const { 0: lineBreak } of body.source.slice(body.canonicalEnd, body.end).matchAll(/\r\n?|\n/g)) {
    counts.push((counts.at(-1) ?? 0) + lineBreak.length * unit);
  }
  return counts;
}
