/*
 * What is known of an exchange besides its messages. Times are milliseconds.
 */
import type { FieldChange } from "../../../server/src/http/fetch.ts";
import type { OutgoingAuthentication, SecretSource } from "../../../server/src/protocol/protocol.ts";
import type { ResponseMessage } from "./responseMessage.ts";

/** Facts about every exchange, with a response or not. They describe the last attempt; `redirects` has earlier ones. */
export interface ExchangeFacts {
  /** URL of the last attempt: `http://host:port/path`. */
  readonly url: string;
  readonly method: string;
  readonly timings: Timings;
  /** Address of the service; undefined if unknown, and through a proxy. */
  readonly remote: RemoteAddress | undefined;
  /** Proxy as `socks5://host:port`; undefined without a proxy, or if only VS Code knows it. */
  readonly proxy?: string | undefined;
  readonly tls: TlsInfo | undefined;
  /** Bytes on the connection; undefined if the transport can't see them (fetch). */
  readonly wire: WireBytes | undefined;
  readonly redirects: readonly Redirect[];
  /** Earlier exchanges of each request, in which the service asked for its credentials. Missing in the history. */
  readonly authentication?: readonly AuthenticationStep[];
  /** Why the last response is a 401, if the request has credentials that answer challenges. */
  readonly authenticationProblem?: AuthenticationProblem | undefined;
  /** The differences between the sent message and the typed one, for the user. */
  readonly changes: readonly MessageChange[];
  /** Facts that the transport can't know. Rules that need one of these facts are off. */
  readonly known: "all" | { readonly hidden: readonly HiddenFact[] };
}

export type HiddenFact =
  | "statusLine"
  | "fieldOrder"
  /** Fields that the service doesn't expose (CORS). */
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
 * The stages of an exchange. `connect`: name lookup, TCP or proxy, if it is unknown which (VS Code's proxy agent returns a
 * connected socket). `response`: the wait for the first byte after the request. `login`: the system is asked for a ticket.
 */
export type Stage = "connect" | "dns" | "tcp" | "proxy" | "tls" | "send" | "response" | "head" | "body" | "login";

/** Durations in milliseconds; undefined if unknown: DNS and TCP through a proxy, nearly all through fetch. */
export interface Timings {
  readonly dns: number | undefined;
  readonly tcp: number | undefined;
  readonly tls: number | undefined;
  /** Time from the start of the attempt to the first byte of the response. */
  readonly firstByte: number | undefined;
  /** Time from the first to the last byte. */
  readonly download: number | undefined;
  /** Time from the start of the first attempt to the end. */
  readonly total: number;
}

export interface RemoteAddress {
  readonly address: string;
  readonly port: number;
}

export interface TlsInfo {
  /** Version such as `TLSv1.3`. */
  readonly version: string | undefined;
  readonly cipher: string | undefined;
  readonly certificate: CertificateFacts | undefined;
  /** Whether the certificate is valid. If not, a setting for this host allows it. */
  readonly verified: boolean;
  /** Why the certificate is invalid: a code of OpenSSL or Node. */
  readonly verifyError: string | undefined;
}

export interface CertificateFacts {
  /** Distinguished name such as `CN=example.org, O=Example`. */
  readonly subject: string;
  readonly issuer: string;
  /** Entries of subjectAltName: `DNS:a.example`, `IP Address:127.0.0.1`. */
  readonly names: readonly string[];
  /** Time as OpenSSL prints it, in GMT: `Nov 21 02:09:00 2024 GMT`. */
  readonly validFrom: string;
  readonly validTo: string;
  readonly fingerprint256: string;
}

/** The bytes on the connection, before encryption and after decryption by TLS. */
export interface WireBytes {
  readonly sent: Uint8Array;
  /** The number of bytes that were not sent, because the connection or the response ended first. */
  readonly unsent?: number;
  readonly received: Uint8Array;
}

export interface Redirect {
  /** The URL that responded with this redirect. */
  readonly url: string;
  readonly method: string;
  readonly status: number;
  /** Value of the Location header, as received. */
  readonly location: string;
  readonly message: ResponseMessage;
  readonly wire: WireBytes | undefined;
}

/** A response that asked for credentials, or for other credentials. */
export interface AuthenticationStep {
  readonly scheme: OutgoingAuthentication["scheme"];
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly message: ResponseMessage;
  readonly wire: WireBytes | undefined;
  /** The number of redirects before the response. */
  readonly redirects: number;
}

export type AuthenticationProblem =
  /** The service has accepted the request, but its proof (`rspauth` of Digest, the token of Negotiate) is wrong: another service may have responded. */
  | { readonly kind: "unproven"; readonly scheme: "digest" | "negotiate" }
  | { readonly kind: "refused" }
  /** `offered`: the schemes of the service's challenges, which may be none. */
  | {
      readonly kind: "not-offered";
      readonly scheme: OutgoingAuthentication["scheme"];
      readonly offered: readonly string[];
    }
  /** The service's challenge is malformed, or requires something unsupported. */
  | { readonly kind: "unreadable"; readonly scheme: OutgoingAuthentication["scheme"] }
  | { readonly kind: "connection-closed"; readonly scheme: "ntlm" }
  /** The service offers Negotiate, but doesn't accept NTLM in it. */
  | { readonly kind: "not-negotiated" }
  /** `isEncrypted`: whether TLS is used, with which a service may require channel bindings. */
  | { readonly kind: "ticket-refused"; readonly isEncrypted: boolean }
  /** `detail`: an error of the system; undefined if the system would use NTLM instead. */
  | { readonly kind: "ticket-missing"; readonly service: string; readonly detail: string | undefined };

export type MessageChange =
  /** The target is in absolute-form for a proxy (RFC 9112 section 3.2.2), or the line is from another attempt. */
  | { readonly kind: "request-line"; readonly typed: string; readonly sent: string }
  /** `sources`: the sources of the secrets in the field, which aren't sent to another origin. */
  | (FieldChange & { readonly sources?: readonly SecretSource[] })
  /** `secret`: whether the value must not be shown or stored (Proxy-Authorization). */
  | { readonly kind: "added"; readonly name: string; readonly sent: string | undefined; readonly secret: boolean }
  /** fetch forbids a body for GET and HEAD, and a redirect that changes the method to GET has none. */
  | { readonly kind: "body-dropped"; readonly bytes: number };
