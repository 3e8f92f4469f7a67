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
  /** Status line without its line ending. Through fetch, it consists of version, status and reason. */
  readonly statusLine: string;
  /** Version such as `HTTP/1.1`, as received; empty through fetch. */
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly ReceivedField[];
  /** Status line, fields and the empty line, as received; empty through fetch. */
  readonly head: Uint8Array;
  /** The body without its transfer coding, but with its content coding. Undefined through fetch. */
  readonly rawBody: Uint8Array | undefined;
  /** The body without the content codings that could be decoded: see `content`. */
  readonly body: Uint8Array;
  readonly content: ContentCoding;
  readonly framing: Framing;
  /** The values of all Content-Length fields, as received. */
  readonly contentLengths: readonly string[];
  /** Earlier 1xx responses (RFC 9110 section 15.2). */
  readonly informational: readonly Informational[];
  readonly trailers: readonly ReceivedField[];
  /** Whether the connection or the reading ended before the message was complete. */
  readonly truncated: boolean;
  readonly problems: readonly FramingProblem[];
}

export type Informational = Pick<ResponseMessage, "statusLine" | "status" | "reason" | "fields" | "head">;

/** `none`: HEAD, 1xx, 204, 304. `http09`: no header section. `hidden`: unknown through fetch. */
export type Framing = "content-length" | "chunked" | "close" | "none" | "http09" | "hidden";

/** Violations of RFC 9112 that the reader tolerates. */
export type FramingProblem =
  /** Some lines end with LF alone. */
  | "lf-line-ends"
  /** A line contains CR without LF, which is read as a space, or ends with several CR. */
  | "cr-alone"
  /** There are different Content-Lengths; the smallest is used. */
  | "content-lengths-differ"
  /** Content-Length is not a number. The body ends when the connection closes, or when nothing more arrives. */
  | "content-length-invalid"
  /** There are both Transfer-Encoding and Content-Length. The chunks are read (RFC 9112 section 6.3). */
  | "transfer-encoding-with-content-length"
  /** Transfer-Encoding doesn't end with chunked. The body is read until the connection closes. */
  | "transfer-encoding-not-chunked"
  /** The empty line after the last chunk is missing. The body is complete (RFC 9112 section 8). */
  | "chunked-end-missing"
  /** A header line has no colon, a name with spaces, or is folded. */
  | "field-malformed"
  /** There are empty lines before the status line. */
  | "leading-empty-lines";

export type ContentCoding =
  | { readonly kind: "identity" }
  /** The body was decoded. `codings`: in the order of the field. */
  | {
      readonly kind: "decoded";
      readonly codings: readonly string[];
      /** Number of ignored bytes after the end of the coding; undefined if unknown. */
      readonly trailing?: number;
    }
  /** `body` is unchanged, because this transport, or this version of Node (`runtime`), doesn't know a coding. */
  | {
      readonly kind: "unsupported";
      readonly codings: readonly string[];
      readonly coding: string;
      readonly why: "unknown" | "runtime";
    }
  | BrokenContent;

/** A body that couldn't be decoded completely. It contains the bytes before the damage, or else the coded bytes. */
export interface BrokenContent {
  readonly kind: "broken";
  readonly codings: readonly string[];
  /** The coding that couldn't be decoded. */
  readonly coding: string;
  /** `cut`: the end of the coding is missing. `not-coded`: the body doesn't have the coding. */
  readonly how: "cut" | "not-coded" | "damaged";
  readonly decodedBytes: number;
  /** Message of the decoder in English. */
  readonly detail: string;
}

export interface Chunk {
  readonly size: number;
  readonly got: number;
}
