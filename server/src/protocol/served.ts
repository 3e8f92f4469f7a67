import type { OutgoingMessage, RequestHead } from "./sendingProtocol.ts";

/* A request that a mock service received, and its response. Start lines and fields have a UTF-16 unit for each byte. */

export interface ServedRequest {
  readonly method: string;
  /** Request target as received: `/calc?x=1`. */
  readonly target: string;
  /** Header fields, with their order and case. */
  readonly fields: readonly ServedField[];
  /** Body without transfer coding and content coding. */
  readonly body: Uint8Array;
  /** Subject of the client certificate, in the form of RFC 4514; undefined without a client certificate. */
  readonly certificate?: string | undefined;
}

export interface ServedField {
  readonly name: string;
  readonly value: string;
}

/** A response of a mock service as bytes, and how to send it. */
export interface ServedResponse {
  /** `file`: of a `.soapmock` file. `wsdl`: by a contract. `service`: of the mock service itself, such as a 404. */
  readonly source: "file" | "wsdl" | "upstream" | "service";
  /** File and name of the response: `calc.soapmock#sum`. Undefined unless `source` is `file`. */
  readonly response?: string | undefined;
  /** Operation of the request by its WSDL, or the name of the first element in the body. */
  readonly operation?: string | undefined;
  /** Status code; undefined if the first line has none. */
  readonly status?: number | undefined;
  /** The complete message, sent unchanged. */
  readonly bytes: Uint8Array;
  /** Whether the connection is closed after the last byte. */
  readonly closes: boolean;
  readonly pace?: Pace | undefined;
  /** Set if the request is passed on to the real service, if there is one. Its response is then sent instead of this one. */
  readonly forward?: Forwarded | undefined;
  /** The response as a request of its own, for asynchronous responses by WS-Addressing. */
  readonly callback?: Callback | undefined;
  /** Requests of `# @then`, sent after the response. */
  readonly later?: readonly LaterRequest[] | undefined;
  /** A sentence for the log about a problem of the response. */
  readonly problem?: string | undefined;
}

/** A request of `# @then` that the mock service sends after a response. */
export interface LaterRequest {
  /** Time between the response and the request, in milliseconds. */
  readonly after: number;
  /** File and name of the request: `./notify.soaphttp#notify` */
  readonly label: string;
  /** The request with its body in base64; undefined if it can't be sent. */
  readonly request?: RequestHead & Pick<OutgoingMessage, "body">;
  readonly problem?: string;
  /** Whether the request's host doesn't depend on the received request. */
  readonly isLiteral: boolean;
}

/** A response that is sent as a request of its own, to the address in `wsa:ReplyTo` or `wsa:FaultTo`. */
export interface Callback {
  readonly to: string;
  readonly contentType: string;
  /** Value of SOAPAction; undefined in SOAP 1.2. */
  readonly soapAction: string | undefined;
  readonly body: Uint8Array;
}

/** Changes of `# @replace` in a response of the service that the request is passed on to. */
export interface Forwarded {
  /** Returns the body to send; the response has no content coding. `problem`: why a value can't be replaced. */
  readonly edit: (response: Pick<UpstreamResponse, "fields" | "body">) => {
    readonly body: Uint8Array;
    readonly problem?: string | undefined;
  };
}

/** Delays and connection errors of a response that misbehaves. Durations are in milliseconds. */
export interface Pace {
  /** Delay before the first byte: a random time between the two limits. */
  readonly delay?: { readonly from: number; readonly to: number } | undefined;
  readonly bytesPerSecond?: number | undefined;
  /** Number of bytes, head included, after which the response ends. */
  readonly cutAfter?: number | undefined;
  /** Event instead of the first byte, or after `cutAfter` bytes: a TCP reset, or silence until the client closes the connection. */
  readonly end?: "reset" | "hang" | undefined;
}

/** Chooses the responses of a mock service, and writes its exchanges as text. It may run in another process. */
export interface Responder {
  /** The response of a file; undefined if no response matches. */
  fromFiles(request: ServedRequest): Later<ServedResponse | undefined>;
  /** A sentence for the log about why no response of a file and no port matches; undefined if there are no files. */
  whyNone?(request: ServedRequest): string | undefined;
  /** The responses of files with their conditions, for a request that none of them matches. */
  misses?(request: ServedRequest): readonly MissedResponse[];
  /** The response by a WSDL; undefined if no port of a WSDL has this path. */
  byContract(request: ServedRequest): Later<ServedResponse | undefined>;
  /** The text of a segment of a `.soapmock` file; undefined if the same request was recorded before. */
  recorded(request: ServedRequest, response: UpstreamResponse): Later<string | undefined>;
  captured(request: ServedRequest): Later<CapturedRequest>;
}

export type Later<T> = T | Promise<T>;

/** A response of the service that requests are passed on to, without transfer coding and content coding. */
export interface UpstreamResponse {
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly ServedField[];
  readonly body: Uint8Array;
}

/** A response of a file that doesn't match a request, and which of its conditions hold. */
export interface MissedResponse {
  /** File and name of the response: `calc.soapmock#sum` */
  readonly name: string;
  /** Conditions as written: `@when operation Add`. */
  readonly checks: readonly { readonly text: string; readonly holds: boolean }[];
}

/** An `# @expect` of a response of a file, with its result. */
export interface CalledResponse {
  readonly uri: string;
  readonly file: string;
  readonly response: string;
  /** Line of the response's status line, counted from 1. */
  readonly line: number;
  readonly results: readonly CallResult[];
}

interface CallResult {
  /** Expectation as written: `called 2`. */
  readonly text: string;
  readonly held: boolean;
  /** Whether the expectation has failed and no further request can change that. */
  readonly isFinal: boolean;
  /** A sentence about why the expectation doesn't hold; undefined if it holds. */
  readonly why: string | undefined;
  /** Line of the directive, counted from 1. */
  readonly line: number;
}

/** Numbers of errors and warnings that the checks of requests find. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
}

export interface CapturedRequest extends FindingCounts {
  /** Text of a segment of a `.soaphttp` file; undefined if the same request was captured before. */
  readonly text: string | undefined;
}
