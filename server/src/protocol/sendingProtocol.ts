/* The requests of a document, and what is sent for them. */

import type { Range } from "vscode-languageserver-types";
import type { ContractReference } from "./contractProtocol.ts";
import type { DocumentParams, LineParams } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";

/** Asks for the requests of an open document, in their order. */
export const RequestsRequest = requestType<RequestsParams, RequestsResult>("soaphttp/requests");
export interface RequestsParams extends DocumentParams {
  /** Returns only the requests that touch this line: two where one request ends and the next one begins. */
  readonly line?: number | undefined;
  /** Whether all requests of the file at this line are returned. In a Markdown document, a file is one code block. */
  readonly inFile?: boolean;
}
export interface RequestsResult {
  readonly version: number;
  readonly requests: readonly RequestSummary[];
  /** Ranges of all `# @document` directives. */
  readonly documents: readonly Range[];
}
export interface RequestSummary {
  /** Range from the request's separator (or the start of the file) to the next separator (or the end). */
  readonly range: Range;
  /** Range of the request line, or of the first line if there is no request line. */
  readonly line: Range;
  readonly name: string | undefined;
  /** Title in `# @title`, or in the separator. */
  readonly title: string | undefined;
  readonly method: string;
  readonly target: string;
  /** The address that the request is sent to; `undefined` if it is unknown. */
  readonly address: { readonly scheme: "http" | "https"; readonly host: string; readonly port: number } | undefined;
  readonly errors: number;
  /** Set for a segment with `# @receive`, which waits for a request instead of sending one. */
  readonly receive?: Receiving | undefined;
}

/** Asks for the requests of a text that needn't be an open document, for lists of all files. */
export const RequestNamesRequest = requestType<{ readonly text: string }, RequestNamesResult>("soaphttp/requestNames");
export interface RequestNamesResult {
  readonly requests: readonly {
    /** Name in `# @name`, else the title, else the method and the target. */
    readonly name: string;
    /** Title, method and target, unless they are the name; may be empty. */
    readonly detail: string;
    /** Zero-based line of the request line. */
    readonly line: number;
  }[];
}

export const OutgoingRequest = requestType<OutgoingParams, OutgoingResult>("soaphttp/outgoing");
export interface OutgoingParams extends LineParams {
  /** The values of `{{$secret name}}` that the client knows, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** The run that sends the request. Without a run, the last exchanges and values of this window are used. */
  readonly run?: OutgoingRun | undefined;
  /** The data row that the request is sent for. `wanted` asks for the rows first, if they are values in another response. */
  readonly row?: Readonly<Record<string, GivenValue>> | "wanted" | undefined;
  /** Values with the address for callbacks, if the request is sent without a run. */
  readonly callback?: Readonly<Record<string, GivenValue>> | undefined;
  /** Whether it is sent because another request came: then even if requests that it needs have no responses yet. */
  readonly isResponse?: boolean | undefined;
  /** The sending of the request among several; undefined if it is sent once. */
  readonly turn?: SendingTurn | undefined;
}
/** Identifies one sending of a request, in a run or since the user started it. With a seed, each sending has other random values. */
export interface SendingTurn {
  /** The data row, or the importing file, that the request's file is run for. */
  readonly use?: readonly string[];
  /** Number of the request's own data row, counted from 1. */
  readonly row?: number | undefined;
  /** Number of the sending for this row, counted from 1. */
  readonly number: number;
}
export interface OutgoingRun {
  readonly id: string;
  /** The columns of a data row, and the variables of `# @set`. */
  readonly values: Readonly<Record<string, GivenValue>>;
  /** The ids of the runs of imported files, by alias. */
  readonly imports?: Readonly<Record<string, string>>;
  /** Name of the environment that is used instead of the selected environment and of the environments in the file. */
  readonly environment?: string | undefined;
}
/** Data rows that are the values of `# @data NAME = REFERENCE`. */
export interface ResponseRows {
  readonly kind: "rows";
  readonly name: string;
  /** The reference as typed: `login.response.body.//m:Token`. */
  readonly of: string;
  /** The values, or a sentence about why they aren't known. */
  readonly values: readonly GivenValue[] | string;
}
export type OutgoingResult =
  | { readonly kind: "none" }
  /** Without a run: the request needs responses that haven't been received yet. Not empty; in the order in which to send them. */
  | { readonly kind: "needs"; readonly requests: readonly NeededRequest[] }
  /** Without a run: requests need each other. `why`: a sentence that names them. */
  | { readonly kind: "cycle"; readonly why: string }
  /** The request must be sent once for each of these values of a variable. */
  | ResponseRows
  /** The request needs these secrets or answers to `$ask`. The client sends `OutgoingRequest` again with them. */
  | { readonly kind: "secrets"; readonly names: readonly Asked[] }
  | { readonly kind: "unsendable"; readonly request: RequestSummary; readonly problems: readonly StandingProblem[] }
  | { readonly kind: "message"; readonly message: OutgoingMessage };

/** Asks how the values of the request at a line are computed, as a text. The request isn't sent. */
export const ExplainRequest = requestType<ExplainParams, ExplainResult>("soaphttp/explain");
export type ExplainParams = Omit<OutgoingParams, "run">;
export type ExplainResult =
  | { readonly kind: "none" }
  /** The request needs these secrets. The client sends `ExplainRequest` again with them. */
  | { readonly kind: "secrets"; readonly names: readonly Asked[] }
  | { readonly kind: "text"; readonly text: string };

/** Asks for the text of the document at a line with sample values; `undefined` if there is no document. */
export const PreviewRequest = requestType<
  DocumentParams & { readonly line: number },
  { readonly text: string | undefined }
>("soaphttp/preview");

/** A request whose response another request needs, so that it must be sent first. */
export interface NeededRequest {
  /** Name in `# @name`, else the title, else the method and the target. */
  readonly name: string;
  readonly line: number;
  /** URI of the request's file, if it is another file. */
  readonly uri?: string;
}

/** The target of a request and its header section, without the body. */
export interface RequestHead {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  readonly method: string;
  /** Request target in origin-form, as in `requestLine`. */
  readonly target: string;
  /** Request line without line break: `POST /calc HTTP/1.1`. */
  readonly requestLine: string;
  /** Request line with the target as typed, with variables replaced. Missing in the history. */
  readonly typedRequestLine?: string | undefined;
  /** Request line with the target in absolute-form, for a proxy without TLS. */
  readonly absoluteRequestLine: string;
  /** The header lines as typed, with variables replaced and CRLF after each line, but without the empty line. */
  readonly head: string;
  /** Whether an empty line is typed after the header lines. If not, the body directly follows the last header line. */
  readonly emptyLine: boolean;
  /** The fields in `head`, with their order and case. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export interface OutgoingMessage extends RequestHead {
  readonly request: RequestSummary;
  readonly body: string;
  /** Body before parts of it are encrypted, in base64, for the wire view. Missing in the history. */
  readonly bodyBeforeEncryption?: string | undefined;
  /** URIs of the files that the body includes, which may be outside of the workspace. */
  readonly bodyFiles?: readonly string[] | undefined;
  readonly charset: string;
  readonly soapVersion: "1.1" | "1.2" | undefined;
  readonly contract?: ContractReference | undefined;
  /** Credentials of `# @auth` for authentication challenges. The password is one of `secrets`. */
  readonly authentication?: OutgoingAuthentication | undefined;
  /** Time limit of `# @timeout`, in milliseconds. */
  readonly timeout: number | undefined;
  /** Whether redirects are followed. False with `# @no-redirect`. */
  readonly redirects: boolean;
  /** Options of `# @tls`. Missing without `# @tls`, and in the history of earlier versions. */
  readonly tls?: RequestTls | undefined;
  /** Proxy of `# @proxy`: a URL without credentials, or `none`. */
  readonly proxy?: string | undefined;
  /** Set if the message is a response, sent when the described request comes. The status line is then in place of the request line. */
  readonly receive?: Receiving | undefined;
  /** Pause of `# @wait`, in milliseconds. Missing in the history. */
  readonly wait?: number;
  /** Question of `# @note`, which the user confirms before the request is sent. */
  readonly note: string | undefined;
  /** Value of `# @cookies`: whether the cookies of this window are sent. Missing in the history. */
  readonly cookies?: boolean;
  /** Sentences about differences between the sent and the typed text. */
  readonly changes: readonly string[];
  readonly errors: readonly StandingProblem[];
  /** Values in the message that must not be stored or logged: from secrets, private environments and the machine. */
  readonly secrets: readonly string[];
  /** The secrets in the message and their places. Missing in the history of earlier versions. */
  readonly secretUses?: readonly SecretUse[];
  /** Whether the request has expectations, sets variables, or has a name that other requests may use. Missing in the history. */
  readonly evaluated?: boolean;
}
/** The request that `# @receive` waits for, and the time limit in milliseconds. */
export interface Receiving {
  readonly method: string;
  /** Path of the request, in which `*` matches any text. */
  readonly path: string;
  readonly within: number;
}
/** Options of `# @tls` for TLS connections to the origin of the request. */
export interface RequestTls {
  /** Name of the key with the client certificate. */
  readonly key?: string;
  /** Files of a client certificate and its key in the environment. Unused if `# @tls` names a key. */
  readonly files?: readonly { readonly path: string; readonly uri: string }[];
  readonly minVersion?: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
  /** Cipher list in the format of OpenSSL. */
  readonly ciphers?: string;
  /** Host name for SNI, which the certificate of the service must match. */
  readonly servername?: string;
  readonly legacyRenegotiation?: true;
}
/** A place in a message that contains a secret, for example to remove it before a redirect. */
export interface SecretUse {
  /** `host`: the address. `login`: the credentials of `# @auth`. */
  readonly place: "host" | "target" | "header" | "body" | "login";
  /** Name of the header; undefined for other places. */
  readonly header?: string;
  readonly source: SecretSource;
}
/** Origin of a secret: the stored secrets, the environment variables of the process, or the `.env` file. */
export type SecretOrigin = "secrets" | "process" | "dotenv";
/** A value from a response or a data file, or one that a run has set, and whether it is secret. */
export interface GivenValue {
  readonly text: string;
  readonly secret: boolean;
  /** Sources of the secrets in the value. A service may return secrets that a request was sent with. */
  readonly sources?: readonly SecretSource[] | undefined;
}
/** Source of a secret. A value is secret because of its source and not because of its content. */
export interface SecretSource {
  /** `private`: a private environment. `received`: a response or a data file. `typed`: a password in the text. */
  readonly from: SecretOrigin | "private" | "received" | "typed";
  /** Name of the secret or the variable; empty for a typed password. */
  readonly name: string;
}
/** `negotiate`: Kerberos, with the ticket of the logged-in user. */
export type OutgoingAuthentication = PasswordLogin | { readonly scheme: "negotiate" };
/** User name and password of `# @auth`, with variables replaced. The password is secret. */
export interface PasswordLogin {
  readonly scheme: "digest" | "ntlm";
  readonly user: string;
  readonly password: string;
  /** Domain for NTLM; may be empty. */
  readonly domain: string;
}
export interface StandingProblem {
  readonly code: string;
  readonly message: string;
  readonly range: Range;
  /** Whether there is an automatic fix, so that the problem can be fixed before sending. */
  readonly automatic: boolean;
  /** Name of the variable, if the problem is that it is undefined. */
  readonly undefinedName?: string;
  /** Whether an environment that can be selected defines the variable; undefined if the file names its environments. */
  readonly inEnvironment?: boolean;
}

/** The request of a host for an OAuth 2 token (RFC 6749 sections 4.3 and 4.4). */
export interface TokenRequest {
  readonly name: string;
  readonly url: string;
  /** Value of the Authorization header; undefined if the body has the credentials. */
  readonly authorization?: string | undefined;
  /** Body of the request, form-encoded. */
  readonly body: string;
  /** Secrets that are removed from all texts about the token request. */
  readonly secrets: readonly string[];
}

/** A value that the host must supply before a request can be sent: a secret by its name, a reference to `$ask`, or a token. */
export type Asked = string | TokenRequest;
