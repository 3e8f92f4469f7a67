import type { OutgoingMessage, RequestHead, RequestTls } from "../../../server/src/protocol/protocol.ts";
import type { SendResult, Stage, UnsendableFailure } from "./result.ts";

/** Sends requests. It has two implementations: `node/` (a socket) and `browser/` (fetch). */
export interface Transport {
  readonly capabilities: Capabilities;
  /** The origin of the page that sends, which a service must allow (CORS), if the host knows it. */
  readonly origin?: string | undefined;
  /** Sends a request. Never rejects because of the network, the service or the message: see `SendResult`. */
  send(request: TransportRequest, options: SendOptions): Promise<SendResult>;
}

/** The capabilities of a transport. Contract tests and views check these, never the host. */
export interface Capabilities {
  /** Whether it knows the bytes on the connection, and order, framing, trailers, 1xx and surplus of responses. */
  readonly seesWire: boolean;
  /** Whether GET and HEAD may have a body, which fetch doesn't allow. */
  readonly bodyOnGet: boolean;
  /** The hosts to which plain http may be sent; `loopback`: only `localhost` and `127.0.0.1`. */
  readonly plainHttp: "anywhere" | "loopback";
  /** Whether `sameOrigin` works, and a redirect that isn't followed shows its status and Location. */
  readonly seesRedirects: boolean;
}

/** A request as the server prepared it. A transport parses none of it. An IPv6 address may be in brackets. */
export interface TransportRequest
  extends RequestHead,
    Pick<OutgoingMessage, "authentication" | "secretUses" | "tls" | "proxy"> {
  readonly body: Uint8Array;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /**
   * Milliseconds to the first byte of the response, and then between two bytes, for each attempt. During an upload,
   * only the time without progress counts. More than 24 days mean no limit.
   */
  readonly timeout: number;
  /** Milliseconds to the end of the response, even if bytes keep arriving; default `timeToComplete(timeout)`. */
  readonly timeToComplete?: number;
  readonly redirects: "never" | "sameOrigin" | "always";
  /** Whether to follow a redirect from https to this http URL, by default no. Must not reject. fetch decides itself. */
  readonly mayGoUnencrypted?: (url: string) => boolean | Promise<boolean>;
  /** The maximum size of the body, both as received and decoded. Default 50 MB (52,428,800). */
  readonly maxBytes?: number;
  /** The maximum size of the header section, also of each 1xx response. Default 64 KB (65,536). Not for fetch. */
  readonly maxHeadBytes?: number;
  /**
   * Milliseconds to read on after a complete response, for bytes that don't belong to it; default 150. Bytes that have
   * already arrived are read in any case, and after the first of them the default applies. Not for fetch.
   */
  readonly surplusWait?: number;
  /**
   * Returns the options for the host and port of an attempt, and for `# @tls` of the request, which a redirect to another
   * origin doesn't have. Must not reject. Not for fetch.
   */
  readonly tls?: (host: string, port: number, typed: RequestTls | undefined) => GivenTls | Promise<GivenTls>;
  /** Called when a stage begins, and when bytes were sent or received. */
  readonly onProgress?: (progress: Progress) => void;
}

/** TLS options for a connection; undefined: the defaults. A failure: the key of `# @tls` can't be used. */
export type GivenTls = TlsOptions | UnsendableFailure | undefined;

export interface TlsOptions extends Omit<RequestTls, "key" | "files"> {
  /** Whether the certificate is verified, by default true. If not, the result says so. */
  readonly rejectUnauthorized?: boolean;
  /** The SHA-256 fingerprint of a certificate of the host that is trusted even if it is invalid. */
  readonly certificate?: string;
  /** Client certificate in PEM. */
  readonly cert?: string | Uint8Array;
  readonly key?: string | Uint8Array;
  readonly pfx?: Uint8Array;
  readonly passphrase?: string;
  /**
   * Called once if the key requires a passphrase and there is none; `opens` tries one. Resolves with undefined if the user
   * enters none. Must not reject.
   */
  readonly askPassphrase?: (opens: (passphrase: string) => boolean) => Promise<string | undefined>;
  /** Certificate authorities (PEM) that replace the host's. */
  readonly ca?: string | Uint8Array;
}

export interface Progress {
  readonly stage: Stage;
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

/** The longest time that `setTimeout` supports, in milliseconds: with a longer one it fires at once. */
export const longestTimer = 2 ** 31 - 1;

/** Milliseconds for the whole response, by the limit between two bytes. Else slow single bytes could go on forever. */
export function timeToComplete(timeout: number): number {
  return Math.min(Math.max(10 * timeout, 10 * 60_000), longestTimer);
}
