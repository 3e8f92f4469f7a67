/*
 * The results of tests, as the server evaluates them and the client reports them. Spans: UTF-16 offsets.
 */
import { NotificationType, RequestType } from "vscode-languageserver-protocol";
import type { Position, Range, TextEdit } from "vscode-languageserver-types";
import type { GivenValue } from "./sendingProtocol.ts";

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
  /** Whether its result is reported. */
  readonly isTest: boolean;
  /** A sentence about why it can't be sent with any values. */
  readonly problem: string | undefined;
  /** The reason of `# @skip`, which may be empty. */
  readonly skip: string | undefined;
  /** The number of retries, and the pause in milliseconds. */
  readonly retry: { readonly times: number; readonly every: number };
  readonly repeat: number;
  /** The path of the data file. */
  readonly data: string | undefined;
}

/** The requests of a document, or of a text that needn't be open, with their places. */
export const TestsRequest = new RequestType<TestsParams, TestsResult, void>("soaphttp/tests");
export interface TestsParams {
  readonly uri: string;
  /** Undefined: the open document's. */
  readonly text?: string;
}
export interface TestsResult {
  /** Of the open document. */
  readonly version: number;
  readonly requests: readonly PlacedRequest[];
}
export interface PlacedRequest extends RunRequest {
  /** The request line, or the first line if it is missing. */
  readonly line: Range;
  /** The URI of the data file. */
  readonly dataUri: string | undefined;
  /** A sentence about why it is unclear what the request is expected to do, or that it can't be sent. */
  readonly unclear: string | undefined;
}

/** What holds for an exchange of the request at a line. From then on, it is the last exchange of this request. */
export const EvaluateRequest = new RequestType<EvaluateParams, EvaluateResult, void>("soaphttp/evaluate");
export interface EvaluateParams {
  readonly uri: string;
  /** Any line of the request. */
  readonly line: number;
  /** The id of the run; undefined if the request was sent alone. */
  readonly run: string | undefined;
  /** Whether it must have a 2xx status and no Fault, if it has no expectations. */
  readonly isTest: boolean;
  /** The columns of a data row, and in a run the variables of `# @set`. */
  readonly values: Readonly<Record<string, GivenValue>>;
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
}
interface MessageField {
  readonly name: string;
  readonly value: string;
}
export interface EvaluateResult {
  readonly results: readonly PlacedResult[];
  /** The variables of `# @set`. */
  readonly set: Readonly<Record<string, GivenValue>>;
  /** The lines of the request, for what is shown there. */
  readonly range: Range | undefined;
}
export interface PlacedResult extends Omit<ExpectationResult, "at"> {
  /** Undefined for what is expected without a directive. */
  readonly range: Range | undefined;
}

/** Searches the bodies of an exchange. */
export const SearchRequest = new RequestType<SearchParams, SearchResult, void>("soaphttp/search");
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
export const ExpectRequest = new RequestType<ExpectParams, ExpectResult, void>("soaphttp/expect");
export interface ExpectParams {
  readonly uri: string;
  /** Any line of the request. */
  readonly line: number;
  readonly expected:
    | { readonly kind: "value"; readonly response: string; readonly position: Position }
    /** The URI of the file with the expected body. */
    | { readonly kind: "body"; readonly file: string };
}
export type ExpectResult =
  | { readonly kind: "edits"; readonly version: number; readonly edits: readonly TextEdit[] }
  /** `why`: a sentence for the user. */
  | { readonly kind: "refused"; readonly why: string };

/** The exchanges of a run are no longer needed. */
export const EndRunNotification = new NotificationType<{ readonly run: string }>("soaphttp/endRun");
