import type { PlacedSegment, Separator, SoapHttpDocument } from "../../document.ts";
import type { Multipart } from "../../http/multipart.ts";
import type { Message } from "../../message.ts";
import type { PreambleItem } from "../../preamble.ts";
import type { ReceivedMessage } from "../../response/received.ts";
import type { Envelope } from "../../soap/envelope.ts";
import type { Reference } from "../../text/references.ts";
import type { Span } from "../../text/span.ts";
import { definitionReferences, type Scope } from "../../variables/scope.ts";
import type { XmlDocument } from "../../xml/tree.ts";

/**
 * A part of a document with one message at the most: a segment of requests, or a response. Its structure is of the same
 * kind in both, so that the features that follow structure are written once. All spans: UTF-16 offsets in `text`.
 */
export interface Section {
  readonly kind: "request" | "response";
  /** UTF-16 offset of `text` in the document. */
  readonly start: number;
  readonly text: string;
  /** The request; `undefined` for a response, and for a segment that holds only a preamble. */
  readonly message: Message | undefined;
  readonly separator: Separator | undefined;
  readonly preamble: readonly PreambleItem[];
  /** The request line or the status line. */
  readonly line: Span | undefined;
  /** From the first line of the message to its last header line; `undefined` where there is neither. */
  readonly head: Span | undefined;
  readonly fields: readonly SectionField[];
  readonly body: Span | undefined;
  readonly multipart: Multipart | undefined;
  readonly xml: XmlDocument | undefined;
  readonly envelope: Envelope | undefined;
  /** Where variables are replaced. */
  readonly references: readonly Reference[];
  /** What gives them their values; `undefined` for a response. */
  readonly scope: Scope | undefined;
}

/** `name: value`. */
export interface SectionField extends Span {
  readonly name: Span;
  readonly value: Span;
}

/** A document of requests, as an analysis has it. */
export interface RequestDocument {
  readonly document: SoapHttpDocument;
  readonly scope: Scope;
  /** `undefined` for a segment without a request. */
  messageOf(placed: PlacedSegment): Message | undefined;
}

export function sectionsOfRequests({ document, scope, messageOf }: RequestDocument): readonly Section[] {
  return document.segments.map((placed) => sectionOfSegment(placed, scope, () => messageOf(placed)));
}

/** A response is one section. */
export function sectionOfResponse({ text, response, multipart, anyXml, envelope }: ReceivedMessage): Section {
  const { statusLine, fields, body } = response;
  return {
    kind: "response",
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
    scope: undefined,
  };
}

/** The section that an offset of the document is in. */
export function sectionAt(sections: readonly Section[], offset: number): Section | undefined {
  return sections.findLast(({ start }) => start <= offset) ?? sections[0];
}

/** A message is understood when something of it is asked for. */
function sectionOfSegment({ start, segment }: PlacedSegment, scope: Scope, find: () => Message | undefined): Section {
  const { text, separator, preamble, request } = segment;
  const headerLines = request?.headerLines ?? [];
  const line = request?.line;
  const first = line ?? headerLines[0];
  return {
    kind: "request",
    start,
    text,
    separator,
    preamble,
    line,
    head: first && { start: first.start, end: (headerLines.at(-1) ?? first).end },
    fields: headerLines.filter((one) => one.kind === "field"),
    body: request?.body,
    scope,
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
