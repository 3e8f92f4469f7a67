import { type MessageKind, type MessageSyntax, parseHead, type SegmentKind } from "../http/head.ts";
import type { Receiving } from "../protocol/protocol.ts";
import { afterBreak, lineEnd } from "../text/lines.ts";
import { memoized } from "../text/memoized.ts";
import { firstIndex } from "../text/search.ts";
import { type Span, shift, slice, trimmed } from "../text/span.ts";
import { isSeed, readMock, readReceive } from "./directiveValues.ts";
import { type DocumentSyntax, parseDocumentText } from "./documentText.ts";
import { directiveValues, type PreambleItem, parsePreamble } from "./preamble.ts";

/*
 * A file is a sequence of segments that are separated by separator lines: requests in a `.soaphttp` file, responses in a
 * `.soapmock` file. A segment doesn't contain its position in the file, so that an edit changes only one segment, and the others
 * are reused.
 */

export interface SoapHttpDocument {
  readonly kind: MessageKind;
  readonly text: string;
  readonly segments: readonly PlacedSegment[];
}

export interface PlacedSegment {
  /** UTF-16 offset of the segment's text in the document's text. */
  readonly start: number;
  readonly segment: Segment;
}

/** The text from a separator to the next separator. All offsets are UTF-16 offsets in `text`. */
export interface Segment {
  readonly kind: SegmentKind;
  readonly text: string;
  readonly separator: Separator | undefined;
  readonly preamble: readonly PreambleItem[];
  /** The message; `undefined` if the segment has only a preamble, or a document. */
  readonly message: MessageSyntax | undefined;
  /** The text of `# @document`; `undefined` without this directive. */
  readonly document: DocumentSyntax | undefined;
}

/** A line that begins with `###`, without its line break. */
export interface Separator extends Span {
  /** The text after the `###`, without blanks around it. */
  readonly title: Span | undefined;
}

/** Never throws. Reuses each segment of `previous` at most once, so that all segments are different objects. */
export function parseDocument(
  text: string,
  previous?: SoapHttpDocument,
  kind: MessageKind = "request",
): SoapHttpDocument {
  const kept = new Map<string, Segment[]>();
  for (const { segment } of previous?.kind === kind ? previous.segments.toReversed() : []) {
    const others = kept.get(segment.text);
    if (others) others.push(segment);
    else kept.set(segment.text, [segment]);
  }
  const segments = cut(text).map(({ start, end }) => {
    const own = text.slice(start, end);
    return { start, segment: kept.get(own)?.pop() ?? parseSegment(own, kind) };
  });
  return { kind, text, segments };
}

/** The segments without a message above the first message. Their directives may apply to the whole file. */
export function segmentsAbove({ segments }: SoapHttpDocument): readonly PlacedSegment[] {
  const first = segments.findIndex(({ segment }) => segment.message);
  // In a file without messages, the last segment is the place of the first message.
  return segments.slice(0, first < 0 ? -1 : first);
}

/** The names in `# @environment test base`, with their places in the document. */
export const environmentsIn = memoized(({ segments }: SoapHttpDocument): readonly NamedEnvironment[] =>
  segments.flatMap(({ start: by, segment: { kind, text, preamble } }) =>
    preamble.flatMap((item) => {
      if (kind === "response" || item.kind !== "directive" || slice(text, item.name) !== "environment") return [];
      return [...slice(text, item.value).matchAll(/[^ \t]+/g)].map(({ 0: name, index }) => {
        const start = by + item.value.start + index;
        return { name, start, end: start + name.length };
      });
    }),
  ),
);

/** A mock service of `# @mock`. The span contains its path, in the document. */
export interface NamedMock extends Span {
  readonly path: string;
  readonly name: string;
}

/** The mock services that a file starts, without those with invalid paths. */
export const mocksIn = memoized(({ kind, segments }: SoapHttpDocument): readonly NamedMock[] =>
  segments.flatMap(({ start: by, segment: { text, preamble } }) =>
    preamble.flatMap((item) => {
      if (kind !== "request" || item.kind !== "directive" || slice(text, item.name) !== "mock") return [];
      const read = readMock(slice(text, item.value));
      return read ? [{ ...shift({ start: item.value.start, end: item.value.end }, by), ...read }] : [];
    }),
  ),
);

/** The names of variables with the addresses of mock services: `mock.calc`, and `mock` if there is only one service. */
export function mockNames(mocks: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  const named = mocks.map(({ name }, index) => [`mock.${name}`, index] as const);
  return new Map(mocks.length === 1 ? [["mock", 0], ...named] : named);
}

/** The request that a segment with `# @receive` waits for; `undefined` for other segments, and for an invalid value. */
export function receivingOf(segment: Segment): Receiving | undefined {
  const typed = segment.kind === "callback" ? directiveValues(segment, "receive").at(-1) : undefined;
  return typed === undefined ? undefined : readReceive(typed);
}

/** The names of the variable with the address for callbacks, with their path if all have the same one. */
export const callbackNames = memoized(({ segments }: SoapHttpDocument): readonly string[] => {
  const paths = new Set(segments.flatMap(({ segment }) => receivingOf(segment)?.path ?? []));
  const [path] = paths;
  if (path === undefined) return [];
  return paths.size > 1 || path.includes("*") ? [callbackHost] : [callbackHost, callbackAddress];
});

export const callbackHost = "callback.host";
export const callbackAddress = "callback.address";

/** The value of the last `# @seed`. */
export function seedIn({ segments }: SoapHttpDocument): string | undefined {
  const seeds = segments.flatMap(({ segment }) => directiveValues(segment, "seed"));
  return seeds.findLast(isSeed);
}

export interface NamedEnvironment extends Span {
  readonly name: string;
}

export function segmentAt({ segments }: SoapHttpDocument, offset: number): PlacedSegment | undefined {
  return segments[firstIndex(1, segments.length, (index) => (segments[index]?.start ?? 0) > offset) - 1];
}

function parseSegment(text: string, kind: MessageKind): Segment {
  const separator = text.startsWith("###") ? parseSeparator(text) : undefined;
  const from = separator ? afterBreak(text, separator.end) : 0;
  const { items, end } = parsePreamble(text, from);
  const document = parseDocumentText(text, items, end);
  const preamble = document ? items.filter((item) => item.start < document.start) : items;
  const isCallback = kind === "request" && preamble.some((item) => isNamed(text, item, "receive"));
  const message = end < text.length && !document ? parseHead(text, end, isCallback ? "response" : kind) : undefined;
  return { kind: isCallback ? "callback" : kind, text, separator, preamble, message, document };
}

function isNamed(text: string, item: PreambleItem, name: string): boolean {
  return item.kind === "directive" && slice(text, item.name) === name;
}

function parseSeparator(text: string): Separator {
  const end = lineEnd(text, 0);
  const title = trimmed(text, { start: 3, end });
  return { start: 0, end, title: title.start < title.end ? title : undefined };
}

/** The spans of the segments. The first has no separator line, unless the text begins with one. */
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
