import type { OutgoingMessage, RequestHead } from "./sendingProtocol.ts";

/*
 * What the parts of a mock service share: a request that a service received, and its response. The text of a start line
 * and of fields has one UTF-16 unit for each byte.
 */

export interface ServedRequest {
  readonly method: string;
  /** As received: `/calc?x=1`. */
  readonly target: string;
  /** In their order and case. */
  readonly fields: readonly ServedField[];
  /** Without its transfer and content codings. */
  readonly body: Uint8Array;
  /** The subject of the client's certificate, by RFC 4514; undefined without one. */
  readonly certificate?: string | undefined;
}

export interface ServedField {
  readonly name: string;
  readonly value: string;
}

/** A response of a mock service, and how it is sent. */
export interface ServedResponse {
  /** `file`: of a `.soapmock` file; `wsdl`: by a contract; `service`: of the service itself, such as a 404. */
  readonly source: "file" | "wsdl" | "upstream" | "service";
  /** Its file and name: `calc.soapmock#sum`. Undefined unless its source is a file. */
  readonly response?: string | undefined;
  /** The operation of the request by its WSDL, or the name of its first body element. */
  readonly operation?: string | undefined;
  /** Undefined if its first line has none. */
  readonly status?: number | undefined;
  /** The whole message, sent as it is. */
  readonly bytes: Uint8Array;
  /** Whether the connection is closed after the last byte. */
  readonly closes: boolean;
  readonly pace?: Pace | undefined;
  /** Instead of it, the response of the service that requests are passed on to is sent, if there is one. */
  readonly forward?: Forwarded | undefined;
  /** What is sent afterwards. */
  readonly callback?: Callback | undefined;
  /** What `# @then` says. */
  readonly later?: readonly LaterRequest[] | undefined;
  /** A sentence for the log, if something is wrong. */
  readonly problem?: string | undefined;
}

/** A request that is sent after a response. */
export interface LaterRequest {
  /** Milliseconds. */
  readonly after: number;
  /** `./notify.soaphttp#notify` */
  readonly label: string;
  /** Undefined if it can't be sent. The body: in base64. */
  readonly request?: RequestHead & Pick<OutgoingMessage, "body">;
  readonly problem?: string;
  /** Whether its host doesn't depend on the request that was received. */
  readonly isLiteral: boolean;
}

/** A response that is sent as a request of its own, to where `wsa:ReplyTo` or `wsa:FaultTo` says. */
export interface Callback {
  readonly to: string;
  readonly contentType: string;
  /** Undefined in SOAP 1.2. */
  readonly soapAction: string | undefined;
  readonly body: Uint8Array;
}

/** What `# @replace` changes in a response that is passed on. */
export interface Forwarded {
  /** Returns the body of a response, which has no content coding: a new one, unless nothing is changed. `problem`: why something isn't. */
  readonly edit: (response: Pick<UpstreamResponse, "fields" | "body">) => {
    readonly body: Uint8Array;
    readonly problem?: string | undefined;
  };
}

/** How a response misbehaves. Durations: milliseconds. */
export interface Pace {
  /** Before the first byte; random between both. */
  readonly delay?: { readonly from: number; readonly to: number } | undefined;
  readonly bytesPerSecond?: number | undefined;
  /** The number of bytes, head included, after which the response ends. */
  readonly cutAfter?: number | undefined;
  /** What happens instead of the first byte, or after the cut: a TCP reset, or silence until the client closes. */
  readonly end?: "reset" | "hang" | undefined;
}

/** What decides the responses of a mock service, and writes its exchanges as text. It may be in another process. */
export interface Responder {
  /** Undefined: no response of a file matches. */
  fromFiles(request: ServedRequest): Later<ServedResponse | undefined>;
  /** For the log, if nothing responds: why no response of a file matches, and no port; undefined if there are none. */
  whyNone?(request: ServedRequest): string | undefined;
  /** The responses of files, none of which matches. */
  misses?(request: ServedRequest): readonly MissedResponse[];
  /** Undefined: no port of a WSDL has this path. */
  byContract(request: ServedRequest): Later<ServedResponse | undefined>;
  /** The text of a segment of a `.soapmock` file; undefined if the same request was recorded before. */
  recorded(request: ServedRequest, response: UpstreamResponse): Later<string | undefined>;
  captured(request: ServedRequest): Later<CapturedRequest>;
}

export type Later<T> = T | Promise<T>;

/** A response of the service that requests are passed on to, without its transfer and content codings. */
export interface UpstreamResponse {
  readonly status: number;
  readonly reason: string;
  /** In their order and case. */
  readonly fields: readonly ServedField[];
  readonly body: Uint8Array;
}

/** A response of a file that doesn't match, and what it depends on. */
export interface MissedResponse {
  /** `calc.soapmock#sum` */
  readonly name: string;
  /** As written: `@when operation Add`. */
  readonly checks: readonly { readonly text: string; readonly holds: boolean }[];
}

/** What `# @expect` says about a response of a file, and whether it holds. */
export interface CalledResponse {
  /** Of the file. */
  readonly uri: string;
  /** The file's name for the user. */
  readonly file: string;
  /** `calc.soapmock#sum` */
  readonly response: string;
  /** Of the status line, from 1. */
  readonly line: number;
  readonly results: readonly CallResult[];
}

interface CallResult {
  /** As written: `called 2`. */
  readonly text: string;
  readonly held: boolean;
  /** Whether it doesn't hold whatever requests come. */
  readonly isFinal: boolean;
  /** A sentence, if it doesn't hold. */
  readonly why: string | undefined;
  /** Of the directive, from 1. */
  readonly line: number;
}

/** How many errors and warnings the checks of requests find. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
}

export interface CapturedRequest extends FindingCounts {
  /** A segment of a `.soaphttp` file; undefined if the same request was captured before. */
  readonly text: string | undefined;
}
