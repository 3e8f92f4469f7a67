/*
 * Every message between the client and the server that LSP does not have, typed once for both sides.
 * Positions are LSP's: zero-based lines, UTF-16 characters. Bytes travel as base64.
 */
import { NotificationType, RequestType } from "vscode-languageserver-protocol";
import type { Position, Range, TextEdit } from "vscode-languageserver-types";

export const languageId = "soaphttp";
export const responseLanguageId = "soaphttp-response";

export interface DocumentParams {
  readonly uri: string;
}

/** A request of a document. */
export interface LineParams extends DocumentParams {
  /** Any line of the request, zero-based. */
  readonly line: number;
}

/** Options that the client gives with `initialize`. */
export interface InitializationOptions {
  /** The bundle of translated messages (`@vscode/l10n`), where the display language has one. */
  readonly l10n?: Readonly<Record<string, string>>;
  /** What the client's transport can carry; a browser's can't carry everything. */
  readonly transport: "node" | "browser";
  /** The settings at start; later ones come with `workspace/didChangeConfiguration`. */
  readonly settings: Settings;
  /** The client answers `soaphttp/readFiles`. A server without such a client reads by itself, where its host can. */
  readonly readsFiles?: boolean;
  readonly circumstances?: Circumstances;
}

/** What the author has decided outside of any file. */
export interface Circumstances {
  /** False in Restricted Mode: nothing is read for a document, and nothing of the machine shown. */
  readonly trusted: boolean;
  /** The environment whose variables hold. */
  readonly environment: string | null;
}

/** The circumstances have changed. */
export const CircumstancesNotification = new NotificationType<Circumstances>("soaphttp/circumstances");

/**
 * From the client: where the cursor is in a document; `null`: no longer in it. What is only unfinished in the request
 * that is being written there is not reported until the author goes on. A client that doesn't send it gets all
 * diagnostics at once.
 */
export const CursorNotification = new NotificationType<CursorParams>("soaphttp/cursor");
export interface CursorParams extends DocumentParams {
  readonly position: Position | null;
  /** False where neither a key nor the mouse has put it there: a snippet goes to its first stop by itself. */
  readonly byAuthor: boolean;
}

/** The encoding that VS Code has read a document in, by its own name for it (`utf8`, `windows1252`); before it is opened. */
export const EncodingNotification = new NotificationType<DocumentParams & { readonly encoding: string }>(
  "soaphttp/encoding",
);

/** From the server to the client: the files that a document refers to. Answered in the order of the question. */
export const ReadFilesRequest = new RequestType<ReadFilesParams, ReadFilesResult, void>("soaphttp/readFiles");
export interface ReadFilesParams {
  readonly uris: readonly string[];
}
export interface ReadFilesResult {
  readonly files: readonly FileRead[];
}
export type FileRead =
  /** base64. */
  | { readonly kind: "bytes"; readonly bytes: string }
  | { readonly kind: "missing" }
  /** `why`: a sentence for the author. */
  | { readonly kind: "refused"; readonly why: string };

/** The environments that a document can have. */
export const EnvironmentsRequest = new RequestType<DocumentParams, EnvironmentsResult, void>("soaphttp/environments");
export interface EnvironmentsResult {
  readonly environments: readonly string[];
}

export type Severity = "error" | "warning" | "information" | "hint";

/** The settings that the server acts on: what stands under `soaphttp` in VS Code's. */
export interface Settings {
  readonly rules: Readonly<Record<string, Severity | "off">>;
  readonly inlayHints: InlayHintSettings;
  /** An object of objects: environments, and their variables. As the author has written it. */
  readonly environments: unknown;
}

/** `different`: only where the text doesn't say it already. */
export type HintSetting = "off" | "on" | "different";

export interface InlayHintSettings {
  /** The bytes of the body, behind Content-Length. */
  readonly contentLength: HintSetting;
  /** The URL that a request goes to, behind its target. */
  readonly target: HintSetting;
  /** The value of a variable, behind its name. */
  readonly variables: HintSetting;
}

export const defaultInlayHints: InlayHintSettings = { contentLength: "different", target: "off", variables: "off" };

/** The requests of a document, in order: where the lenses go and what a cursor is in. */
export const RequestsRequest = new RequestType<DocumentParams, RequestsResult, void>("soaphttp/requests");
export interface RequestsResult {
  /** The version of the document that the answer is for. */
  readonly version: number;
  readonly requests: readonly RequestSummary[];
}
export interface RequestSummary {
  /** From the separator, or the first line of the file, to the next separator or the end. */
  readonly range: Range;
  /** The request line; where that is missing, the first line of what is there. */
  readonly line: Range;
  /** Of `# @name`. */
  readonly name: string | undefined;
  /** The separator's, or that of `# @title`. */
  readonly title: string | undefined;
  readonly method: string;
  readonly target: string;
  /** Where it goes; undefined where that can't be known. */
  readonly address: { readonly scheme: "http" | "https"; readonly host: string; readonly port: number } | undefined;
  readonly errors: number;
}

/** What the requests of a text are called, be it open or not: for lists over all files. */
export const RequestNamesRequest = new RequestType<{ readonly text: string }, RequestNamesResult, void>(
  "soaphttp/requestNames",
);
export interface RequestNamesResult {
  readonly requests: readonly {
    /** Of `# @name`, else the title, else the method and the target. */
    readonly name: string;
    /** What of these is not the name; may be empty. */
    readonly detail: string;
    /** Of the request line, zero-based. */
    readonly line: number;
  }[];
}

/** What will go on the wire for the request that a line is in. */
export const OutgoingRequest = new RequestType<OutgoingParams, OutgoingResult, void>("soaphttp/outgoing");
export interface OutgoingParams extends LineParams {
  /** The values of `{{$secret name}}` by their names, as far as they are known. */
  readonly secrets?: Readonly<Record<string, string>>;
}
export type OutgoingResult =
  | { readonly kind: "none" }
  /** These secrets are used and not given: with them, it is asked again. */
  | { readonly kind: "secrets"; readonly names: readonly string[] }
  | { readonly kind: "unsendable"; readonly request: RequestSummary; readonly problems: readonly StandingProblem[] }
  | { readonly kind: "message"; readonly message: OutgoingMessage };

/** A request as it is to be sent, and where it goes. */
export interface OutgoingMessage {
  readonly request: RequestSummary;
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  readonly method: string;
  /** Origin-form, as it stands in `requestLine`. */
  readonly target: string;
  /** Without its line end: `POST /calc HTTP/1.1`. */
  readonly requestLine: string;
  /** With the target as it is typed, its variables replaced; the history doesn't keep it. */
  readonly typedRequestLine?: string;
  /** The request line with the target in absolute-form, for a proxy of plain http. */
  readonly absoluteRequestLine: string;
  /** The header lines as typed, variables replaced, each with CRLF; without the empty line that ends the section. */
  readonly head: string;
  /** False where the author typed no empty line: the body's bytes then follow the last header line. */
  readonly emptyLine: boolean;
  /** The same header section taken apart, in order and case. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** base64. */
  readonly body: string;
  /** The URI of the file that the body is, where it is one. */
  readonly bodyFile?: string | undefined;
  readonly charset: string;
  readonly soapVersion: "1.1" | "1.2" | undefined;
  /** Milliseconds, of `# @timeout`. */
  readonly timeout: number | undefined;
  /** False where `# @no-redirect` stands. */
  readonly redirects: boolean;
  /** Of `# @note`: to be asked before sending. */
  readonly note: string | undefined;
  /** Where what is sent differs from what is typed, in words. */
  readonly changes: readonly string[];
  /** The errors that stand. */
  readonly errors: readonly StandingProblem[];
  /** Values in it that nobody writes down: of secrets, private environments and the machine. */
  readonly secrets: readonly string[];
}
export interface StandingProblem {
  readonly code: string;
  readonly message: string;
  readonly range: Range;
  /** A fix that needs no decision exists. */
  readonly automatic: boolean;
}

/** The edits of all ★ fixes: of the request that a line is in, or of the whole document. */
export const FixAllRequest = new RequestType<DocumentParams & { readonly line?: number }, FixAllResult, void>(
  "soaphttp/fixAll",
);
export interface FixAllResult {
  readonly version: number;
  readonly edits: readonly TextEdit[];
}

/** The end tag of a start tag whose `>` the author has typed. LSP has no request for that. */
export const EndTagRequest = new RequestType<EndTagParams, EndTagResult, void>("soaphttp/endTag");
export interface EndTagParams extends DocumentParams {
  /** Right behind the `>`, once for each cursor. */
  readonly positions: readonly Position[];
}
export interface EndTagResult {
  readonly version: number;
  /** For each position; `null` where no end tag is missing. */
  readonly tags: readonly (string | null)[];
}

/** The edits that make Content-Length headers right. */
export const ContentLengthRequest = new RequestType<ContentLengthParams, ContentLengthResult, void>(
  "soaphttp/contentLength",
);
export interface ContentLengthParams extends DocumentParams {
  /** The changed parts of the text as it is now: only counts that follow from them. Without it: all counts. */
  readonly changed?: readonly Range[];
}
export interface ContentLengthResult {
  readonly version: number;
  readonly edits: readonly TextEdit[];
}

/** Takes the white space between the elements out of the body of the request that a line is in. */
export const MinifyRequest = new RequestType<LineParams, MinifyResult, void>("soaphttp/minify");
export type MinifyResult =
  /** There is no request, or no XML in it. */
  | { readonly kind: "none" }
  /** The XML is ill-formed: what is white space in it, nobody can tell. */
  | { readonly kind: "illFormed" }
  | { readonly kind: "edits"; readonly version: number; readonly edits: readonly TextEdit[] };

/** A text that another tool has written is read as requests. */
export const ConvertRequest = new RequestType<ConvertParams, ConvertResult, void>("soaphttp/convert");
export interface ConvertParams {
  readonly text: string;
  /** Of the result. */
  readonly lineEnds: "\n" | "\r\n";
  /** Where they go: a document's selection. */
  readonly place?: { readonly uri: string; readonly range: Range };
}
export type ConvertResult =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "requests";
      /** A curl command, a recorded HTTP message, or a file of REST Client's or JetBrains' HTTP Client. */
      readonly source: "curl" | "http" | "httpFile";
      /** As a `.soaphttp` file has them. */
      readonly text: string;
      readonly placed?: {
        readonly version: number;
        readonly edit: TextEdit;
        /** Where the first of them begins, after the edit. */
        readonly at: Position;
      };
    };

/** A received response is made readable: its document's text, formatted. */
export const PresentRequest = new RequestType<PresentParams, PresentResult, void>("soaphttp/present");
export interface PresentParams {
  /** Of the response document that will show it; its diagnostics will know these facts. */
  readonly uri: string;
  /** The status line and the header section as received; bytes as ISO-8859-1 characters. base64. */
  readonly head: string;
  /** The body with its framing and content coding undone, at most as much of it as will be shown. base64. */
  readonly body: string;
  readonly facts: ResponseFacts;
  /** False: the body as it came, not formatted. */
  readonly format: boolean;
}
/** What the transport saw and a text cannot tell. */
export interface ResponseFacts {
  readonly request: { readonly method: string; readonly soapVersion: "1.1" | "1.2" | undefined };
  readonly framing: "content-length" | "chunked" | "close" | "none" | "http09" | "unknown";
  /** Of the body as received, its content coding still on; undefined where the host hides it. */
  readonly bodyBytes: number | undefined;
  readonly declaredBytes: number | undefined;
  readonly surplusBytes: number;
  readonly truncated: boolean;
  /** What came of undoing the body's content coding; undefined where it has none. */
  readonly contentCoding: ContentCodingFacts | undefined;
  /** Bytes of the body that are not in `PresentParams.body`, because a document holds only so many. */
  readonly leftOut: number;
  /** Header names that the host may have hidden (CORS): absent ones are unknown, not missing. */
  readonly headersComplete: boolean;
}
export interface ContentCodingFacts {
  /** The one that could not be undone; else all, as the header has them. */
  readonly coding: string;
  /**
   * `cut`: it ends before its end. `not-coded`: the body was never coded. `unknown`: nobody here knows it. `no-decoder`: the
   * Node that the client runs in has none.
   */
  readonly outcome: "complete" | "cut" | "damaged" | "not-coded" | "unknown" | "no-decoder";
  /** False: the body is shown as it came, because nothing of it could be decoded. */
  readonly decoded: boolean;
  /** Bytes behind the end of the coding: no part of the body. */
  readonly trailingBytes: number;
}
export interface PresentResult {
  readonly text: string;
  /** What the body is decoded as; `binary` for what is no text. */
  readonly charset: string;
  /** Content-Type names another charset, which the bytes of the body can't be in. */
  readonly contradicted: boolean;
  /** For the name of a file that holds the body. */
  readonly extension: "xml" | "json" | "html" | "txt" | "bin";
  /** Where in `text` the body begins: behind the empty line. */
  readonly bodyStart: number;
  readonly fault: PresentedFault | undefined;
}
export interface PresentedFault {
  readonly version: "1.1" | "1.2";
  /** In words: code, subcodes, reason. */
  readonly summary: string;
  /** All that it says, decoded: code, subcodes, reason, node, role, detail; each value on one line. */
  readonly entries: readonly { readonly label: string; readonly value: string }[];
  /** What in the request it blames, where it says so. */
  readonly cause: FaultCause | undefined;
}

/** A part of a request that a Fault may blame. */
export type FaultCause =
  /** Its namespace: the service takes another version of SOAP. */
  | { readonly kind: "envelope" }
  | { readonly kind: "header" }
  /** A header block that has mustUnderstand; which one, the Fault doesn't say. */
  | { readonly kind: "mustUnderstand" }
  | { readonly kind: "encoding" }
  | { readonly kind: "action" }
  | { readonly kind: "operation" }
  | { readonly kind: "element"; readonly namespace: string; readonly local: string };

/** Where in a request the part stands that a Fault blames; `null` where it isn't there. */
export const FaultPlaceRequest = new RequestType<LineParams & { readonly cause: FaultCause }, Range | null, void>(
  "soaphttp/faultPlace",
);

/** The parts of a multipart body that was received. */
export const PartsRequest = new RequestType<PartsParams, PartsResult, void>("soaphttp/parts");
export interface PartsParams {
  /** The value of the header. */
  readonly contentType: string;
  /** The whole body, its framing and content coding undone. base64. */
  readonly body: string;
}
export interface PartsResult {
  /** Without the hyphens before it; the empty string where the media type names none. */
  readonly boundary: string;
  readonly parts: readonly ReceivedPart[];
}
export interface ReceivedPart {
  /** Bytes of the body: what the part holds, without its headers. */
  readonly start: number;
  readonly end: number;
  /** For a file: of Content-Disposition, Content-ID or its number, with the ending of its type. No two are alike. */
  readonly name: string;
  /** `image/png`; the empty string where it names none. */
  readonly mediaType: string;
  readonly contentId: string | undefined;
  readonly isRoot: boolean;
}

/** A response document was closed for good; its facts can go. */
export const ForgetResponse = new NotificationType<{ readonly uri: string }>("soaphttp/forgetResponse");

/** The client's command that a fix runs which no text edit can be: arguments are the document's URI and `\n` or `\r\n`. */
export const changeLineEndsCommand = "soaphttp.changeLineEnds";
