import type { FieldChange } from "../../../server/src/http/fetch.ts";

/**
 * What became of a request, as a value. Nothing here is worded for the author: `client/src/send/failures.ts` does that.
 * All times are milliseconds, all counts are bytes.
 */

/** A header or trailer field as received: order and case of the message, the value without the blanks around it. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

/**
 * How far an exchange had come. `connect` is said where name lookup, TCP and proxy can't be told apart (the host's own
 * proxy agent hands over a socket that is already connected); `answer` is the wait for the first byte after the request.
 */
export type Stage = "connect" | "dns" | "tcp" | "proxy" | "tls" | "send" | "answer" | "head" | "body";

export type SendResult = Response | Failure;

/** A complete answer (RFC 9112). */
export interface Response extends Exchange, Message {
  readonly kind: "response";
  /** Bytes that had come after the complete answer when it was handed over; more of them may be in `settled`. */
  readonly surplus: Uint8Array;
  /**
   * `send` resolves as soon as the answer is complete, so that the author doesn't wait. The connection is read for another
   * 150 ms (less where the service closes it); then this resolves with everything. It never rejects.
   */
  readonly settled: Promise<Settled>;
}

export interface Settled {
  /** Everything that came after the complete answer. */
  readonly surplus: Uint8Array;
  /** All received bytes, `surplus` included; undefined where the transport can't see them. */
  readonly received: Uint8Array | undefined;
  /** Whether the service closed the connection within the 150 ms. */
  readonly closed: boolean;
}

/** What is true of every exchange, answered or not. It describes the last hop; earlier ones are in `redirects`. */
export interface Exchange {
  /** `http://host:port/path`: where the last hop went. */
  readonly url: string;
  readonly method: string;
  readonly timings: Timings;
  /** Undefined where unknown, and through a proxy. */
  readonly remote: Address | undefined;
  readonly tls: TlsInfo | undefined;
  /** Undefined where the transport can't see the bytes (fetch). */
  readonly wire: Wire | undefined;
  readonly redirects: readonly Redirect[];
  /** Where the sent message differs from the author's. Empty: every byte is the author's. */
  readonly changes: readonly Change[];
  /** Facts that the transport can't know; `"all"` where there are none. Rules that need a hidden fact are off. */
  readonly known: "all" | { readonly hidden: readonly HiddenFact[] };
}

export type HiddenFact =
  | "statusLine"
  | "fieldOrder"
  /** CORS: only fields that the service exposes are seen. */
  | "unexposedFields"
  | "framing"
  | "rawBody"
  | "informational"
  | "trailers"
  | "surplus"
  | "connection"
  | "wire"
  | "redirects";

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
  /** Content-Lengths that differ: the smallest was taken. */
  | "content-lengths-differ"
  /** A Content-Length that is no number: read until close, or until the service was silent. */
  | "content-length-invalid"
  /** Transfer-Encoding beside Content-Length: the chunks were read (RFC 9112 section 6.3). */
  | "transfer-encoding-with-content-length"
  /** A Transfer-Encoding that doesn't end in chunked: read until close. */
  | "transfer-encoding-not-chunked"
  /** A line without a colon, a name with blanks, a folded field. */
  | "field-malformed"
  /** Empty lines before the status line. */
  | "leading-empty-lines";

export type Content =
  /** No content coding. */
  | { readonly kind: "identity" }
  /** Undone; codings in the order of the field. */
  | { readonly kind: "decoded"; readonly codings: readonly string[] }
  /** A coding that is not known here: `body` is as received. */
  | { readonly kind: "unsupported"; readonly codings: readonly string[]; readonly coding: string }
  /** Damaged: `body` holds what could be decoded; `detail` is the decoder's own (English) message. */
  | {
      readonly kind: "broken";
      readonly codings: readonly string[];
      readonly coding: string;
      readonly detail: string;
    };

/** Undefined where unknown: DNS and TCP through a proxy, nearly all through fetch. */
export interface Timings {
  readonly dns: number | undefined;
  readonly tcp: number | undefined;
  readonly tls: number | undefined;
  /** From the start of the hop to the first byte of the answer. */
  readonly firstByte: number | undefined;
  /** From the first to the last byte. */
  readonly download: number | undefined;
  /** From the start of the first hop to the end. */
  readonly total: number;
}

export interface Address {
  readonly address: string;
  readonly port: number;
}

export interface TlsInfo {
  /** `TLSv1.3` */
  readonly version: string | undefined;
  readonly cipher: string | undefined;
  readonly certificate: Certificate | undefined;
  /** False: the certificate did not pass, and the setting for this host let it through. */
  readonly verified: boolean;
  /** Why it did not pass: OpenSSL's or Node's code. */
  readonly verifyError: string | undefined;
}

export interface Certificate {
  /** `CN=example.org, O=Example`; the same form for the issuer. */
  readonly subject: string;
  readonly issuer: string;
  /** Names it is good for, from subjectAltName: `DNS:a.example`, `IP Address:127.0.0.1`. */
  readonly names: readonly string[];
  /** As OpenSSL prints them, in GMT: `Nov 21 02:09:00 2024 GMT`. */
  readonly validFrom: string;
  readonly validTo: string;
  readonly fingerprint256: string;
}

/** The bytes on the socket, under TLS if there is TLS. `sent` ends where the connection took no more. */
export interface Wire {
  readonly sent: Uint8Array;
  readonly received: Uint8Array;
}

export interface Redirect {
  /** Where the hop went that was answered with this redirect. */
  readonly url: string;
  readonly method: string;
  readonly status: number;
  /** As received. */
  readonly location: string;
  readonly message: Message;
  readonly wire: Wire | undefined;
}

/** One difference between the author's head and the one that is sent. */
export type Change =
  /** Request line: absolute-form for a proxy (RFC 9112 section 3.2.2), or another hop's. */
  | { readonly kind: "request-line"; readonly typed: string; readonly sent: string }
  | FieldChange
  /** `secret`: not to be shown or stored (Proxy-Authorization). */
  | { readonly kind: "added"; readonly name: string; readonly sent: string | undefined; readonly secret: boolean }
  /** The whole body: fetch refuses one on GET and HEAD; a redirect that turns into GET has none. */
  | { readonly kind: "body-dropped"; readonly bytes: number };

/** What kept the request from a complete answer. `partial`: the message so far, where its head had come. */
export type Failure = Exchange & { readonly partial: Message | undefined } & FailureFacts;

export type FailureKind = FailureFacts["kind"];

export type FailureFacts =
  /** `code`: ENOTFOUND (no such name), EAI_AGAIN (no name server answered). */
  | { readonly kind: "dns"; readonly host: string; readonly code: string }
  /** Nothing listens. Several addresses: where a name stands for more than one, all were tried. */
  | { readonly kind: "refused"; readonly addresses: readonly Address[] }
  /** No way there. `code`: EHOSTUNREACH, ENETUNREACH, ETIMEDOUT (TCP's own limit) …; through fetch `"fetch"`. */
  | {
      readonly kind: "unreachable";
      readonly code: string;
      readonly addresses: readonly Address[];
      readonly detail: string;
    }
  | TlsFailure
  | TimeoutFailure
  | ProxyFailure
  /** The connection ended without a byte of an answer. `closed`: in order (FIN), `reset`: by RST. */
  | {
      readonly kind: "reset";
      readonly stage: Stage;
      readonly how: "closed" | "reset";
      readonly code: string | undefined;
    }
  | TruncatedFailure
  | CorsFailure
  /** The browser forbids it before a byte is sent: http to another host than `localhost` and `127.0.0.1`. */
  | { readonly kind: "mixed-content"; readonly host: string }
  | { readonly kind: "cancelled"; readonly stage: Stage }
  | ProtocolFailure
  /** `limit`: the setting; `what`: the received or the decoded body. `partial` holds the first `limit` bytes. */
  | { readonly kind: "too-large"; readonly limit: number; readonly what: "received" | "decoded" }
  /** fetch hides a redirect's status and Location unless it follows it. */
  | { readonly kind: "redirect-hidden" }
  /** `follow` is not possible: the limit is reached, or Location is missing or no http(s) URL. The last hop is `partial`. */
  | {
      readonly kind: "redirect";
      readonly reason: "too-many" | "location-missing" | "location-invalid";
      readonly location: string | undefined;
    }
  /** The caller's own values don't work: a client certificate that can't be read, a wrong passphrase, a bad host name. */
  | {
      readonly kind: "unsendable";
      readonly reason: "client-certificate" | "passphrase-missing" | "passphrase-wrong" | "address" | "fetch";
      readonly detail: string;
    };

export interface TlsFailure {
  readonly kind: "tls";
  readonly reason: TlsReason;
  /** OpenSSL's or Node's: CERT_HAS_EXPIRED, ERR_TLS_CERT_ALTNAME_INVALID, ERR_SSL_WRONG_VERSION_NUMBER … */
  readonly code: string;
  readonly detail: string;
  readonly host: string;
  /** What the service showed, where the handshake came that far. */
  readonly certificate: Certificate | undefined;
}

export type TlsReason =
  | "expired"
  | "not-yet-valid"
  /** The service's own certificate is its issuer. */
  | "self-signed"
  /** The chain ends at an authority that is not trusted, or a link of it is missing. */
  | "unknown-issuer"
  | "wrong-host"
  | "revoked"
  | "no-common-version"
  | "no-common-cipher"
  /** The service wants a client certificate, or refused the one it got. */
  | "client-certificate"
  /** The answer to the handshake was no TLS: plain HTTP on that port. */
  | "not-tls"
  /** The service ended the connection during the handshake. */
  | "closed"
  | "other";

export interface TimeoutFailure {
  readonly kind: "timeout";
  readonly stage: Stage;
  /** The time limit that was reached. */
  readonly limit: number;
  /** The Content-Length that the author typed, as a number; undefined where there is none that is one. */
  readonly declaredLength: number | undefined;
  /** Bytes of the request's body. Where `declaredLength` is larger, the service waits for the rest. */
  readonly bodyLength: number;
  /** Whole request handed to the connection? */
  readonly sentAll: boolean;
}

export interface ProxyFailure {
  readonly kind: "proxy";
  /** `connect-refused`: the proxy's answer to CONNECT (407: wants credentials); else it could not be reached or used. */
  readonly reason: "connect-refused" | "unreachable" | "invalid";
  /** `host:port` of the proxy, where known. */
  readonly proxy: string | undefined;
  /** Of the proxy's answer. */
  readonly answer: Message | undefined;
  readonly code: string | undefined;
  readonly detail: string;
}

export interface TruncatedFailure {
  readonly kind: "truncated";
  readonly stage: "head" | "body";
  readonly how: "closed" | "reset";
  /** Bytes of the body that were announced; undefined for chunks and where the head wasn't complete. */
  readonly expected: number | undefined;
  /** Bytes of the body that came. */
  readonly got: number;
}

export interface CorsFailure {
  readonly kind: "cors";
  /** What the service would have to allow. Undefined where the host doesn't say. */
  readonly origin: string | undefined;
  /** A second, empty, safe request (HEAD) to the service's root was answered, so the service lives. */
  readonly probe: "answered";
  readonly detail: string;
}

export interface ProtocolFailure {
  readonly kind: "protocol";
  readonly reason: /** The first bytes are no status line. */
    | "not-http"
    /** A body without a head: an HTTP/0.9 answer. It is `partial.body`. */
    | "http09"
    | "status-line"
    | "head-too-large"
    | "too-many-fields"
    | "too-many-informational"
    | "chunk-size"
    | "chunk-end"
    | "trailers-too-large";
  /** The bytes to show: the first 1,024 received, or those around a bad chunk. */
  readonly bytes: Uint8Array;
  /** The offset of `bytes` in the received bytes. */
  readonly at: number;
}
