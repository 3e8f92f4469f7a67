import { type Analysis, messageOf } from "../../analysis/analysis.ts";
import type { PlacedSegment, Separator } from "../../format/document.ts";
import type { PreambleItem } from "../../format/preamble.ts";
import type { Multipart } from "../../http/multipart.ts";
import { definitionReferences } from "../../message/fileVariables.ts";
import type { Message } from "../../message/message.ts";
import type { ReceivedMessage } from "../../response/receivedMessage.ts";
import type { Envelope } from "../../soap/envelope.ts";
import { memoized } from "../../text/memoized.ts";
import type { Reference } from "../../text/references.ts";
import type { Span } from "../../text/span.ts";
import type { XmlDocument } from "../../xml/tree.ts";

/**
 * A segment of a request, or of a response of a mock service, or a received response. They have the same structure, so most features support both. All spans: UTF-16
 * offsets in `text`.
 */
export type Section = RequestSection | ResponseSection;

export interface RequestSection extends Structure {
  readonly kind: "request";
  readonly analysis: Analysis;
  readonly placed: PlacedSegment;
  /** `undefined` for a segment with only a preamble. */
  readonly message: Message | undefined;
}

export interface ResponseSection extends Structure {
  readonly kind: "response";
  readonly received: ReceivedMessage;
  readonly message: undefined;
}

interface Structure {
  /** UTF-16 offset of `text` in the document. */
  readonly start: number;
  readonly text: string;
  readonly separator: Separator | undefined;
  readonly preamble: readonly PreambleItem[];
  /** The request line or the status line. */
  readonly line: Span | undefined;
  /** From the first line of the message to its last header line. */
  readonly head: Span | undefined;
  readonly fields: readonly SectionField[];
  readonly body: Span | undefined;
  readonly multipart: Multipart | undefined;
  readonly xml: XmlDocument | undefined;
  readonly envelope: Envelope | undefined;
  /** The references that are replaced. */
  readonly references: readonly Reference[];
}

export interface SectionField extends Span {
  readonly name: Span;
  readonly value: Span;
}

/** The segments of a document; the same objects for each call. */
export const sectionsOfRequests = memoized((analysis: Analysis): readonly RequestSection[] =>
  analysis.document.segments.map((placed) => sectionOfSegment(analysis, placed)),
);

export function sectionOfResponse(received: ReceivedMessage): ResponseSection {
  const { text, response, multipart, anyXml, envelope } = received;
  const { statusLine, fields, body } = response;
  return {
    kind: "response",
    received,
    start: 0,
    text,
    message: undefined,
    separator: undefined,
    preamble: [],
    line: statusLine,
    head: statusLine && { start: statusLine.start, end: fields.at(-1)?.end ?? statusLine.end },
    fields: fields.map(({ start, end, nameSpan, value }) => ({ start, end, name: nameSpan, value })),
    body: body.start < body.end ? body : undefined,
    multipart,
    xml: anyXml,
    envelope,
    references: [],
  };
}

export function sectionAt<S extends Section>(sections: readonly S[], offset: number): S | undefined {
  return sections.findLast(({ start }) => start <= offset) ?? sections[0];
}

/** A section whose request is parsed on first use. */
function sectionOfSegment(analysis: Analysis, placed: PlacedSegment): RequestSection {
  const { segment } = placed;
  const { text, separator, preamble, request } = segment;
  const headerLines = request?.headerLines ?? [];
  const line = request?.line ?? request?.statusLine;
  const first = line ?? headerLines[0];
  const find = () => messageOf(analysis, segment);
  return {
    kind: "request",
    analysis,
    placed,
    start: placed.start,
    text,
    separator,
    preamble,
    line,
    head: first && { start: first.start, end: (headerLines.at(-1) ?? first).end },
    fields: headerLines.filter((one) => one.kind === "field"),
    body: request?.body,
    get message() {
      return find();
    },
    get multipart() {
      return find()?.multipart;
    },
    get xml() {
      return find()?.xml;
    },
    get envelope() {
      return find()?.envelope;
    },
    get references() {
      return find()?.references ?? definitionReferences(segment);
    },
  };
}
