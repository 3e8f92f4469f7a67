/*
 * The requests of a document, and what is sent for them.
 */

import type { Range } from "vscode-languageserver-types";
import type { ContractReference } from "./contractProtocol.ts";
import type { DocumentParams, LineParams } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";

/** The requests of a document, in order. */
export const RequestsRequest = requestType<RequestsParams, RequestsResult>("soaphttp/requests");
export interface RequestsParams extends DocumentParams {
  /** Only the requests that touch this line: two where one request ends and the next one begins. */
  readonly line?: number | undefined;
  /** All that are in one file with this line: in one block of a Markdown document. */
  readonly inFile?: boolean;
}
export interface RequestsResult {
  readonly version: number;
  readonly requests: readonly RequestSummary[];
  /** The directives of all documents. */
  readonly documents: readonly Range[];
}
export interface RequestSummary {
  /** From its separator, or the start of the file, to the next separator or the end. */
  readonly range: Range;
  /** The request line, or the first line if it is missing. */
  readonly line: Range;
  /** Of `# @name`. */
  readonly name: string | undefined;
  /** Of `# @title`, or of the separator. */
  readonly title: string | undefined;
  readonly method: string;
  readonly target: string;
  /** `undefined` if it is unknown. */
  readonly address: { readonly scheme: "http" | "https"; readonly host: string; readonly port: number } | undefined;
  readonly errors: number;
  /** Of `# @receive`: it is waited for instead of sent. */
  readonly receive?: Receiving | undefined;
}

/** The requests of a text that needn't be open, for lists over all files. */
export const RequestNamesRequest = requestType<{ readonly text: string }, RequestNamesResult>("soaphttp/requestNames");
export interface RequestNamesResult {
  readonly requests: readonly {
    /** Of `# @name`, else the title, else the method and the target. */
    readonly name: string;
    /** The others of these; may be empty. */
    readonly detail: string;
    readonly line: number;
  }[];
}

export const OutgoingRequest = requestType<OutgoingParams, OutgoingResult>("soaphttp/outgoing");
export interface OutgoingParams extends LineParams {
  /** The known values of `{{$secret name}}`, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Of the run that sends it. Without a run, the last exchanges and values of this window are used. */
  readonly run?: OutgoingRun | undefined;
  /** The row that it is sent for; or `wanted` to get the rows first, if they are the values of another response. */
  readonly row?: Readonly<Record<string, GivenValue>> | "wanted" | undefined;
  /** Where its callbacks come to, without a run. */
  readonly callback?: Readonly<Record<string, GivenValue>> | undefined;
  /** It is sent because another request came. Then it is sent even if the requests that it needs have no responses yet. */
  readonly isResponse?: boolean | undefined;
  /** By default, it is sent once. */
  readonly turn?: SendingTurn | undefined;
}
/** Which of the sendings of a request it is, in a run or since the user started it: with a seed, their random values differ. */
export interface SendingTurn {
  /** What its file is run for: a row, or another file alone. */
  readonly use?: readonly string[];
  /** Of its own rows, from 1. */
  readonly row?: number | undefined;
  /** For this row, from 1. */
  readonly number: number;
}
export interface OutgoingRun {
  readonly id: string;
  /** The columns of a data row, and the variables of `# @set`. */
  readonly values: Readonly<Record<string, GivenValue>>;
  /** The ids of the runs of imported files, by alias. */
  readonly imports?: Readonly<Record<string, string>>;
  /** Instead of the selected environment, and of the environments that the file names. */
  readonly environment?: string | undefined;
}
/** The values of `# @data NAME = REFERENCE`. */
export interface ResponseRows {
  readonly kind: "rows";
  /** The variable. */
  readonly name: string;
  /** The reference. */
  readonly of: string;
  /** Or a sentence about why they aren't known. */
  readonly values: readonly GivenValue[] | string;
}
export type OutgoingResult =
  | { readonly kind: "none" }
  /** Without a run: it needs responses that haven't been received yet. Not empty; in the order in which to send them. */
  | { readonly kind: "needs"; readonly requests: readonly NeededRequest[] }
  /** Without a run: it needs requests that need each other. `why`: a sentence that names them. */
  | { readonly kind: "cycle"; readonly why: string }
  /** The request is sent once for each of these values of a variable. */
  | ResponseRows
  /** The client repeats the request with these secrets, and with the answers to these references to `$ask`. */
  | { readonly kind: "secrets"; readonly names: readonly Asked[] }
  | { readonly kind: "unsendable"; readonly request: RequestSummary; readonly problems: readonly StandingProblem[] }
  | { readonly kind: "message"; readonly message: OutgoingMessage };

/** How the values of the request at a line are computed: nothing is sent. */
export const ExplainRequest = requestType<ExplainParams, ExplainResult>("soaphttp/explain");
export type ExplainParams = Omit<OutgoingParams, "run">;
export type ExplainResult =
  | { readonly kind: "none" }
  /** The client repeats the request with these secrets. */
  | { readonly kind: "secrets"; readonly names: readonly Asked[] }
  | { readonly kind: "text"; readonly text: string };

/** The text of the document at a line with sample values; `undefined` if there is none. */
export const PreviewRequest = requestType<
  DocumentParams & { readonly line: number },
  { readonly text: string | undefined }
>("soaphttp/preview");

/** A request whose response another one needs. */
export interface NeededRequest {
  /** Of `# @name`, else the title, else the method and the target. */
  readonly name: string;
  readonly line: number;
  /** Of its file, if that is another one. */
  readonly uri?: string;
}

/** Where a request goes, and what is sent before its body. */
export interface RequestHead {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  readonly method: string;
  /** In origin-form, as in `requestLine`. */
  readonly target: string;
  /** Without line break: `POST /calc HTTP/1.1`. */
  readonly requestLine: string;
  /** With the target as typed and variables replaced. Missing in the history. */
  readonly typedRequestLine?: string | undefined;
  /** With the target in absolute-form, for a proxy without TLS. */
  readonly absoluteRequestLine: string;
  /** The header lines as typed, with variables replaced and CRLF after each line; without the empty line. */
  readonly head: string;
  /** False if no empty line is typed: the body directly follows the last header line. */
  readonly emptyLine: boolean;
  /** The fields in `head`, in order and case. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export interface OutgoingMessage extends RequestHead {
  readonly request: RequestSummary;
  readonly body: string;
  /** Before parts of it are encrypted, in base64, for the wire view. Missing in the history. */
  readonly bodyBeforeEncryption?: string | undefined;
  /** The URIs of the files in the body. */
  readonly bodyFiles?: readonly string[] | undefined;
  readonly charset: string;
  readonly soapVersion: "1.1" | "1.2" | undefined;
  /** Of its operation, if a WSDL has it. */
  readonly contract?: ContractReference | undefined;
  /** Of `# @auth`: answers challenges of the service. Its password is one of `secrets`. */
  readonly authentication?: OutgoingAuthentication | undefined;
  /** Milliseconds, of `# @timeout`. */
  readonly timeout: number | undefined;
  /** False with `# @no-redirect`. */
  readonly redirects: boolean;
  /** Missing without `# @tls`, and in the history of earlier versions. */
  readonly tls?: RequestTls | undefined;
  /** Of `# @proxy`: a URL without login, or `none`. */
  readonly proxy?: string | undefined;
  /** The message is a response, which is sent when this comes in; the status line is in place of the request line. */
  readonly receive?: Receiving | undefined;
  /** Milliseconds, of `# @wait`. Missing in the history. */
  readonly wait?: number;
  /** Of `# @note`: a question before sending. */
  readonly note: string | undefined;
  /** Of `# @cookies`: whether the cookies of this window are sent. Missing in the history. */
  readonly cookies?: boolean;
  /** Sentences about differences between the sent and the typed text. */
  readonly changes: readonly string[];
  readonly errors: readonly StandingProblem[];
  /** Values in the message that must not be stored or logged: of secrets, private environments and the machine. */
  readonly secrets: readonly string[];
  /** Which secrets are sent, and in which places. Missing in the history of earlier versions. */
  readonly secretUses?: readonly SecretUse[];
  /** Whether it has expectations, sets variables, or has a name that other requests may use. Missing in the history. */
  readonly evaluated?: boolean;
}
/** Of `# @receive`: what a request must be that comes in, and the milliseconds until it must come. */
export interface Receiving {
  readonly method: string;
  /** With `*` for any text. */
  readonly path: string;
  readonly within: number;
}
/** Of `# @tls`: what the TLS connection to the request's own origin differs in. */
export interface RequestTls {
  /** The name of the key with the client certificate. */
  readonly key?: string;
  /** Of the environment: the files of a client certificate and its key, unless `# @tls` names a key. */
  readonly files?: readonly { readonly path: string; readonly uri: string }[];
  readonly minVersion?: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
  /** OpenSSL's list. */
  readonly ciphers?: string;
  /** The name that is sent (SNI), and that the certificate must be for. */
  readonly servername?: string;
  readonly legacyRenegotiation?: true;
}
/** A place of a message that contains a value of a source of secrets. */
export interface SecretUse {
  /** `host`: the address. `login`: the credentials of `# @auth`. */
  readonly place: "host" | "target" | "header" | "body" | "login";
  /** The name of the header. */
  readonly header?: string;
  readonly source: SecretSource;
}
/** What has a secret value: the stored secrets, the environment of the process, or the `.env` file. */
export type SecretOrigin = "secrets" | "process" | "dotenv";
/** A value of a variable from a response or a data file. */
export interface GivenValue {
  readonly text: string;
  readonly secret: boolean;
  /** Where its secrets come from, if a request was sent with them: a service may return them. */
  readonly sources?: readonly SecretSource[] | undefined;
}
/** Where a secret comes from: that, not its value, makes it one. */
export interface SecretSource {
  /** `private`: a private environment; `received`: a response or a data file; `typed`: a password in the text. */
  readonly from: SecretOrigin | "private" | "received" | "typed";
  /** Of the secret or the variable; empty for a typed password. */
  readonly name: string;
}
/** `negotiate`: Kerberos, with the ticket of the logged-in user. */
export type OutgoingAuthentication = PasswordLogin | { readonly scheme: "negotiate" };
/** User and password of `# @auth`, with the values of their variables. */
export interface PasswordLogin {
  readonly scheme: "digest" | "ntlm";
  readonly user: string;
  readonly password: string;
  /** Only of NTLM; may be empty. */
  readonly domain: string;
}
export interface StandingProblem {
  readonly code: string;
  readonly message: string;
  readonly range: Range;
  /** Whether there is an automatic fix. */
  readonly automatic: boolean;
  /** The name of a variable that isn't defined. */
  readonly undefinedName?: string;
  /** Whether an environment that can be selected defines it; undefined if the file names its environments. */
  readonly inEnvironment?: boolean;
}

/** What a host sends to get an OAuth 2 token (RFC 6749 section 4.3 and 4.4). */
export interface TokenRequest {
  /** Of the configuration, for messages. */
  readonly name: string;
  readonly url: string;
  /** The value of the Authorization header. */
  readonly authorization?: string | undefined;
  /** A form. */
  readonly body: string;
  /** What is removed from all texts about it. */
  readonly secrets: readonly string[];
}

/** What a host is asked for before a request can be sent: a secret by its name, a reference to `$ask`, or a token. */
export type Asked = string | TokenRequest;
