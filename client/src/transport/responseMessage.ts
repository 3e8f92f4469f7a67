/*
 * A response message as received. Counts are bytes.
 */

/** A header or trailer field as received, with the value trimmed. */
export interface ReceivedField {
  readonly name: string;
  readonly value: string;
}

/** A response message, or the part that was received (then `truncated`). */
export interface ResponseMessage {
  /** Without its line ending. Through fetch it is made of version, status and reason. */
  readonly statusLine: string;
  /** `HTTP/1.1` as received; empty through fetch. */
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly ReceivedField[];
  /** Status line, fields and the empty line, as received; empty through fetch. */
  readonly head: Uint8Array;
  /** The body without its transfer coding, but with its content coding. Undefined through fetch. */
  readonly rawBody: Uint8Array | undefined;
  /** The body without its content coding, as far as `content` says. */
  readonly body: Uint8Array;
  readonly content: ContentCoding;
  readonly framing: Framing;
  /** The values of all Content-Length fields, as received. */
  readonly contentLengths: readonly string[];
  /** Earlier 1xx responses (RFC 9110 section 15.2). */
  readonly informational: readonly Informational[];
  readonly trailers: readonly ReceivedField[];
  /** The connection or the reading ended before the message was complete. */
  readonly truncated: boolean;
  readonly problems: readonly FramingProblem[];
}

export type Informational = Pick<ResponseMessage, "statusLine" | "status" | "reason" | "fields" | "head">;

/** `none`: HEAD, 1xx, 204, 304. `http09`: no header section. `hidden`: unknown through fetch. */
export type Framing = "content-length" | "chunked" | "close" | "none" | "http09" | "hidden";

/** Violations of RFC 9112 that the reader tolerates. */
export type FramingProblem =
  /** Lines that end with LF alone. */
  | "lf-line-ends"
  /** CR without LF, read as a space, or before a line ending as a part of it. */
  | "cr-alone"
  /** Different Content-Lengths: the smallest is used. */
  | "content-lengths-differ"
  /** A Content-Length that is not a number: read until close, or until the service sends nothing more. */
  | "content-length-invalid"
  /** Transfer-Encoding and Content-Length: the chunks are read (RFC 9112 section 6.3). */
  | "transfer-encoding-with-content-length"
  /** A Transfer-Encoding that doesn't end with chunked: read until close. */
  | "transfer-encoding-not-chunked"
  /** The empty line after the last chunk is missing. The body is complete (RFC 9112 section 8). */
  | "chunked-end-missing"
  /** A line without a colon, a name with spaces, a folded field. */
  | "field-malformed"
  /** Empty lines before the status line. */
  | "leading-empty-lines";

export type ContentCoding =
  /** No content coding. */
  | { readonly kind: "identity" }
  /** Decoded; codings in the order of the field. */
  | {
      readonly kind: "decoded";
      readonly codings: readonly string[];
      /** Ignored bytes after the end of the coding; undefined if unknown. */
      readonly trailing?: number;
    }
  /** `body` is as received, because this transport, or this version of Node (`runtime`), doesn't know a coding. */
  | {
      readonly kind: "unsupported";
      readonly codings: readonly string[];
      readonly coding: string;
      readonly why: "unknown" | "runtime";
    }
  | BrokenContent;

/** `body` contains what could be decoded before the damage, or else the coded bytes. */
export interface BrokenContent {
  readonly kind: "broken";
  readonly codings: readonly string[];
  /** The coding that couldn't be decoded. */
  readonly coding: string;
  /** `cut`: its end is missing; `not-coded`: it is something else. */
  readonly how: "cut" | "not-coded" | "damaged";
  readonly decodedBytes: number;
  /** The decoder's own (English) message. */
  readonly detail: string;
}

export interface Chunk {
  readonly size: number;
  readonly got: number;
}
