/*
 * The results of tests, as the server evaluates them and the client reports them. Spans: UTF-16 offsets.
 */

import { NotificationType } from "vscode-languageserver-protocol";
import type { Position, Range, TextEdit } from "vscode-languageserver-types";
import type { FileRead } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";
import type { GivenValue, OutgoingParams, OutgoingResult, OutgoingRun, Receiving } from "./sendingProtocol.ts";

/** Whether an expectation holds. Texts for people are sentences, or quote the response. */
export interface ExpectationResult {
  /** As written after `# @expect`, or `set token = //m:Token`. */
  readonly text: string;
  /** The place in the segment's text; undefined for what is expected without a directive. */
  readonly at: { readonly start: number; readonly end: number } | undefined;
  readonly held: boolean;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly why?: string | undefined;
  /** Lines that begin with a space, `-` (expected) or `+` (actual). */
  readonly diff?: readonly string[] | undefined;
  /** Paths that find something, if the path finds nothing because of a namespace. */
  readonly instead?: readonly string[] | undefined;
  /** The path of the file with the expected body, if it is missing or differs. */
  readonly expectedFile?: string | undefined;
}

/** What is sent after a response before there is a result. */
export type NextSending =
  /** The request itself, after this number of milliseconds. */
  | { readonly kind: "again"; readonly after: number }
  /** Another request, and then this one. `id`: the index among the requests of the file. */
  | { readonly kind: "renew"; readonly id: number; readonly name: string };

/** A file that `# @save` writes: a path below the folder of the requests, with `/`. Content in base64 over LSP. */
export interface Saved<Content = Uint8Array> {
  readonly path: string;
  readonly content: Content;
}

/** What was sent for a result: the number of times, with this one, and whether another request was renewed for this one. */
export interface FlowState {
  readonly sendings: number;
  readonly renewed: boolean;
}

/** What is known of the connection of a response; undefined: it is unknown. */
export interface ConnectionFacts {
  readonly encrypted: boolean;
  /** Milliseconds until the certificate of the service expires, when the response came. */
  readonly expiresIn: number | undefined;
  /** How many were followed. */
  readonly redirects: number | undefined;
}

/** A request of a file, as far as a run must know it. */
export interface RunRequest {
  /** The index among the requests of the file. */
  readonly id: number;
  /** Of `# @name`, else the title, else the method and the target. */
  readonly name: string;
  /** The title, if the name is another one: such as what a test from a contract changes. */
  readonly title?: string | undefined;
  /** The ids of the requests that must be sent before. */
  readonly needs: readonly number[];
  /** The requests of imported files that must be sent before. */
  readonly imports: readonly ImportedNeed[];
  /** Whether its result is reported. */
  readonly isTest: boolean;
  /** A sentence about why it can't be sent with any values. */
  readonly problem: string | undefined;
  /** The reason of `# @skip`, which may be empty. */
  readonly skip: string | undefined;
  /** The condition of `# @skip`, as typed, which the host evaluates before it is sent. */
  readonly skipWhen: string | undefined;
  /** The number of retries, and the pause in milliseconds. */
  readonly retry: { readonly times: number; readonly every: number };
  /** The number of times that it is sent, unless a condition ends that: then its responses say what is sent next. */
  readonly repeat: number;
  /** The pause before it is sent, in milliseconds. */
  readonly wait: number;
  /** Of `# @receive`: it is waited for instead of sent. */
  readonly receive?: Receiving | undefined;
  /** Of `# @before` and `# @after`. */
  readonly hook: RunHook | undefined;
  /** Of `# @tag`, and of the file. */
  readonly tags: readonly string[];
  /** Where its rows come from. */
  readonly data: RowSource | undefined;
}

/** The rows that a whole file is run for: those whose column has a value, if one is named; one after the other, or side by side. */
export interface FileData extends DataSource {
  readonly where: { readonly column: string; readonly value: string } | undefined;
  readonly parallel: boolean;
}

/** When a request is sent: before or after the other ones of the file, in each of its rows or once for all, or each of them. */
export interface RunHook {
  readonly when: "before" | "after";
  readonly how: "row" | "once" | "each";
}

/** A data file, and how it is read. */
export interface DataSource {
  readonly path: string;
  /**
   * The JSONPath of the rows in a `.json` file, the XPath in an `.xml` file; `undefined`: the items of the array, the children of
   * the root.
   */
  readonly rows?: string | undefined;
  /** Between the columns of a `.csv` file; `undefined`: the first line shows it. */
  readonly separator?: "," | ";" | "\t" | undefined;
  /** The name of the sheet of an `.xlsx` file; `undefined`: the first one. */
  readonly sheet?: string | undefined;
}

/** The rows of a data file that the client has read. */
export const DataRowsRequest = requestType<DataRowsParams, DataRowsResult>("soaphttp/dataRows");
export interface DataRowsParams {
  readonly source: DataSource;
  readonly file: FileRead;
}
export interface DataRowsResult {
  /** Each with its columns; or a sentence about why they can't be read. */
  readonly rows: readonly (readonly (readonly [name: string, text: string])[])[] | string;
  /** The zero-based line of each; empty if they have none. */
  readonly lines: readonly number[];
}

/** A request of an imported file that another one needs. */
export interface ImportedNeed {
  /** As it is typed. */
  readonly path: string;
  readonly uri: string;
  /** What its names are called in the file that imports: `auth` in `auth.token`. */
  readonly alias: string;
  /** The index among the requests of its file. */
  readonly id: number;
  /** `auth.login` */
  readonly name: string;
  /** Whether it is sent for each run of the file that imports, not once for all. */
  readonly each: boolean;
  /** Values for the variables of its file, for this use alone, as they are typed. */
  readonly given: readonly { readonly name: string; readonly text: string }[];
}

export type RowSource =
  | ({ readonly kind: "file" } & DataSource)
  /** The values of a path in another response: the path as typed, and the name of the variable that has one of them. */
  | { readonly kind: "values"; readonly name: string; readonly of: string };

/** The requests of a document, or of a text that needn't be open, with their places. */
export const TestsRequest = requestType<TestsParams, TestsResult>("soaphttp/tests");
export interface TestsParams {
  readonly uri: string;
  /** Undefined: the open document's. */
  readonly text?: string;
}
export interface TestsResult {
  /** Of the open document. */
  readonly version: number;
  readonly requests: readonly PlacedRequest[];
  /** The data of the whole file, with the URI of the data file. */
  readonly data?: (FileData & { readonly uri: string | undefined }) | undefined;
}
export interface PlacedRequest extends RunRequest {
  /** The request line, or the first line if it is missing. */
  readonly line: Range;
  /** From its first line, which may be a `###` line, to its request line. */
  readonly range: Range;
  /** The URI of the data file. */
  readonly dataUri: string | undefined;
  /** A sentence about why it is unclear what the request is expected to do, or that it can't be sent. */
  readonly unclear: string | undefined;
}

/** Whether `# @skip` skips the request at a line with these values, or a sentence about why that is unknown. */
export const SkipRequest = requestType<SkipParams, SkipResult>("soaphttp/skip");
export interface SkipParams extends Pick<OutgoingParams, "uri" | "line" | "secrets"> {
  readonly run: OutgoingRun;
}
export type SkipResult =
  | Extract<OutgoingResult, { readonly kind: "secrets" }>
  | { readonly kind: "known"; readonly skipped: boolean | string };

/** What holds for an exchange of the request at a line. From then on, it is the last exchange of this request. */
export const EvaluateRequest = requestType<EvaluateParams, EvaluateResult>("soaphttp/evaluate");
export interface EvaluateParams extends ReceivedExchange {
  readonly uri: string;
  /** Any line of the request. */
  readonly line: number;
  /** The id of the run; undefined if the request was sent alone. */
  readonly run: string | undefined;
  /** Of the run. */
  readonly environment?: string | undefined;
  /** Whether it must have a 2xx status and no Fault, if it has no expectations. */
  readonly isTest: boolean;
  /** By default, it was sent once. */
  readonly flow?: FlowState;
  /** The columns of a data row, and in a run the variables of `# @set`. */
  readonly values: Readonly<Record<string, GivenValue>>;
}
/** An exchange with a response. */
export interface ReceivedExchange {
  /** Bodies are in base64, without their content coding. */
  readonly request: { readonly fields: readonly MessageField[]; readonly body: string };
  readonly response: {
    readonly status: number;
    readonly reason: string;
    readonly fields: readonly MessageField[];
    readonly body: string;
  };
  /** Milliseconds. */
  readonly total: number;
  readonly connection?: ConnectionFacts | undefined;
}
interface MessageField {
  readonly name: string;
  readonly value: string;
}
export interface EvaluateResult {
  readonly results: readonly PlacedResult[];
  /** The variables of `# @set`. */
  readonly set: Readonly<Record<string, GivenValue>>;
  /** Undefined if these are the results. */
  readonly next?: NextSending | undefined;
  /** The files to write. */
  readonly saves?: readonly Saved<string>[];
  /** The lines of the request, for what is shown there. */
  readonly range: Range | undefined;
}
export interface PlacedResult extends Omit<ExpectationResult, "at"> {
  /** Undefined for what is expected without a directive. */
  readonly range: Range | undefined;
}

/** What differs between the responses to a request in two environments, each as an expectation that doesn't hold. */
export const CompareRequest = requestType<CompareParams, CompareResult>("soaphttp/compare");
export interface CompareParams {
  readonly uri: string;
  /** Of the environments. */
  readonly names: readonly [string, string];
  readonly exchanges: readonly [ReceivedExchange, ReceivedExchange];
}
export interface CompareResult {
  readonly differences: readonly ExpectationResult[];
}

/** Searches the bodies of an exchange. */
export const SearchRequest = requestType<SearchParams, SearchResult>("soaphttp/search");
export interface SearchParams extends Pick<EvaluateParams, "request"> {
  /** Text, whose case doesn't matter; or an XPath that begins with `/` or a JSONPath that begins with `$.`. */
  readonly query: string;
  /** Undefined if nothing was received. */
  readonly response: EvaluateParams["request"] | undefined;
}
export type SearchResult =
  | { readonly kind: "found"; readonly in: "request" | "response"; readonly excerpt: string }
  | { readonly kind: "none" }
  /** The query can't be read. `why`: a sentence. */
  | { readonly kind: "refused"; readonly why: string };

/** The edits that add an expectation to the request at a line: the value at a position of its response, or its body. */
export const ExpectRequest = requestType<ExpectParams, ExpectResult>("soaphttp/expect");
export interface ExpectParams {
  readonly uri: string;
  /** Any line of the request. */
  readonly line: number;
  readonly expected:
    | { readonly kind: "value"; readonly response: string; readonly position: Position }
    /** What an XPath finds in the response of an exchange, as it was received. `as`: the directive. */
    | {
        readonly kind: "query";
        readonly exchange: ReceivedExchange;
        readonly path: string;
        readonly as: "expect" | "set";
      }
    /** The URI of the file with the expected body. */
    | { readonly kind: "body"; readonly file: string };
}
export type ExpectResult =
  | { readonly kind: "edits"; readonly version: number; readonly edits: readonly TextEdit[] }
  /** `why`: a sentence for the user. */
  | { readonly kind: "refused"; readonly why: string };

/** The shortest XPath that finds only the element or attribute at a position of a message; null where there is none. */
export const XPathRequest = requestType<XPathParams, string | null>("soaphttp/xpath");
export interface XPathParams {
  readonly uri: string;
  readonly position: Position;
}

/** What an XPath finds in the text of a response. */
export const QueryRequest = requestType<QueryParams, QueryResult>("soaphttp/query");
export interface QueryParams {
  /** Of the response. */
  readonly uri: string;
  readonly path: string;
  /** A line of the request, whose prefixes the path may use. */
  readonly request: { readonly uri: string; readonly line: number };
}
export type QueryResult =
  /** `ranges`: of the first values that are in the text. `hint`: a sentence about what the path may mean, if it finds nothing. */
  | {
      readonly kind: "found";
      readonly count: number;
      readonly ranges: readonly Range[];
      readonly hint?: string | undefined;
    }
  /** `why`: a sentence for the user. */
  | { readonly kind: "refused"; readonly why: string };

/** The exchanges of a run are no longer needed. */
export const EndRunNotification = new NotificationType<{ readonly run: string }>("soaphttp/endRun");
