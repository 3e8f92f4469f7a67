/*
 * The messages of `protocol.ts` about responses.
 */

import { NotificationType } from "vscode-languageserver-protocol";
import type { Position } from "vscode-languageserver-types";
import type { ContractReference } from "./contractProtocol.ts";
import type { DocumentParams, LineParams } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";

export const PresentRequest = requestType<PresentParams, PresentResult>("soaphttp/present");
export interface PresentParams {
  /** Of the response document, whose diagnostics use `facts`. */
  readonly uri: string;
  /** The status line and the header section as received. */
  readonly head: string;
  /** The shown part of the body, without framing and content coding. */
  readonly body: string;
  readonly facts: ResponseFacts;
  readonly format: boolean;
}

/** The envelope of a request or a response as a page of boxes, each signed or not; null if it has no XML. */
export const SignedPartsRequest = requestType<SignedPartsParams, string | null>("soaphttp/signedParts");
export interface SignedPartsParams {
  readonly title: string;
  /** As in `ImportParams`. */
  readonly script?: string | undefined;
  readonly of: LineParams | PresentParams;
}

/** Facts from the transport that the text doesn't contain. */
export interface ResponseFacts {
  readonly request: {
    readonly method: string;
    readonly soapVersion: "1.1" | "1.2" | undefined;
    /** Whether the request has credentials that answer challenges (`# @auth`). */
    readonly hasAuthentication?: boolean;
    readonly contract?: ContractReference | undefined;
    /** The messages of the errors that it was sent with. */
    readonly errors?: readonly string[] | undefined;
  };
  readonly framing: "content-length" | "chunked" | "close" | "none" | "http09" | "unknown";
  /** The size of the received body with its content coding; `undefined` if the host hides it. */
  readonly bodyBytes: number | undefined;
  readonly declaredBytes: number | undefined;
  readonly surplusBytes: number;
  readonly truncated: boolean;
  /** `undefined` if the body has no content coding. */
  readonly contentCoding: ContentCodingFacts | undefined;
  /** Bytes of the body that aren't in `PresentParams.body`, because a document's size is limited. */
  readonly leftOut: number;
  /** False if the host may have hidden headers (CORS): an absent header is unknown, not missing. */
  readonly headersComplete: boolean;
}
export interface ContentCodingFacts {
  /** The coding that could not be decoded, or else all of the header's. */
  readonly coding: string;
  /** `not-coded`: the body has no coding. `unknown`: the coding isn't supported. `no-decoder`: not by this Node version. */
  readonly outcome: "complete" | "cut" | "damaged" | "not-coded" | "unknown" | "no-decoder";
  /** False if the body is shown as received, since nothing could be decoded. */
  readonly decoded: boolean;
  /** Bytes after the end of the coding. They aren't part of the body. */
  readonly trailingBytes: number;
}
export interface PresentResult {
  readonly text: string;
  /** The charset that was used to decode the body; `binary` if the body isn't text. */
  readonly charset: string;
  /** Whether the body's bytes can't be in the charset of Content-Type. */
  readonly contradicted: boolean;
  /** For the name of a file with the body. */
  readonly extension: "xml" | "json" | "html" | "txt" | "bin";
  /** The offset in `text` after the empty line. */
  readonly bodyStart: number;
  readonly fault: PresentedFault | undefined;
  /** `undefined` without signatures. */
  readonly signature?: SignatureSummary;
  /** Its encrypted parts in words; `undefined` without any. */
  readonly encryption?: readonly string[];
}
/** An encrypted part of a response. */
export interface PresentedEncryption {
  /** The local name of the element, or of the one whose content is encrypted. */
  readonly part: string;
  /** The fragments of the URIs of what encrypted it, and its key. */
  readonly algorithm: string;
  readonly transport: string;
  /** The name of the key that decrypts it; `null` if it isn't decrypted. */
  readonly key: string | null;
  readonly decrypted: boolean;
}
/** All signatures of a response. */
export interface SignatureSummary {
  /** The worst of them; `untrusted`: they are valid, but not all certificates are trusted. */
  readonly state: "valid" | "invalid" | "untrusted" | "notVerified";
  /** They and their findings in words. */
  readonly lines: readonly string[];
  /** The certificate that isn't trusted: DER in Base64, and its subject. */
  readonly untrusted?: { readonly certificate: string; readonly subject: string };
}
/** A signature of a response. Names are local names. */
export interface PresentedSignature {
  /** Whether its digests and its value match: whether `state` is `valid`. */
  readonly valid: boolean;
  /** `notVerified`: it has something that isn't supported. */
  readonly state: "valid" | "invalid" | "notVerified";
  /** The first element that is signed, or else the one that the signature is in. */
  readonly of: string;
  readonly trust: "trusted" | "untrusted" | "expired" | "unknown";
  /** The fragment of the URI. */
  readonly algorithm: string;
  readonly digests: readonly string[];
  /** `null` if the certificate isn't known. Names are by RFC 4514, the serial number is decimal. */
  readonly signer: {
    readonly subject: string;
    readonly issuer: string;
    readonly serial: string;
    readonly notBefore: string;
    readonly notAfter: string;
  } | null;
  readonly covered: readonly string[];
  readonly notCovered: readonly string[];
}
export interface PresentedFault {
  readonly version: "1.1" | "1.2";
  /** One line: code, subcodes, reason. */
  readonly summary: string;
  /** Code, subcodes, reason, node, role and detail, decoded; each value is one line. */
  readonly entries: readonly { readonly label: string; readonly value: string }[];
  readonly cause: FaultCause | undefined;
}

export type FaultCause =
  /** `envelope`: the namespace. `mustUnderstand`: an unknown header block with that attribute. */
  | { readonly kind: "envelope" | "header" | "mustUnderstand" | "encoding" | "action" | "operation" }
  | { readonly kind: "element"; readonly namespace: string; readonly local: string };

export const PartsRequest = requestType<PartsParams, PartsResult>("soaphttp/parts");
export interface PartsParams {
  /** Of the response document. */
  readonly uri: string;
  readonly contentType: string;
  /** Without framing and content coding. */
  readonly body: string;
}
export interface PartsResult {
  /** Without the hyphens before it; may be empty. */
  readonly boundary: string;
  readonly parts: readonly ReceivedPart[];
}
export interface ReceivedPart {
  /** The content of the part, without its headers, as offsets of bytes in the body. */
  readonly start: number;
  readonly end: number;
  /** A unique file name: from Content-Disposition, Content-ID or the part's number, with the extension of its type. */
  readonly name: string;
  /** `image/png`; may be empty. */
  readonly mediaType: string;
  readonly contentId: string | undefined;
  readonly isRoot: boolean;
  /** The content with what is decrypted in it, in Base64; XML in UTF-8. */
  readonly decrypted?: string;
}

/** What the schemas of its request say about an open response; `null` if nothing, or if the document isn't open. */
export const ResponseSchemaRequest = requestType<ResponseSchemaParams, ResponseSchemaResult | null>(
  "soaphttp/responseSchema",
);
export interface ResponseSchemaParams extends DocumentParams {
  /** Places in values of elements. */
  readonly values: readonly Position[];
}
export interface ResponseSchemaResult {
  /** The number of errors and warnings; `null` for a response that isn't complete or not well-formed. */
  readonly problems: number | null;
  /** Whether each of the values is Base64 data by its type. */
  readonly base64: readonly boolean[];
}

/** A response document was closed. */
export const ForgetResponse = new NotificationType<{ readonly uri: string }>("soaphttp/forgetResponse");
