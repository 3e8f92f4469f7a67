import { parseHead, type Request } from "./http/head.ts";
import { type PreambleItem, parsePreamble } from "./preamble.ts";
import { afterBreak, lineEnd } from "./text/lines.ts";
import { type Span, trimmed } from "./text/span.ts";

/*
 * A `.soaphttp` file is a sequence of segments, divided by separator lines. A segment knows nothing of where it stands:
 * its tree has offsets into the segment's own text, so that an edit costs the segment that it is in, and the others
 * are kept as they are.
 */

export interface SoapHttpDocument {
  readonly text: string;
  readonly segments: readonly PlacedSegment[];
}

export interface PlacedSegment {
  /** UTF-16 offset of the segment's text in the document's. */
  readonly start: number;
  readonly segment: Segment;
}

/** What stands between two separators; the separator line above belongs to it. All offsets: UTF-16, in `text`. */
export interface Segment {
  readonly text: string;
  readonly separator: Separator | undefined;
  readonly preamble: readonly PreambleItem[];
  /** `undefined` where the segment holds nothing but a preamble. */
  readonly request: Request | undefined;
}

/** A line that begins with `###`, without its line break. */
export interface Separator extends Span {
  /** What follows the `###`, without blanks around it; `undefined` where there is nothing. */
  readonly title: Span | undefined;
}

/**
 * Takes a document apart. Never throws. Segments of `previous` whose text is the same are taken over as they are.
 */
export function parseDocument(text: string, previous?: SoapHttpDocument): SoapHttpDocument {
  const kept = new Map<string, Segment>();
  for (const { segment } of previous?.segments ?? []) kept.set(segment.text, segment);
  const segments = cut(text).map(({ start, end }) => {
    const own = text.slice(start, end);
    return { start, segment: kept.get(own) ?? parseSegment(own) };
  });
  return { text, segments };
}

/** The segment that an offset of the document is in. */
export function segmentAt(document: SoapHttpDocument, offset: number): PlacedSegment | undefined {
  let low = 0;
  let high = document.segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((document.segments[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return document.segments[low];
}

function parseSegment(text: string): Segment {
  const separator = text.startsWith("###") ? parseSeparator(text) : undefined;
  const from = separator ? afterBreak(text, separator.end) : 0;
  const { items, end } = parsePreamble(text, from);
  return { text, separator, preamble: items, request: end < text.length ? parseHead(text, end) : undefined };
}

function parseSeparator(text: string): Separator {
  const end = lineEnd(text, 0);
  const title = trimmed(text, { start: 3, end });
  return { start: 0, end, title: title.start < title.end ? title : undefined };
}

/** Where the segments lie. The first has no separator line, unless the text begins with one. */
function cut(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let at = text.indexOf("###", 1); at > 0; at = text.indexOf("###", at)) {
    const before = text.charCodeAt(at - 1);
    if (before === 0x0a || before === 0x0d) {
      spans.push({ start, end: at });
      start = at;
      at = lineEnd(text, at);
    } else {
      while (text.charCodeAt(at) === 0x23) at++;
    }
  }
  spans.push({ start, end: text.length });
  return spans;
}
