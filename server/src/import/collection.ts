import type { Item, Ledger } from "./ledger.ts";

/*
 * The model of a collection, which the readers of all sources create, and which one writer writes. Names are those of the source;
 * the writer derives the names of files, requests and variables from them. A reader can add a part only together with an item of
 * the ledger, so that the outcome of the item is recorded when the writer writes the part. Parts refer to each other as objects.
 */

export interface Collection {
  readonly name: string;
  readonly ledger: Ledger;
  /** Files of requests, which are written to `requests/`. */
  readonly requests: Folder;
  /** Files of tests, which are written to `tests/`. */
  readonly tests: Folder;
  /** The properties of the project, which become the environment `$shared`. */
  readonly variables: readonly Variable[];
  readonly environments: readonly CollectionEnvironment[];
  readonly wsdls: readonly CollectionWsdl[];
  readonly mocks: readonly CollectionMock[];
  /** Files that are written to `attachments/` and `data/`. */
  readonly files: readonly ExtraFile[];
}

export interface Folder {
  readonly name: string;
  readonly entries: readonly (Folder | CollectionFile)[];
}

/** A file of requests: an interface, a test case, or a folder of a collection. Its requests run in their order. */
export interface CollectionFile {
  readonly name: string;
  /** Comments above the first request, with the source's description of the file. */
  readonly comments: readonly CollectionComment[];
  /** Variables that are defined at the top of the file: `@name = value`. */
  readonly variables: readonly Variable[];
  /** Data for the whole file, which is sent for each row. */
  readonly data?: Extract<PreambleLine, { readonly kind: "data" }> | undefined;
  readonly steps: readonly CollectionStep[];
}

export type CollectionStep = CollectionRequest | CommentStep;

/** A step without an equivalent. It becomes a segment that contains only comments. */
interface CommentStep {
  readonly kind: "comment";
  readonly name: string;
  readonly comments: readonly CollectionComment[];
}

export interface CollectionRequest {
  readonly kind: "request";
  readonly item: Item;
  /** The title. `# @name` is derived from it. */
  readonly name: string;
  /** Further items that this request represents, such as the step that contains it. */
  readonly alsoItems?: readonly Item[];
  readonly preamble: readonly PreambleLine[];
  /** The status, such as `200 OK`, of a response to the request of `# @receive`. Such a response has no target. */
  readonly status?: string;
  readonly method: string;
  /** An absolute URL, or a URL that begins with a variable. The writer adds `Host`, and a scheme if it is missing. */
  readonly target: Text;
  /** Headers in their order. The writer adds `Content-Length`, and omits Host, lengths and transfer codings. */
  readonly headers: readonly CollectionHeader[];
  readonly body?: Body | undefined;
  /** The definition of its interface, for `# @wsdl`. */
  readonly wsdl?: CollectionWsdl | undefined;
  /** Whether the request isn't SOAP. The rules for SOAP messages are then turned off with `# @ignore`. */
  readonly isPlain?: boolean;
}

export type PreambleLine =
  | CollectionComment
  /** `# @expect`. An expectation contains no line breaks; see `expectations.ts`. */
  | { readonly kind: "expect"; readonly item: Item; readonly expectation: Text }
  | { readonly kind: "set"; readonly item: Item; readonly name: string; readonly path: string }
  /** `@NAME = value` */
  | { readonly kind: "define"; readonly item?: Item; readonly name: string; readonly value: Text }
  /** `# @data`, for each row of a file: above a request, or above all requests for the whole file. */
  | { readonly kind: "data"; readonly item: Item; readonly file: ExtraFile }
  | { readonly kind: "skip"; readonly reason: string }
  /** `# @auth`. Basic authentication is written as a header instead, see `common/auth.ts`. */
  | { readonly kind: "auth"; readonly scheme: "digest" | "ntlm"; readonly user: Text; readonly password: Text }
  /** A directive that needs no other parts, such as `timeout` with `30 s`. */
  | { readonly kind: "directive"; readonly name: string; readonly value: string };

/** Lines `# | text`, which can't be mistaken for directives or separators. */
export interface CollectionComment {
  readonly kind: "comment";
  /** The item that is kept as this comment; undefined if the comment is only an explanation. */
  readonly item?: Item | undefined;
  readonly text: string;
}

export interface CollectionHeader {
  readonly name: string;
  readonly value: Text;
  /** Whether the header is written as a comment. */
  readonly isDisabled?: boolean;
}

export type Body =
  | { readonly kind: "text"; readonly text: Text }
  /** `< path`: the body consists of the bytes of the file. */
  | { readonly kind: "file"; readonly file: ExtraFile }
  /** A multipart body. The writer chooses the boundary, and adds it to the Content-Type of the request. */
  | { readonly kind: "multipart"; readonly parts: readonly CollectionPart[] };

export interface CollectionPart {
  readonly headers: readonly CollectionHeader[];
  readonly content: Text | ExtraFile;
}

/**
 * A text of the source with insertions, which are replaced when it is sent. The writer escapes braces in the plain texts, so that
 * these are never read as variables. Line breaks become LF.
 */
export type Text = readonly (string | TextInsertion)[];

export type TextInsertion =
  /** A variable with its name in the source. */
  | { readonly kind: "variable"; readonly name: string }
  /** `{{name.host}}`: the host and port of the address in a variable. The writer defines this variable. */
  | { readonly kind: "host"; readonly name: string }
  /** `{{step.response.body.//m:a}}`: `step` is the name of a step of the same file, `rest` begins with `response.` or `request.`. */
  | { readonly kind: "exchange"; readonly step: string; readonly rest: string }
  /** A built-in variable with its arguments, such as `$guid`. */
  | { readonly kind: "builtIn"; readonly name: string }
  /** A built-in variable whose arguments are credentials, such as in `Authorization: Basic {{$basic user password}}`. */
  | { readonly kind: "credentials"; readonly name: "$basic" | "$wsse.digest"; readonly args: readonly Text[] }
  /** `{{source | step argument}}`: a variable, or several concatenated values, and the steps that are applied to them. */
  | { readonly kind: "computed"; readonly source: Text; readonly steps: readonly ComputedStep[] }
  /** A credential, which the writer moves to the private environment. `name`: its kind, such as `token`. */
  | { readonly kind: "secret"; readonly name: string; readonly value: string };

/** A step of a computed value. `args`: arguments, which are written as names of variables or texts in quotes. */
export interface ComputedStep {
  readonly word: string;
  readonly args: readonly Text[];
}

export interface Variable {
  /** The item of the variable; undefined for variables that a reader adds itself. */
  readonly item?: Item | undefined;
  readonly name: string;
  readonly value: Text;
  /** Whether the variable is written to the private environment. */
  readonly isSecret?: boolean;
}

export interface CollectionEnvironment {
  readonly item: Item;
  readonly name: string;
  readonly variables: readonly Variable[];
}

/** A definition with a copy in the source. The copy is written to `wsdl/NAME/`. */
export interface CollectionWsdl {
  readonly item: Item;
  readonly name: string;
  /** The documents; the first is the WSDL. Locations in them that refer to other documents of the list are rewritten. */
  readonly documents: readonly { readonly url: string; readonly text: string }[];
}

/** A file that is copied to `attachments/`, or written to `data/`. */
export interface ExtraFile {
  readonly item: Item;
  readonly folder: "attachments" | "data";
  readonly name: string;
  /** The content; undefined if the source only names the file, so that the user must add it. */
  readonly content: string | Uint8Array | undefined;
}

export interface CollectionMock {
  readonly item: Item;
  readonly name: string;
  readonly comments: readonly CollectionComment[];
  readonly variables: readonly Variable[];
  readonly responses: readonly CollectionMockResponse[];
}

export interface CollectionMockResponse {
  readonly item: Item;
  readonly name: string;
  readonly when: readonly string[];
  readonly preamble: readonly (
    | CollectionComment
    | { readonly kind: "directive"; readonly name: string; readonly value: string }
  )[];
  /** The status, such as `200 OK`. */
  readonly status: string;
  readonly headers: readonly CollectionHeader[];
  readonly body?: Text | undefined;
}
