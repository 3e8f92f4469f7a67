/* The results of tests, as the server evaluates them and the client reports them. Spans: UTF-16 offsets. */

import { NotificationType } from "vscode-languageserver-protocol";
import type { Position, Range, TextEdit } from "vscode-languageserver-types";
import type { FileRead } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";
import type { GivenValue, OutgoingParams, OutgoingResult, OutgoingRun, Receiving } from "./sendingProtocol.ts";

/** Result of an expectation. Texts for people are sentences, or quote the response. */
export interface ExpectationResult {
  /** Expectation as written after `# @expect`, or `set token = //m:Token`. */
  readonly text: string;
  /** UTF-16 offsets in the segment's text; undefined for an expectation without a directive. */
  readonly at: { readonly start: number; readonly end: number } | undefined;
  readonly held: boolean;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly why?: string | undefined;
  /** Lines of a diff. Each begins with a space, `-` (expected) or `+` (actual). */
  readonly diff?: readonly string[] | undefined;
  /** Paths that find values, if the typed path finds nothing because of a namespace. */
  readonly instead?: readonly string[] | undefined;
  /** Path of the file with the expected body, if the file is missing or the body differs. */
  readonly expectedFile?: string | undefined;
}

/** A request that must be sent before there is a result. */
export type NextSending =
  /** The same request again. `after`: the pause in milliseconds. */
  | { readonly kind: "again"; readonly after: number }
  /** Another request, and then this one again. `id`: its index among the requests of the file. */
  | { readonly kind: "renew"; readonly id: number; readonly name: string };

/** A file that `# @save` writes. The path is below the folder of the requests, with `/`. Over LSP, the content is in base64. */
export interface Saved<Content = Uint8Array> {
  readonly path: string;
  readonly content: Content;
}

/** For a request sent several times: how often, with this one, and whether `# @renew` has sent another one again. */
export interface FlowState {
  readonly sendings: number;
  readonly renewed: boolean;
}

/** Facts about the connection of a response; undefined values are unknown. */
export interface ConnectionFacts {
  readonly encrypted: boolean;
  /** Time from the response until the service's certificate expires, in milliseconds. */
  readonly expiresIn: number | undefined;
  /** Number of followed redirects. */
  readonly redirects: number | undefined;
}

/** A request of a file, with the properties that a run needs. */
export interface RunRequest {
  /** Index among the requests of the file. */
  readonly id: number;
  /** Name in `# @name`, else the title, else the method and the target. */
  readonly name: string;
  /** Title, if the name is another text. In a test from a contract, the title tells what is changed in the request. */
  readonly title?: string | undefined;
  /** The ids of the requests that must be sent before this one. */
  readonly needs: readonly number[];
  /** The requests of imported files that must be sent before this one. */
  readonly imports: readonly ImportedNeed[];
  /** Whether the result of the request is reported. */
  readonly isTest: boolean;
  /** A sentence about why the request can't be sent with any values. */
  readonly problem: string | undefined;
  /** Reason in `# @skip`; may be empty. */
  readonly skip: string | undefined;
  /** Condition in `# @skip`, as typed. The host evaluates it before the request is sent. */
  readonly skipWhen: string | undefined;
  /** Number of retries, and the pause between them in milliseconds. */
  readonly retry: { readonly times: number; readonly every: number };
  /** Maximum number of sendings. A condition may end them sooner: then the result of each response contains the next sending. */
  readonly repeat: number;
  /** Pause before the request is sent, in milliseconds. */
  readonly wait: number;
  /** Set for a segment with `# @receive`, which waits for a request instead of sending one. */
  readonly receive?: Receiving | undefined;
  /** Set for a request with `# @before` or `# @after`. */
  readonly hook: RunHook | undefined;
  /** Tags in `# @tag` of the request and of the file. */
  readonly tags: readonly string[];
  /** Where the data rows come from for which the request is sent once each; undefined without `# @data`. */
  readonly data: RowSource | undefined;
}

/** The rows that a whole file is run for, one by one or side by side. `where`: only rows with this column value. */
export interface FileData extends DataSource {
  readonly where: { readonly column: string; readonly value: string } | undefined;
  readonly parallel: boolean;
}

/** When a hook is sent: before or after all others of the file (for each data row or once), or before or after each. */
export interface RunHook {
  readonly when: "before" | "after";
  readonly how: "row" | "once" | "each";
}

/** A data file, with the options for reading it. */
export interface DataSource {
  readonly path: string;
  /** JSONPath of the rows in `.json`, or XPath in `.xml`. If undefined: the array's items, or the root's children. */
  readonly rows?: string | undefined;
  /** Separator between the columns of a `.csv` file. If undefined, the first line shows it. */
  readonly separator?: "," | ";" | "\t" | undefined;
  /** Name of the sheet of an `.xlsx` file. If undefined, the first sheet is read. */
  readonly sheet?: string | undefined;
}

/** Asks for the rows of a data file that the client has read. */
export const DataRowsRequest = requestType<DataRowsParams, DataRowsResult>("soaphttp/dataRows");
export interface DataRowsParams {
  readonly source: DataSource;
  readonly file: FileRead;
}
export interface DataRowsResult {
  /** The columns of each row; or a sentence about why the rows can't be read. */
  readonly rows: readonly (readonly (readonly [name: string, text: string])[])[] | string;
  /** The zero-based line of each row; empty if the rows have no lines. */
  readonly lines: readonly number[];
}

/** A request of an imported file that must be sent before one of this file. */
export interface ImportedNeed {
  /** Path of the imported file, as typed. */
  readonly path: string;
  readonly uri: string;
  /** Name of the import in the importing file: `auth` in `auth.token`. */
  readonly alias: string;
  /** Index among the requests of the imported file. */
  readonly id: number;
  /** Name of the request with the import's alias: `auth.login` */
  readonly name: string;
  /** Whether the request is sent for each run of the importing file, and not once for all runs. */
  readonly each: boolean;
  /** Values for variables of the imported file, for this import only, as typed. */
  readonly given: readonly { readonly name: string; readonly text: string }[];
}

export type RowSource =
  | ({ readonly kind: "file" } & DataSource)
  /** The values of a path in another response. `name`: the variable that gets one of the values. `of`: the path as typed. */
  | { readonly kind: "values"; readonly name: string; readonly of: string };

/** Asks for the requests of a document, or of a text that needn't be open, with their places. */
export const TestsRequest = requestType<TestsParams, TestsResult>("soaphttp/tests");
export interface TestsParams {
  readonly uri: string;
  /** Text of a file that isn't open; undefined for the open document. */
  readonly text?: string;
}
export interface TestsResult {
  readonly version: number;
  readonly requests: readonly PlacedRequest[];
  /** The data of `# @data` for the whole file, with the URI of the data file. */
  readonly data?: (FileData & { readonly uri: string | undefined }) | undefined;
}
export interface PlacedRequest extends RunRequest {
  /** Range of the request line, or of the first line if there is no request line. */
  readonly line: Range;
  /** Range from the request's first line, which may be a `###` line, to its request line. */
  readonly range: Range;
  /** URI of the data file; undefined if the request has none. */
  readonly dataUri: string | undefined;
  /** A sentence about why the request can't be sent, or about an unclear expectation. */
  readonly unclear: string | undefined;
}

/** Asks whether `# @skip` skips the request at a line with these values. The result is a sentence if that is unknown. */
export const SkipRequest = requestType<SkipParams, SkipResult>("soaphttp/skip");
export interface SkipParams extends Pick<OutgoingParams, "uri" | "line" | "secrets"> {
  readonly run: OutgoingRun;
}
export type SkipResult =
  | Extract<OutgoingResult, { readonly kind: "secrets" }>
  | { readonly kind: "known"; readonly skipped: boolean | string };

/** Asks whether an exchange meets the expectations of its request. From then on, it is the request's last exchange. */
export const EvaluateRequest = requestType<EvaluateParams, EvaluateResult>("soaphttp/evaluate");
export interface EvaluateParams extends ReceivedExchange {
  readonly uri: string;
  /** Any line of the request, zero-based. */
  readonly line: number;
  /** ID of the run; undefined if the request was sent alone. */
  readonly run: string | undefined;
  readonly environment?: string | undefined;
  /** Whether a request without expectations must get a 2xx status and no Fault. */
  readonly isTest: boolean;
  /** State of a request that is sent several times; undefined if it was sent once. */
  readonly flow?: FlowState;
  /** The columns of a data row, and in a run also the variables of `# @set`. */
  readonly values: Readonly<Record<string, GivenValue>>;
}
/** An exchange that has a response, as the host received it. */
export interface ReceivedExchange {
  /** Bodies are in base64, without content coding. */
  readonly request: { readonly fields: readonly MessageField[]; readonly body: string };
  readonly response: {
    readonly status: number;
    readonly reason: string;
    readonly fields: readonly MessageField[];
    readonly body: string;
  };
  /** Duration of the exchange, in milliseconds. */
  readonly total: number;
  readonly connection?: ConnectionFacts | undefined;
}
interface MessageField {
  readonly name: string;
  readonly value: string;
}
export interface EvaluateResult {
  readonly results: readonly PlacedResult[];
  /** Values that `# @set` takes from the response, for later requests of the run. */
  readonly set: Readonly<Record<string, GivenValue>>;
  /** The next sending; undefined if the results are final. */
  readonly next?: NextSending | undefined;
  /** Files that `# @save` writes; the client writes them. */
  readonly saves?: readonly Saved<string>[];
  /** Range of the request, for messages that are shown there. */
  readonly range: Range | undefined;
}
export interface PlacedResult extends Omit<ExpectationResult, "at"> {
  /** Range of the directive; undefined for an expectation without a directive. */
  readonly range: Range | undefined;
}

/** Compares the responses to a request in two environments. Each difference is returned as an expectation that doesn't hold. */
export const CompareRequest = requestType<CompareParams, CompareResult>("soaphttp/compare");
export interface CompareParams {
  readonly uri: string;
  /** Names of the two environments, in the order of the exchanges. */
  readonly names: readonly [string, string];
  readonly exchanges: readonly [ReceivedExchange, ReceivedExchange];
}
export interface CompareResult {
  readonly differences: readonly ExpectationResult[];
}

/** Searches the bodies of an exchange, for example one of the history. */
export const SearchRequest = requestType<SearchParams, SearchResult>("soaphttp/search");
export interface SearchParams extends Pick<EvaluateParams, "request"> {
  /** Text (case-insensitive), an XPath that begins with `/`, or a JSONPath that begins with `$.`. */
  readonly query: string;
  /** The response; undefined if none was received. */
  readonly response: EvaluateParams["request"] | undefined;
}
export type SearchResult =
  | { readonly kind: "found"; readonly in: "request" | "response"; readonly excerpt: string }
  | { readonly kind: "none" }
  /** The query can't be read. `why`: one sentence. */
  | { readonly kind: "refused"; readonly why: string };

/** Asks for the edits that add an expectation to the request at a line: for the value at a position of its response, or for its body. */
export const ExpectRequest = requestType<ExpectParams, ExpectResult>("soaphttp/expect");
export interface ExpectParams {
  readonly uri: string;
  /** Any line of the request, zero-based. */
  readonly line: number;
  readonly expected:
    | { readonly kind: "value"; readonly response: string; readonly position: Position }
    /** Expects the values that an XPath finds in the response as it was received. `as`: the kind of directive. */
    | {
        readonly kind: "query";
        readonly exchange: ReceivedExchange;
        readonly path: string;
        readonly as: "expect" | "set";
      }
    /** Expects the whole body. `file`: URI of the file with the expected body. */
    | { readonly kind: "body"; readonly file: string };
}
export type ExpectResult =
  | { readonly kind: "edits"; readonly version: number; readonly edits: readonly TextEdit[] }
  /** `why`: a sentence for the user. */
  | { readonly kind: "refused"; readonly why: string };

/** Asks for the shortest XPath that finds only the element or attribute at a position of a message; null if there is none. */
export const XPathRequest = requestType<XPathParams, string | null>("soaphttp/xpath");
export interface XPathParams {
  readonly uri: string;
  readonly position: Position;
}

/** Asks for the values that an XPath finds in a response, whose text is shown. */
export const QueryRequest = requestType<QueryParams, QueryResult>("soaphttp/query");
export interface QueryParams {
  /** URI of the response document. */
  readonly uri: string;
  readonly path: string;
  /** A line of the request, whose prefixes the path may use. */
  readonly request: { readonly uri: string; readonly line: number };
}
export type QueryResult =
  /** `ranges`: ranges of the first values in the text. `hint`: a sentence that suggests another path, if this one finds nothing. */
  | {
      readonly kind: "found";
      readonly count: number;
      readonly ranges: readonly Range[];
      readonly hint?: string | undefined;
    }
  /** `why`: a sentence for the user. */
  | { readonly kind: "refused"; readonly why: string };

/** Sent by the client: the exchanges of a run are no longer needed. */
export const EndRunNotification = new NotificationType<{ readonly run: string }>("soaphttp/endRun");
