/*
 * A response message as it came. All counts are bytes.
 */

/** A header or trailer field as received: order and case of the message, the value without the blanks around it. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/** A response message, or as much of it as came (then `truncated`). */
export interface Message {
  /** Without its line end. Through fetch it is put together from version, status and reason. */
  readonly statusLine: string;
  /** `HTTP/1.1` as received. Through fetch empty. */
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly Field[];
  /** Status line, fields and the empty line, as received; empty through fetch. */
  readonly head: Uint8Array;
  /** The body without its transfer coding (chunks joined), content coding not undone. Undefined where hidden. */
  readonly rawBody: Uint8Array | undefined;
  /** The body with its content coding undone, as far as `content` says. */
  readonly body: Uint8Array;
  readonly content: Content;
  readonly framing: Framing;
  /** Every value of every Content-Length field, as received. */
  readonly contentLengths: readonly string[];
  /** 1xx responses that came before (RFC 9110 section 15.2). */
  readonly informational: readonly Informational[];
  readonly trailers: readonly Field[];
  /** The connection ended, or reading was stopped, before the message was complete. */
  readonly truncated: boolean;
  readonly problems: readonly FramingProblem[];
}

export interface Informational {
  readonly statusLine: string;
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly Field[];
  readonly head: Uint8Array;
}

/** `none`: HEAD, 1xx, 204, 304. `http09`: no head at all. `hidden`: fetch does not tell. */
export type Framing = "content-length" | "chunked" | "close" | "none" | "http09" | "hidden";

/** Breaches of RFC 9112 that the reader got over. */
export type FramingProblem =
  /** Lines that end in LF alone. */
  | "lf-line-ends"
  /** CR without LF: it was read as a space, before a line end as a part of that. */
  | "cr-alone"
  /** Content-Lengths that differ: the smallest was taken. */
  | "content-lengths-differ"
  /** A Content-Length that is no number: read until close, or until the service was silent. */
  | "content-length-invalid"
  /** Transfer-Encoding beside Content-Length: the chunks were read (RFC 9112 section 6.3). */
  | "transfer-encoding-with-content-length"
  /** A Transfer-Encoding that doesn't end in chunked: read until close. */
  | "transfer-encoding-not-chunked"
  /** The last chunk arrived, but not the empty line after it. The body is whole (RFC 9112 section 8). */
  | "chunked-end-missing"
  /** A line without a colon, a name with blanks, a folded field. */
  | "field-malformed"
  /** Empty lines before the status line. */
  | "leading-empty-lines";

export type Content =
  /** No content coding. */
  | { readonly kind: "identity" }
  /** Undone; codings in the order of the field. */
  | {
      readonly kind: "decoded";
      readonly codings: readonly string[];
      /** Bytes behind the end of the coding. They are ignored. Undefined where they can't be seen. */
      readonly trailing?: number;
    }
  /** A coding that is not known here, or not to the Node that this runs in: `body` is as received. */
  | {
      readonly kind: "unsupported";
      readonly codings: readonly string[];
      readonly coding: string;
      readonly why: "unknown" | "runtime";
    }
  | BrokenContent;

/** `body` holds what could be decoded before the damage; where that is nothing, what was to be decoded. */
export interface BrokenContent {
  readonly kind: "broken";
  readonly codings: readonly string[];
  /** The one that could not be undone. */
  readonly coding: string;
  /** `cut`: it ends before its end; `not-coded`: it was never coded. */
  readonly how: "cut" | "not-coded" | "damaged";
  readonly decodedBytes: number;
  /** The decoder's own (English) message. */
  readonly detail: string;
}

export interface Chunk {
  readonly size: number;
  readonly got: number;
}
