/* The messages of `protocol.ts` about responses. */

import { NotificationType } from "vscode-languageserver-protocol";
import type { Position } from "vscode-languageserver-types";
import type { ContractReference } from "./contractProtocol.ts";
import type { DocumentParams, LibraryParams, LineParams } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";

export const PresentRequest = requestType<PresentParams, PresentResult>("soaphttp/present");
export interface PresentParams {
  /** URI of the response document. Its diagnostics use `facts`. */
  readonly uri: string;
  /** The status line and the header section as received, in base64. */
  readonly head: string;
  /** The shown part of the body, without transfer coding and content coding, in base64. */
  readonly body: string;
  readonly facts: ResponseFacts;
  readonly format: boolean;
}

/** Asks for a page of nested boxes that shows which parts of an envelope are signed; null if there is no XML. */
export const SignedPartsRequest = requestType<SignedPartsParams, string | null>("soaphttp/signedParts");
export interface SignedPartsParams extends LibraryParams {
  readonly title: string;
  readonly of: LineParams | PresentParams;
}

/** Facts about an exchange that the text of the response doesn't contain. */
export interface ResponseFacts {
  readonly request: {
    readonly method: string;
    readonly soapVersion: "1.1" | "1.2" | undefined;
    /** Whether the request has credentials for authentication challenges (`# @auth`). */
    readonly hasAuthentication?: boolean;
    readonly contract?: ContractReference | undefined;
    /** Messages of the errors in the request, which was sent despite them. */
    readonly errors?: readonly string[] | undefined;
  };
  readonly framing: "content-length" | "chunked" | "close" | "none" | "http09" | "unknown";
  /** Size of the received body with its content coding, in bytes; `undefined` if the host hides it. */
  readonly bodyBytes: number | undefined;
  readonly declaredBytes: number | undefined;
  readonly surplusBytes: number;
  readonly truncated: boolean;
  /** `undefined` if the body has no content coding. */
  readonly contentCoding: ContentCodingFacts | undefined;
  /** Number of bytes of the body that aren't in `PresentParams.body`, because the size of documents is limited. */
  readonly leftOut: number;
  /** False if the host may have hidden headers (CORS): an absent header is unknown and not missing. */
  readonly headersComplete: boolean;
}
export interface ContentCodingFacts {
  /** The content coding that could not be decoded, or all content codings of the header. */
  readonly coding: string;
  /** `unknown`: the coding isn't supported. `no-decoder`: this version of Node doesn't support it. */
  readonly outcome: "complete" | "cut" | "damaged" | "not-coded" | "unknown" | "no-decoder";
  /** False if the body is shown as received, because none of its codings could be decoded. */
  readonly decoded: boolean;
  /** Number of bytes after the end of the coding. They aren't part of the body. */
  readonly trailingBytes: number;
}
export interface PresentResult {
  readonly text: string;
  /** Charset that the body was decoded with; `binary` if the body isn't text. */
  readonly charset: string;
  /** Whether the body has bytes that are invalid in the charset of Content-Type. */
  readonly contradicted: boolean;
  /** File name extension for saving the body. */
  readonly extension: "xml" | "json" | "html" | "txt" | "bin";
  /** UTF-16 offset in `text` after the empty line. */
  readonly bodyStart: number;
  readonly fault: PresentedFault | undefined;
  /** `undefined` if the response has no signatures. */
  readonly signature?: SignatureSummary;
  /** Sentences about the encrypted parts; `undefined` if there are none. */
  readonly encryption?: readonly string[];
}
export interface PresentedEncryption {
  /** Local name of the encrypted element, or of the element whose content is encrypted. */
  readonly part: string;
  /** Fragments of the URIs of the algorithms that encrypted the part and its key. */
  readonly algorithm: string;
  readonly transport: string;
  /** Name of the key that decrypts the part; `null` if the part isn't decrypted. */
  readonly key: string | null;
  readonly decrypted: boolean;
}
export interface SignatureSummary {
  /** The worst state of a signature. `untrusted`: all signatures are valid, but a certificate isn't trusted. */
  readonly state: "valid" | "invalid" | "untrusted" | "notVerified";
  /** Sentences about the signatures and their findings. */
  readonly lines: readonly string[];
  /** The certificate that isn't trusted (DER in base64), and its subject. */
  readonly untrusted?: { readonly certificate: string; readonly subject: string };
}
/** A signature in a response. The names of its parts are local names. */
export interface PresentedSignature {
  /** Whether its digests and its value match, so that `state` is `valid`. */
  readonly valid: boolean;
  /** `notVerified`: the signature uses a feature that isn't supported. */
  readonly state: "valid" | "invalid" | "notVerified";
  /** Local name of the first signed element, or of the element that contains the signature. */
  readonly of: string;
  readonly trust: "trusted" | "untrusted" | "expired" | "unknown";
  /** Fragment of the algorithm's URI. */
  readonly algorithm: string;
  readonly digests: readonly string[];
  /** `null` if the certificate isn't known. The names are in the form of RFC 4514; the serial number is decimal. */
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
  /** Code, subcodes and reason, in one line. */
  readonly summary: string;
  /** Code, subcodes, reason, node, role and detail, decoded. Each value is one line. */
  readonly entries: readonly { readonly label: string; readonly value: string }[];
  readonly cause: FaultCause | undefined;
}

export type FaultCause =
  /** `envelope`: the namespace of the envelope. `mustUnderstand`: a header block that the service must understand but doesn't. */
  | { readonly kind: "envelope" | "header" | "mustUnderstand" | "encoding" | "action" | "operation" }
  | { readonly kind: "element"; readonly namespace: string; readonly local: string };

export const PartsRequest = requestType<PartsParams, PartsResult>("soaphttp/parts");
export interface PartsParams {
  readonly uri: string;
  readonly contentType: string;
  /** The body without transfer coding and content coding, in base64. */
  readonly body: string;
}
export interface PartsResult {
  /** Boundary of the multipart body, without the two hyphens before it; may be empty. */
  readonly boundary: string;
  readonly parts: readonly ReceivedPart[];
}
export interface ReceivedPart {
  /** Byte offset in the body where the part's content starts, after the part's headers. */
  readonly start: number;
  readonly end: number;
  /** A unique file name, from Content-Disposition, Content-ID or the part's number, with the extension of its type. */
  readonly name: string;
  /** Media type, such as `image/png`; may be empty. */
  readonly mediaType: string;
  readonly contentId: string | undefined;
  readonly isRoot: boolean;
  /** Content of the part after decryption, in base64; XML is in UTF-8. */
  readonly decrypted?: string;
}

/** Asks for facts about an open response from the schemas of its request; `null` if there are none, or if the document isn't open. */
export const ResponseSchemaRequest = requestType<ResponseSchemaParams, ResponseSchemaResult | null>(
  "soaphttp/responseSchema",
);
export interface ResponseSchemaParams extends DocumentParams {
  /** Positions in the values of elements. */
  readonly values: readonly Position[];
}
export interface ResponseSchemaResult {
  /** Number of errors and warnings; `null` for a response that isn't complete or not well-formed. */
  readonly problems: number | null;
  /** For each of the values, whether its type is Base64 data. */
  readonly base64: readonly boolean[];
}

/** Sent by the client when a response document was closed. */
export const ForgetResponse = new NotificationType<{ readonly uri: string }>("soaphttp/forgetResponse");
