import type { Field, SendResult, Stage } from "./result.ts";

/** Sends one request and tells what became of it. Two implementations: `node/` (a socket) and `browser/` (fetch). */
export interface Transport {
  readonly capabilities: Capabilities;
  /** Of the page that sends, where a service has to allow it (CORS) and the host tells it. */
  readonly origin?: string | undefined;
  /** Never rejects for what the network, the service or the author's message does: see `SendResult`. */
  send(request: TransportRequest, options: SendOptions): Promise<SendResult>;
}

/** What a transport can do. The contract tests, the rules and the views ask here, never for the host. */
export interface Capabilities {
  /** The request's head is sent byte for byte. Without it see the server's `http/fetch.ts`. */
  readonly exactHead: boolean;
  /** Bytes are recorded on the socket; order, framing, trailers, 1xx and surplus of an answer are seen. */
  readonly seesWire: boolean;
  /** GET and HEAD may have a body. */
  readonly bodyOnGet: boolean;
  /** Where plain http may go: `loopback` is `localhost` and `127.0.0.1` alone. */
  readonly plainHttp: "anywhere" | "loopback";
  /** `TlsOptions` act: client certificates, own authorities, verification off. */
  readonly tlsOptions: boolean;
  /** `sameOrigin` works, and an unfollowed redirect shows its status and Location. */
  readonly seesRedirects: boolean;
}

/** A request as it is to be sent. The server made it; a transport parses nothing of it. */
export interface TransportRequest {
  readonly scheme: "http" | "https";
  /** A name or an address; an IPv6 literal with or without its brackets. */
  readonly host: string;
  readonly port: number;
  /** With the target in origin-form, as it is to be sent, without its line end. */
  readonly requestLine: string;
  /** As the author typed it, where that can be another one: what is sent is compared with it. */
  readonly typedRequestLine?: string | undefined;
  /** The request line for a proxy that is asked for a plain http resource, without its line end. */
  readonly absoluteForm: string;
  /** All header lines as they are to be sent, CRLF each, without the final empty line. Sent as UTF-8. */
  readonly head: string;
  /** False where the author typed none: the body's bytes then follow the last header line. */
  readonly emptyLine: boolean;
  /** The same fields as pairs, for fetch. */
  readonly fields: readonly Field[];
  readonly method: string;
  /** The request target in origin-form. */
  readonly target: string;
  readonly body: Uint8Array;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /**
   * Milliseconds to the first byte of the answer, and then between two bytes; of each attempt. A slow upload counts only while
   * nothing moves. More than 24 days are as good as none.
   */
  readonly timeout: number;
  readonly redirects: "never" | "sameOrigin" | "always";
  /**
   * Asked before a redirect from https to http is followed; the URL is where it leads. Must not reject. Without it such a
   * redirect is not followed. A browser's fetch decides for itself (Mixed Content).
   */
  readonly mayGoUnencrypted?: (url: string) => boolean | Promise<boolean>;
  /** Of the body, both as received and decoded. Default 50 MB (52,428,800). */
  readonly maxBytes?: number;
  /** Of the header section, and of that of each interim response. Default 64 KB (65,536). A browser's fetch has its own. */
  readonly maxHeadBytes?: number;
  /** Asked for each attempt's host and port; must not reject. Ignored where `capabilities.tlsOptions` is false. */
  readonly tls?: (host: string, port: number) => TlsOptions | undefined | Promise<TlsOptions | undefined>;
  /** Called when a stage begins and as bytes come and go. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface TlsOptions {
  /** False: the certificate is not verified, and the result says so. Default true. */
  readonly rejectUnauthorized?: boolean;
  /** The SHA-256 fingerprint of a certificate of the host that is trusted whatever else is wrong with it. */
  readonly certificate?: string;
  /** PEM. */
  readonly cert?: string | Uint8Array;
  readonly key?: string | Uint8Array;
  readonly pfx?: Uint8Array;
  readonly passphrase?: string;
  /**
   * Asked once where the key needs a passphrase and none is given; `opens` tries one. Undefined: the author gives none.
   * It must not reject.
   */
  readonly askPassphrase?: (opens: (passphrase: string) => boolean) => Promise<string | undefined>;
  /** Authorities (PEM) instead of the host's. */
  readonly ca?: string | Uint8Array;
}

export interface Progress {
  readonly stage: Stage;
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

/** Of `setTimeout`: a longer one fires at once. */
export const longestTimer = 2 ** 31 - 1;
