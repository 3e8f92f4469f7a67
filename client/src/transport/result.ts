/*
 * The result of a request, as a value. `client/src/core/failures/` has its texts. Times are milliseconds, counts are bytes.
 */
import type { CertificateFacts, ExchangeFacts, RemoteAddress, Stage } from "./exchangeFacts.ts";
import type { Chunk, ResponseMessage } from "./responseMessage.ts";

export type * from "./exchangeFacts.ts";
export type * from "./responseMessage.ts";

export type SendResult = Response | Failure;

/** A complete response (RFC 9112). */
export interface Response extends ExchangeFacts, ResponseMessage {
  readonly kind: "response";
  /** Bytes after the response that were received when `send` resolved; `settled` may have more of them. */
  readonly surplus: Uint8Array;
  /**
   * `send` resolves as soon as the response is complete, so that callers needn't wait. The connection is read for
   * another 150 ms, unless the service closes it. Then this resolves with all bytes. It never rejects.
   */
  readonly settled: Promise<Settled>;
}

export interface Settled {
  /** All bytes that were received after the response. */
  readonly surplus: Uint8Array;
  /** All received bytes, with `surplus`; undefined if the transport can't see them. */
  readonly received: Uint8Array | undefined;
  /** Whether the service closed the connection within the 150 ms. */
  readonly closed: boolean;
}

/*
 * Why a request has no complete response, in the order in which an exchange can fail. Times are milliseconds, counts are
 * bytes. `code` and `detail` come from the system, Node or the browser.
 */

/** `partial`: the incomplete response, if its header section is complete. */
export type Failure = ExchangeFacts & { readonly partial: ResponseMessage | undefined } & FailureFacts;

export type FailureFacts = { [Kind in keyof Failures]: { readonly kind: Kind } & Failures[Kind] }[keyof Failures];

export type UnsendableFailure = Extract<FailureFacts, { kind: "unsendable" }>;
export type ProxyFailure = Extract<FailureFacts, { kind: "proxy" }>;
export type TlsFailure = Extract<FailureFacts, { kind: "tls" }>;
export type ProtocolFailure = Extract<FailureFacts, { kind: "protocol" }>;

interface Failures {
  /** A value from the caller can't be used: a client certificate, a passphrase, a host name. */
  readonly unsendable: {
    readonly reason:
      | "client-certificate"
      | "ciphers"
      | "passphrase-missing"
      | "passphrase-wrong"
      | "address"
      | "fetch"
      | "kerberos";
    readonly detail: string;
  };
  /** The browser forbids http to other hosts than `localhost` and `127.0.0.1`. Nothing was sent. */
  readonly "mixed-content": { readonly host: string };
  readonly dns: {
    readonly host: string;
    /** ENOTFOUND (unknown name), EAI_AGAIN (no response from a name server) … */
    readonly code: string;
  };
  /** No service is listening at the address. */
  readonly refused: {
    /** All addresses that were tried, because a name may have several. */
    readonly addresses: readonly RemoteAddress[];
  };
  readonly unreachable: {
    /** EHOSTUNREACH, ENETUNREACH, ETIMEDOUT (TCP's own limit) …; `"fetch"` in a browser. */
    readonly code: string;
    readonly addresses: readonly RemoteAddress[];
    readonly detail: string;
  };
  readonly proxy: {
    /**
     * `connect-refused`: `response` is the response to CONNECT. `unreachable`: the connection to the proxy failed.
     * `invalid`: the environment's value (`detail`, without its login) isn't an http or https proxy.
     */
    readonly reason: "connect-refused" | "unreachable" | "invalid" | "script";
    /** The proxy as `host:port`, if known. */
    readonly proxy?: string | undefined;
    readonly response?: ResponseMessage | undefined;
    readonly code?: string | undefined;
    readonly detail: string;
  };
  readonly tls: {
    readonly reason: TlsReason;
    /** Code of OpenSSL or Node: CERT_HAS_EXPIRED, ERR_TLS_CERT_ALTNAME_INVALID, ERR_SSL_WRONG_VERSION_NUMBER … */
    readonly code: string;
    readonly detail: string;
    readonly host: string;
    /** The service's certificate, if it was received. */
    readonly certificate: CertificateFacts | undefined;
  };
  readonly timeout: {
    readonly stage: Stage;
    /** The time limit in milliseconds. */
    readonly limit: number;
    /** Whether bytes kept arriving until the limit for the whole response. */
    readonly whole?: boolean;
    /** The Content-Length of the request, if it is a number. */
    readonly declaredLength: number | undefined;
    /** Number of bytes of the request's body. If `declaredLength` is larger, the service waits for the rest. */
    readonly bodyLength: number;
    /** Whether the connection took the whole request. */
    readonly sentAll: boolean;
    /** The part that the service may be waiting for: a body, or the end of a chunked body. */
    readonly missing?: "body" | "chunks" | undefined;
    /** The chunk of the response whose data was being read. */
    readonly chunk?: Chunk | undefined;
  };
  readonly cancelled: { readonly stage: Stage };
  /** The connection ended before the first byte of the final response. */
  readonly reset: {
    readonly stage: Stage;
    /** `closed`: the connection ended with FIN. `reset`: it ended with RST. */
    readonly how: "closed" | "reset";
    readonly code: string | undefined;
    /** The status line of the last 1xx response, if there was one. */
    readonly informational?: string | undefined;
  };
  readonly cors: {
    /** The origin that the service must allow; undefined if unknown. */
    readonly origin: string | undefined;
    /** The service responded to a second, empty HEAD request for its root. */
    readonly probe: "responded";
    /** Names of the request's fields that the service must allow, too, as typed. */
    readonly fieldNames: readonly string[];
    readonly detail: string;
  };
  readonly protocol: {
    readonly reason:
      | "not-http"
      /** The response is a body without a header section (HTTP/0.9), which is in `partial.body`. */
      | "http09"
      | "status-line"
      | "head-too-large"
      | "too-many-fields"
      | "too-many-informational"
      | "chunk-size"
      /** The size of a chunk is over 2^48 bytes. */
      | "chunk-size-too-large"
      | "chunk-line-too-long"
      | "chunk-end"
      | "trailers-too-large";
    /** The first 1,024 received bytes, or the bytes at a bad chunk. */
    readonly bytes: Uint8Array;
    /** The offset of `bytes` in the received bytes. */
    readonly at: number;
    /** The maximum size of a header section that is too large. */
    readonly limit?: number;
  };
  readonly truncated: {
    readonly stage: "head" | "body";
    readonly how: "closed" | "reset";
    /** Declared number of bytes of the body; undefined for chunks, and with an incomplete header section. */
    readonly expected: number | undefined;
    /** Number of received bytes of the body. */
    readonly got: number;
    /** The chunk whose data was being read. */
    readonly chunk?: Chunk | undefined;
    /** The first 1,024 received bytes, if the header section is incomplete. */
    readonly bytes?: Uint8Array;
  };
  /** The message is too large. `partial` contains its first `limit` bytes. */
  readonly "too-large": {
    readonly limit: number;
    /** Which form of the body is too large. */
    readonly what: "received" | "decoded";
  };
  /** `within`: milliseconds in which no request of `# @receive` arrived. `arrived`: the last other requests. */
  readonly callback: { readonly path: string; readonly within: number; readonly arrived: readonly string[] };
  /** A redirect can't be followed. `partial` is the last response. */
  readonly redirect: {
    readonly reason: "too-many" | "location-invalid";
    readonly location: string | undefined;
  };
  /** fetch hides the status and Location of a redirect that it doesn't follow. */
  readonly "redirect-hidden": {
    /** Names of the request's fields with secrets, which the browser would send to any other origin. */
    readonly secretFields?: readonly string[];
    /** Other places with a secret that the browser would send there. */
    readonly secretPlaces?: readonly ("target" | "body")[];
  };
}

export type TlsReason =
  | "expired"
  | "not-yet-valid"
  /** The service's own certificate is its issuer. */
  | "self-signed"
  /** The last certificate authority of the chain is not trusted, or a certificate of the chain is missing. */
  | "unknown-issuer"
  | "wrong-host"
  | "revoked"
  | "no-common-version"
  | "no-common-cipher"
  /** A key or signature of the service is below this machine's security level. */
  | "weak"
  | "legacy-renegotiation"
  /** The service requires a client certificate, or refused the sent one. */
  | "client-certificate"
  /** The response to the handshake isn't TLS, but for example plain HTTP. */
  | "not-tls"
  /** The service ended the connection during the handshake. */
  | "closed"
  | "other";
