/*
 * What kept a request from a complete answer: a kind for each cause, in the order in which an exchange can come to it.
 * Times are milliseconds, counts are bytes. `code` and `detail` are the system's, Node's or the browser's own.
 */
import type { Address, Certificate, ExchangeFacts, Stage } from "./exchangeFacts.ts";
import type { Chunk, Message } from "./message.ts";

/** `partial`: the message so far, where its head had come. */
export type Failure = ExchangeFacts & { readonly partial: Message | undefined } & FailureFacts;

export type FailureKind = FailureFacts["kind"];

export type FailureFacts =
  | UnsendableFailure
  | MixedContentFailure
  | DnsFailure
  | RefusedFailure
  | UnreachableFailure
  | ProxyFailure
  | TlsFailure
  | TimeoutFailure
  | CancelledFailure
  | ResetFailure
  | CorsFailure
  | ProtocolFailure
  | TruncatedFailure
  | TooLargeFailure
  | RedirectFailure
  | RedirectHiddenFailure;

/** The caller's own values don't work: a client certificate that can't be read, a wrong passphrase, a bad host name. */
export interface UnsendableFailure {
  readonly kind: "unsendable";
  readonly reason: "client-certificate" | "passphrase-missing" | "passphrase-wrong" | "address" | "fetch";
  readonly detail: string;
}

/** The browser forbids it before a byte is sent: http to another host than `localhost` and `127.0.0.1`. */
export interface MixedContentFailure {
  readonly kind: "mixed-content";
  readonly host: string;
}

export interface DnsFailure {
  readonly kind: "dns";
  readonly host: string;
  /** ENOTFOUND (no such name), EAI_AGAIN (no name server answered) … */
  readonly code: string;
}

/** Nothing listens. */
export interface RefusedFailure {
  readonly kind: "refused";
  /** All that were tried: a name may stand for several. */
  readonly addresses: readonly Address[];
}

/** No way there. */
export interface UnreachableFailure {
  readonly kind: "unreachable";
  /** EHOSTUNREACH, ENETUNREACH, ETIMEDOUT (TCP's own limit) …; through fetch `"fetch"`. */
  readonly code: string;
  readonly addresses: readonly Address[];
  readonly detail: string;
}

export interface ProxyFailure {
  readonly kind: "proxy";
  /**
   * `connect-refused`: the proxy's answer to CONNECT (407: wants credentials). `unreachable`: it could not be reached or used.
   * `invalid`: the environment names one that is none of http or https (`detail`, without its login); it was not asked.
   */
  readonly reason: "connect-refused" | "unreachable" | "invalid";
  /** `host:port` of the proxy, where known. */
  readonly proxy: string | undefined;
  /** Of the proxy's answer. */
  readonly answer: Message | undefined;
  readonly code: string | undefined;
  readonly detail: string;
}

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
  /** The chunk of the response whose data was being read. */
  readonly chunk?: Chunk | undefined;
}

/** The author's own wish. */
export interface CancelledFailure {
  readonly kind: "cancelled";
  readonly stage: Stage;
}

/** The connection ended without a byte of the final response. */
export interface ResetFailure {
  readonly kind: "reset";
  readonly stage: Stage;
  /** `closed`: in order (FIN), `reset`: by RST. */
  readonly how: "closed" | "reset";
  readonly code: string | undefined;
  /** The status line of the last 1xx response, where one came before. */
  readonly informational?: string | undefined;
}

export interface CorsFailure {
  readonly kind: "cors";
  /** What the service would have to allow. Undefined where the host doesn't say. */
  readonly origin: string | undefined;
  /** A second, empty, safe request (HEAD) to the service's root was answered, so the service lives. */
  readonly probe: "answered";
  /** Of the request, as typed: fields that the service would have to allow, too. */
  readonly fieldNames: readonly string[];
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
    /** Over 2^48 bytes. */
    | "chunk-size-too-large"
    | "chunk-line-too-long"
    | "chunk-end"
    | "trailers-too-large";
  /** The bytes to show: the first 1,024 received, or those around a bad chunk. */
  readonly bytes: Uint8Array;
  /** The offset of `bytes` in the received bytes. */
  readonly at: number;
  /** Of a header section that is too large: how many bytes it may have. */
  readonly limit?: number;
}

export interface TruncatedFailure {
  readonly kind: "truncated";
  readonly stage: "head" | "body";
  readonly how: "closed" | "reset";
  /** Bytes of the body that were announced; undefined for chunks and where the head wasn't complete. */
  readonly expected: number | undefined;
  /** Bytes of the body that came. */
  readonly got: number;
  /** The chunk whose data was being read. */
  readonly chunk?: Chunk | undefined;
  /** The first 1,024 of all that came, where the head wasn't complete. */
  readonly bytes?: Uint8Array;
}

/** `partial` holds the first `limit` bytes. */
export interface TooLargeFailure {
  readonly kind: "too-large";
  /** The setting. */
  readonly limit: number;
  /** The received or the decoded body. */
  readonly what: "received" | "decoded";
}

/** Going on is not possible: the limit is reached, or Location is not an http(s) URL. The last attempt is `partial`. */
export interface RedirectFailure {
  readonly kind: "redirect";
  readonly reason: "too-many" | "location-invalid";
  readonly location: string | undefined;
}

/** fetch hides a redirect's status and Location unless it follows it. */
export interface RedirectHiddenFailure {
  readonly kind: "redirect-hidden";
  /** Names of the request's fields that the browser would send to whatever origin the redirect leads to. */
  readonly secretFields?: readonly string[];
}
