/*
 * All messages between client and server that aren't in LSP. Positions are LSP's: zero-based lines, UTF-16 characters.
 * Bytes are in base64. Spans of bytes and texts include their start and exclude their end.
 */
import { NotificationType, RequestType } from "vscode-languageserver-protocol";
import type { Position, Range, TextEdit } from "vscode-languageserver-types";
import type { ContractReference } from "./contractProtocol.ts";
import type { ExportedRequest } from "./exportProtocol.ts";
import type { FaultCause } from "./responseProtocol.ts";
import type { GivenValue } from "./testProtocol.ts";

export * from "./contractProtocol.ts";
export * from "./exportProtocol.ts";
export * from "./importProtocol.ts";
export * from "./keyProtocol.ts";
export * from "./names.ts";
export * from "./responseProtocol.ts";
export * from "./testProtocol.ts";

export const languageId = "soaphttp";

/** Of `.soapmock` files. */
export const mockLanguageId = "soapmock";

/** Whether documents of a language are written here: requests, or responses of a mock service. */
export function isTypedLanguage(id: string): boolean {
  return id === languageId || id === mockLanguageId;
}
export const responseLanguageId = "soaphttp-response";

/** The client's command for a fix that loads a WSDL, after a question. Argument: its URI. */
export const loadWsdlCommand = "soaphttp.loadWsdl";

/** The client's command for a fix that shows the edits of `UpdateRequest` first. Arguments: the document's URI, and a line. */
export const updateFromWsdlCommand = "soaphttp.updateFromWsdl";

/** In a browser, the server finds the URL of the script with XPath in this global variable. */
export const xpathScript = "soaphttpXPath";

export interface DocumentParams {
  readonly uri: string;
}

export interface LineParams extends DocumentParams {
  /** Any line of the request. */
  readonly line: number;
}

export interface InitializationOptions {
  /** The translated messages (`@vscode/l10n`), if the display language isn't English. */
  readonly l10n?: Readonly<Record<string, string>>;
  readonly transport: "node" | "browser";
  /** Changes follow with `workspace/didChangeConfiguration`. */
  readonly settings: Settings;
  /** Whether the client supports `soaphttp/readFiles`; if not, the server reads files, if its host can. */
  readonly readsFiles?: boolean;
  /** Whether the client has the commands `soaphttp.loadWsdl` and `soaphttp.updateFromWsdl`. */
  readonly loadsWsdls?: boolean;
  readonly circumstances?: Circumstances;
}

/** Decisions of the user that are in no file. */
export interface Circumstances {
  /** False in Restricted Mode: the server reads no files and no environment variables. */
  readonly trusted: boolean;
  readonly environment: string | null;
}

export const CircumstancesNotification = new NotificationType<Circumstances>("soaphttp/circumstances");

/**
 * The cursor's position in a document; `null` when it leaves the document. The server delays diagnostics about the
 * request that is being written there, and doesn't read a WSDL at an address that is being typed. A client that doesn't send
 * this notification gets all diagnostics at once.
 */
export const CursorNotification = new NotificationType<CursorParams>("soaphttp/cursor");
export interface CursorParams extends DocumentParams {
  readonly position: Position | null;
  /** False if neither a key nor the mouse moved it, for example to the first placeholder of a snippet. */
  readonly byAuthor: boolean;
}

/** VS Code's name of the encoding in which it read a document (`utf8`, `windows1252`). Sent before the document is opened. */
export const EncodingNotification = new NotificationType<DocumentParams & { readonly encoding: string }>(
  "soaphttp/encoding",
);

/** From the server to the client: reads the files that a document refers to. The result has the order of `uris`. */
export const ReadFilesRequest = new RequestType<ReadFilesParams, ReadFilesResult, void>("soaphttp/readFiles");
export interface ReadFilesParams {
  readonly uris: readonly string[];
  /** Documents of WSDLs: they have a size limit of their own, and may be addresses. */
  readonly kind?: "wsdl";
}
export interface ReadFilesResult {
  readonly files: readonly FileRead[];
}
export type FileRead =
  | { readonly kind: "bytes"; readonly bytes: string }
  | { readonly kind: "missing" }
  /** `why`: a sentence for the user. `unallowed`: the user may allow it. */
  | { readonly kind: "refused"; readonly why: string; readonly unallowed?: true };

export const EnvironmentsRequest = new RequestType<DocumentParams, EnvironmentsResult, void>("soaphttp/environments");
export interface EnvironmentsResult {
  readonly environments: readonly string[];
}

export type Severity = "error" | "warning" | "information" | "hint";

/** The settings of the server, which are below `soaphttp` in VS Code. */
export interface Settings {
  readonly rules: Readonly<Record<string, Severity | "off">>;
  /** The raw value: `ws-i-bp-1.1` or `none`. */
  readonly profile?: string | undefined;
  readonly inlayHints: InlayHintSettings;
  /** The raw value: should be an object of environments, which are objects of variables. */
  readonly environments: unknown;
  /** The raw value: should be an array of paths, patterns and addresses. */
  readonly wsdl: unknown;
}

/** `different`: only if the value isn't in the text already. */
export type HintSetting = "off" | "on" | "different";

export interface InlayHintSettings {
  /** The bytes of the body, after Content-Length. */
  readonly contentLength: HintSetting;
  /** The URL of a request, after its target. */
  readonly target: HintSetting;
  /** The value of a variable, after its name. */
  readonly variables: HintSetting;
}

export const defaultInlayHints: InlayHintSettings = { contentLength: "different", target: "off", variables: "off" };

/** The requests of a document, in order. */
export const RequestsRequest = new RequestType<DocumentParams, RequestsResult, void>("soaphttp/requests");
export interface RequestsResult {
  readonly version: number;
  readonly requests: readonly RequestSummary[];
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
}

/** The requests of a text that needn't be open, for lists over all files. */
export const RequestNamesRequest = new RequestType<{ readonly text: string }, RequestNamesResult, void>(
  "soaphttp/requestNames",
);
export interface RequestNamesResult {
  readonly requests: readonly {
    /** Of `# @name`, else the title, else the method and the target. */
    readonly name: string;
    /** The others of these; may be empty. */
    readonly detail: string;
    readonly line: number;
  }[];
}

export const OutgoingRequest = new RequestType<OutgoingParams, OutgoingResult, void>("soaphttp/outgoing");
export interface OutgoingParams extends LineParams {
  /** The known values of `{{$secret name}}`, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Of the run that sends it. Without a run, the last exchanges and values of this window are used. */
  readonly run?: OutgoingRun | undefined;
}
export interface OutgoingRun {
  readonly id: string;
  /** The columns of a data row, and the variables of `# @set`. */
  readonly values: Readonly<Record<string, GivenValue>>;
}
export type OutgoingResult =
  | { readonly kind: "none" }
  /** Without a run: it needs responses that haven't been received yet. Not empty; in the order in which to send them. */
  | { readonly kind: "needs"; readonly requests: readonly NeededRequest[] }
  /** Without a run: it needs requests that need each other. `why`: a sentence that names them. */
  | { readonly kind: "cycle"; readonly why: string }
  /** The client repeats the request with these secrets. */
  | { readonly kind: "secrets"; readonly names: readonly string[] }
  | { readonly kind: "unsendable"; readonly request: RequestSummary; readonly problems: readonly StandingProblem[] }
  | { readonly kind: "message"; readonly message: OutgoingMessage };

/** A request whose response another one needs. */
export interface NeededRequest {
  /** Of `# @name`, else the title, else the method and the target. */
  readonly name: string;
  readonly line: number;
}

export interface OutgoingMessage {
  readonly request: RequestSummary;
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
  readonly body: string;
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
  /** Of `# @note`: a question before sending. */
  readonly note: string | undefined;
  /** Of `# @cookies`: whether the cookies of this window are sent. Missing in the history. */
  readonly cookies?: boolean;
  /** Sentences about differences between the sent and the typed text. */
  readonly changes: readonly string[];
  readonly errors: readonly StandingProblem[];
  /** Values in the message that must not be stored or logged: of secrets, private environments and the machine. */
  readonly secrets: readonly string[];
  /** Whether it has expectations, sets variables, or has a name that other requests may use. Missing in the history. */
  readonly evaluated?: boolean;
}
export interface OutgoingAuthentication {
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
}

/** The requests of a document, for an export. */
export const ExportRequest = new RequestType<DocumentParams, ExportResult, void>("soaphttp/export");
export interface ExportResult {
  readonly requests: readonly ExportedRequest[];
}

export interface EditsResult {
  readonly version: number;
  readonly edits: readonly TextEdit[];
}

/** The edits of all automatic fixes: of the request at a line, or of the whole document. */
export const FixAllRequest = new RequestType<DocumentParams & { readonly line?: number }, EditsResult, void>(
  "soaphttp/fixAll",
);

export const EndTagRequest = new RequestType<EndTagParams, EndTagResult, void>("soaphttp/endTag");
export interface EndTagParams extends DocumentParams {
  /** After the `>`, for each cursor. */
  readonly positions: readonly Position[];
}
export interface EndTagResult {
  readonly version: number;
  /** For each position; `null` if no end tag is missing. */
  readonly tags: readonly (string | null)[];
}

/** The edits that correct Content-Length headers: those affected by changes of the ranges, or all. */
export const ContentLengthRequest = new RequestType<
  DocumentParams & { readonly changed?: readonly Range[] },
  EditsResult,
  void
>("soaphttp/contentLength");

export const MinifyRequest = new RequestType<LineParams, MinifyResult, void>("soaphttp/minify");
export type MinifyResult =
  /** There is no request, or no XML in it. */
  { readonly kind: "none" } | { readonly kind: "illFormed" } | ({ readonly kind: "edits" } & EditsResult);

/** The edits that update the request at a line from its WSDL, with its Content-Length; `null` if it has no known contract. */
export const UpdateRequest = new RequestType<LineParams, EditsResult | null, void>("soaphttp/updateFromWsdl");

export const ConvertRequest = new RequestType<ConvertParams, ConvertResult, void>("soaphttp/convert");
export interface ConvertParams {
  readonly text: string;
  /** Of the result. */
  readonly lineEnds: "\n" | "\r\n";
  /** The selection of a document where the requests are inserted. */
  readonly place?: { readonly uri: string; readonly range: Range };
}
export type ConvertResult =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "requests";
      /** A curl command, a recorded HTTP message, a file of REST Client or JetBrains' HTTP Client, or only an envelope. */
      readonly source: "curl" | "http" | "httpFile" | "envelope";
      /** In the format of `.soaphttp` files. */
      readonly text: string;
      /** `at`: the start of the first request after the edit. */
      readonly placed?: { readonly version: number; readonly edit: TextEdit; readonly at: Position };
    };

/** The range of a Fault's cause in a request; `null` if it isn't there. */
export const FaultPlaceRequest = new RequestType<LineParams & { readonly cause: FaultCause }, Range | null, void>(
  "soaphttp/faultPlace",
);
