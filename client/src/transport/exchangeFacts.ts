/*
 * What is known of an exchange besides its messages. All times are milliseconds.
 */
import type { FieldChange } from "../../../server/src/http/fetch.ts";
import type { Message } from "./message.ts";

/** What is true of every exchange, answered or not. It describes the last attempt; earlier ones are in `redirects`. */
export interface ExchangeFacts {
  /** `http://host:port/path`: where the last attempt went. */
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

/**
 * How far an exchange had come. `connect` is said where name lookup, TCP and proxy can't be told apart (the host's own
 * proxy agent hands over a socket that is already connected); `answer` is the wait for the first byte after the request.
 */
export type Stage = "connect" | "dns" | "tcp" | "proxy" | "tls" | "send" | "answer" | "head" | "body";

/** Undefined where unknown: DNS and TCP through a proxy, nearly all through fetch. */
export interface Timings {
  readonly dns: number | undefined;
  readonly tcp: number | undefined;
  readonly tls: number | undefined;
  /** From the start of the attempt to the first byte of the answer. */
  readonly firstByte: number | undefined;
  /** From the first to the last byte. */
  readonly download: number | undefined;
  /** From the start of the first attempt to the end. */
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

/** The bytes on the socket, under TLS if there is TLS. */
export interface Wire {
  readonly sent: Uint8Array;
  /** How many bytes more the message has: the connection took no more, or the answer came before. */
  readonly unsent?: number;
  readonly received: Uint8Array;
}

export interface Redirect {
  /** Where the attempt went that was answered with this redirect. */
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
  /** Request line: absolute-form for a proxy (RFC 9112 section 3.2.2), or another attempt's. */
  | { readonly kind: "request-line"; readonly typed: string; readonly sent: string }
  | FieldChange
  /** `secret`: not to be shown or stored (Proxy-Authorization). */
  | { readonly kind: "added"; readonly name: string; readonly sent: string | undefined; readonly secret: boolean }
  /** The whole body: fetch refuses one on GET and HEAD; a redirect that turns into GET has none. */
  | { readonly kind: "body-dropped"; readonly bytes: number };
