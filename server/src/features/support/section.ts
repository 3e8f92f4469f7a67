import { type Analysis, textOf } from "../../analysis/analysis.ts";
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

/** A segment, or a received response: most features support all of them. Spans are UTF-16 offsets in `text`. */
export type Section = MessageSection | ReceivedSection;

export interface MessageSection extends Structure {
  readonly kind: "message";
  readonly analysis: Analysis;
  readonly placed: PlacedSegment;
  /** The message or the document; `undefined` for a segment with only a preamble. */
  readonly message: Message | undefined;
}

export interface ReceivedSection extends Structure {
  readonly kind: "received";
  readonly received: ReceivedMessage;
  readonly message: undefined;
}

interface Structure {
  /** UTF-16 offset of `text` in the document. */
  readonly start: number;
  readonly text: string;
  readonly separator: Separator | undefined;
  readonly preamble: readonly PreambleItem[];
  /** The span of the start line; undefined if there is none. */
  readonly line: Span | undefined;
  /** The span from the first line of the message to its last header line. */
  readonly head: Span | undefined;
  readonly fields: readonly SectionField[];
  readonly body: Span | undefined;
  readonly multipart: Multipart | undefined;
  readonly xml: XmlDocument | undefined;
  readonly envelope: Envelope | undefined;
  /** The variable references that are replaced. */
  readonly references: readonly Reference[];
}

export interface SectionField extends Span {
  readonly name: Span;
  readonly value: Span;
}

/** The segments of a document as sections. Returns the same objects for each call. */
export const sectionsOfSegments = memoized((analysis: Analysis): readonly MessageSection[] =>
  analysis.document.segments.map((placed) => sectionOfSegment(analysis, placed)),
);

export function sectionOfReceived(received: ReceivedMessage): ReceivedSection {
  const { text, response, multipart, anyXml, envelope } = received;
  const { statusLine, fields, body } = response;
  return {
    kind: "received",
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

function sectionOfSegment(analysis: Analysis, placed: PlacedSegment): MessageSection {
  const { segment } = placed;
  const { text, separator, preamble } = segment;
  const message = segment.message ?? segment.document;
  const headerLines = message?.headerLines ?? [];
  const line = message?.startLine;
  const first = line ?? headerLines[0];
  const find = () => textOf(analysis, segment);
  return {
    kind: "message",
    analysis,
    placed,
    start: placed.start,
    text,
    separator,
    preamble,
    line,
    head: first && { start: first.start, end: (headerLines.at(-1) ?? first).end },
    fields: headerLines.filter((one) => one.kind === "field"),
    body: message?.body,
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
