import { bodyKind } from "../http/bodyKind.ts";
import { type MediaType, parseMediaType } from "../http/mediaType.ts";
import { type Multipart, parseMultipart } from "../http/multipart.ts";
import type { PresentResult, ResponseFacts } from "../protocol/protocol.ts";
import type { Verification } from "../security/verification/verification.ts";
import { type Envelope, readEnvelope } from "../soap/envelope.ts";
import { decodeFault, type Fault } from "../soap/fault.ts";
import { type Span, shift } from "../text/span.ts";
import type { Operation } from "../wsdl/model.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { fieldNamed, fieldValue, isNote, parseResponse, type ResponseField, type ResponseText } from "./parse.ts";

/** A response document for the rules that check it. All spans are UTF-16 offsets in `text`. */
export interface ReceivedMessage {
  readonly text: string;
  readonly response: ResponseText;
  /** `undefined` if the text is from a file and not from an exchange. */
  readonly facts: ResponseFacts | undefined;
  /** The contract of the request; `undefined` if the request has none. */
  readonly contract: ResponseContract | undefined;
  /** `undefined` if the text is from a file, so that no body was decoded. */
  readonly decoding: Decoding | undefined;
  readonly contentType: ReceivedContentType | undefined;
  /** The Content-Type of the body or of its root part. */
  readonly rootType: PlacedMediaType | undefined;
  readonly multipart: Multipart | undefined;
  /** The XML of the body or its root part. `undefined` if the request wasn't SOAP and the body has no Envelope. */
  readonly xml: XmlDocument | undefined;
  /** Like `xml`, but also defined if the request wasn't SOAP. */
  readonly anyXml: XmlDocument | undefined;
  readonly envelope: Envelope | undefined;
  readonly fault: Fault | undefined;
  /** Replaces variables; returns `undefined` if one is unknown. Missing if the text can't contain variables. */
  readonly resolve?: ((text: string) => string | undefined) | undefined;
  /** The verification of the response's signatures; `undefined` if the text is from a file. */
  readonly verification?: Verification | undefined;
  /** Whether the end of the body is missing. */
  readonly isCut: boolean;
  readonly hasBody: boolean;
  /** False if the host may have hidden header fields. */
  readonly headersComplete: boolean;
  /** Whether the response is to a POST request, which is assumed to be a SOAP request unless its operation has an HTTP binding. */
  readonly expectsSoap: boolean;
}

/** The operation of the request, and the schemas of its messages. */
export interface ResponseContract {
  readonly schemas: Schemas;
  readonly operation: Operation;
}

export type Decoding = Pick<PresentResult, "charset" | "contradicted">;

export interface PlacedMediaType {
  readonly mediaType: MediaType;
  /** Converts a span in the field value to a span in the text. */
  at(span: Span): Span;
}

export interface ReceivedContentType extends PlacedMediaType {
  readonly field: ResponseField;
}

/** The properties of a received message that depend only on its text. */
export type ParsedResponse = Pick<
  ReceivedMessage,
  "text" | "response" | "contentType" | "rootType" | "multipart" | "anyXml" | "envelope" | "fault" | "hasBody"
>;

/** @param known XML of a part of the text, which isn't parsed again if it is the body's */
export function parseReceived(text: string, known?: XmlDocument): ParsedResponse {
  const response = parseResponse(text);
  const contentType = contentTypeOf(response);
  const { body } = response;
  const isMultipart = contentType?.mediaType.essence.startsWith("multipart/") ?? false;
  const multipart = contentType && isMultipart ? parseMultipart(text, body, contentType.mediaType) : undefined;
  const anyXml = parseBody(response, contentType, multipart, known);
  const envelope = anyXml && readEnvelope(anyXml);
  return {
    text,
    response,
    contentType,
    rootType: multipart ? rootTypeOf(multipart) : contentType,
    multipart,
    anyXml,
    envelope,
    fault: envelope && decodeFault(envelope),
    hasBody: body.start < body.end,
  };
}

export function readReceived(
  given: string | ParsedResponse,
  facts: ResponseFacts | undefined,
  decoding?: Decoding,
  contract?: ResponseContract,
): ReceivedMessage {
  const parsed = typeof given === "string" ? parseReceived(given) : given;
  const isHttp = contract?.operation.binding?.protocol.kind === "http";
  const expectsSoap = facts?.request.method.toUpperCase() === "POST" && !isHttp;
  return {
    ...parsed,
    facts,
    contract,
    decoding,
    xml: expectsSoap || parsed.envelope ? parsed.anyXml : undefined,
    isCut: facts !== undefined && isCut(facts),
    headersComplete: facts?.headersComplete ?? true,
    expectsSoap,
  };
}

function contentTypeOf(response: ResponseText): ReceivedContentType | undefined {
  const field = fieldNamed(response, "content-type");
  if (!field) return undefined;
  return {
    field,
    mediaType: parseMediaType(fieldValue(response.text, field)),
    at: (span) => shift(span, field.value.start),
  };
}

function rootTypeOf({ root }: Multipart): PlacedMediaType | undefined {
  const contentType = root?.contentType;
  if (!contentType) return undefined;
  return { mediaType: contentType.mediaType, at: (span) => shift(span, contentType.value.start) };
}

function parseBody(
  { text, statusLine, body }: ResponseText,
  contentType: ReceivedContentType | undefined,
  multipart: Multipart | undefined,
  known: XmlDocument | undefined,
): XmlDocument | undefined {
  const root = multipart?.root;
  const place = root ? root.body : body;
  const mediaType = root ? root.contentType?.mediaType : contentType?.mediaType;
  // A document without a response contains a sentence about the reason.
  if (!place || (!statusLine && !text.startsWith("<")) || isNote(text, place.start)) return undefined;
  if (bodyKind(mediaType?.essence ?? "", text.slice(place.start, place.end)) !== "xml") return undefined;
  return known?.start === place.start ? known : parseXml(text, place.start, place.end);
}

/** Whether a part of the body was not received, decoded or shown. */
export function isCut({ truncated, leftOut, contentCoding }: ResponseFacts): boolean {
  const outcome = contentCoding?.outcome;
  return truncated || leftOut > 0 || outcome === "cut" || outcome === "damaged";
}
