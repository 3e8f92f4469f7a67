import type { Item, Ledger } from "./ledger.ts";

/*
 * The model of a collection: what the readers of all sources make, and the one writer writes. Names are from the
 * source: the writer makes names of files, requests and variables of them. A reader can add something only with its item
 * of the ledger, whose outcome follows from what the writer does with it. Things refer to each other as objects.
 */

export interface Collection {
  /** Of the project. */
  readonly name: string;
  readonly ledger: Ledger;
  /** In `requests/`. */
  readonly requests: Folder;
  /** In `tests/`. */
  readonly tests: Folder;
  /** In `$shared`: the properties of the project. */
  readonly variables: readonly Variable[];
  readonly environments: readonly CollectionEnvironment[];
  readonly wsdls: readonly CollectionWsdl[];
  readonly mocks: readonly CollectionMock[];
  /** In `attachments/` and `data/`. */
  readonly files: readonly ExtraFile[];
}

export interface Folder {
  readonly name: string;
  readonly entries: readonly (Folder | CollectionFile)[];
}

/** A file of requests: an interface, a test case, a folder of a collection. Its requests run in order. */
export interface CollectionFile {
  readonly name: string;
  /** Written above the first request: what the source says about the file. */
  readonly comments: readonly CollectionComment[];
  /** Defined at the top: `@name = value`. */
  readonly variables: readonly Variable[];
  /** The rows for which the whole file is sent. */
  readonly data?: Extract<PreambleLine, { readonly kind: "data" }> | undefined;
  readonly steps: readonly CollectionStep[];
}

export type CollectionStep = CollectionRequest | CommentStep;

/** A step without an equivalent: a segment of its own that has only comments. */
interface CommentStep {
  readonly kind: "comment";
  /** The title of the segment. */
  readonly name: string;
  readonly comments: readonly CollectionComment[];
}

export interface CollectionRequest {
  readonly kind: "request";
  readonly item: Item;
  /** The title; `# @name` is made of it. */
  readonly name: string;
  /** Items that become this request, too, such as the step around it. */
  readonly alsoItems?: readonly Item[];
  /** In order, above the request line. */
  readonly preamble: readonly PreambleLine[];
  /** Such as `200 OK`: a response, which `# @receive` in the preamble waits for a request to send. It has no target. */
  readonly status?: string;
  readonly method: string;
  /** An absolute URL, or one that begins with a variable. The writer adds `Host` and a missing scheme. */
  readonly target: Text;
  /** In order. The writer adds `Content-Length`, and leaves out what it computes: Host, lengths and transfer codings. */
  readonly headers: readonly CollectionHeader[];
  readonly body?: Body | undefined;
  /** The definition of its interface: `# @wsdl`. */
  readonly wsdl?: CollectionWsdl | undefined;
  /** Not SOAP: the rules for SOAP messages are turned off with `# @ignore`. */
  readonly isPlain?: boolean;
}

export type PreambleLine =
  | CollectionComment
  /** `# @expect`. An expectation has no line breaks; see `expectations.ts`. */
  | { readonly kind: "expect"; readonly item: Item; readonly expectation: Text }
  /** `# @set NAME = PATH` */
  | { readonly kind: "set"; readonly item: Item; readonly name: string; readonly path: string }
  /** `@NAME = value` */
  | { readonly kind: "define"; readonly item?: Item; readonly name: string; readonly value: Text }
  /** `# @data`, once for each row of a file: above a request, or for the whole file. */
  | { readonly kind: "data"; readonly item: Item; readonly file: ExtraFile }
  /** `# @skip REASON` */
  | { readonly kind: "skip"; readonly reason: string }
  /** `# @auth`. Basic is a header, see `common/auth.ts`. */
  | { readonly kind: "auth"; readonly scheme: "digest" | "ntlm"; readonly user: Text; readonly password: Text }
  /** A directive that needs nothing else, such as `timeout` with `30 s`. */
  | { readonly kind: "directive"; readonly name: string; readonly value: string };

/** Lines `# | text`, which are never read as directives or separators. */
export interface CollectionComment {
  readonly kind: "comment";
  /** Undefined if it only explains. */
  readonly item?: Item | undefined;
  readonly text: string;
}

export interface CollectionHeader {
  readonly name: string;
  readonly value: Text;
  /** Written as a comment. */
  readonly isDisabled?: boolean;
}

export type Body =
  | { readonly kind: "text"; readonly text: Text }
  /** `< path`: the bytes of the file. */
  | { readonly kind: "file"; readonly file: ExtraFile }
  /** The writer chooses the boundary, and adds it to the Content-Type of the request. */
  | { readonly kind: "multipart"; readonly parts: readonly CollectionPart[] };

export interface CollectionPart {
  readonly headers: readonly CollectionHeader[];
  readonly content: Text | ExtraFile;
}

/**
 * A text of the source, and what is inserted in it when it is sent. The plain texts are never read as variables: the writer
 * escapes braces. Line breaks become LF.
 */
export type Text = readonly (string | TextInsertion)[];

export type TextInsertion =
  /** The name is from the source. */
  | { readonly kind: "variable"; readonly name: string }
  /** `{{name.host}}`: the host and port of the address in a variable. The writer defines it. */
  | { readonly kind: "host"; readonly name: string }
  /** `{{step.response.body.//m:a}}`: `step` is the name of a step of the same file, `rest` begins with `response.` or `request.`. */
  | { readonly kind: "exchange"; readonly step: string; readonly rest: string }
  /** A built-in variable with its arguments: `$guid`. */
  | { readonly kind: "builtIn"; readonly name: string }
  /** A built-in variable whose arguments are credentials: `Authorization: Basic {{$basic user password}}`. */
  | { readonly kind: "credentials"; readonly name: "$basic" | "$wsse.digest"; readonly args: readonly Text[] }
  /** `{{source | step argument}}`: a variable, or several values one after another, and what is done with them. */
  | { readonly kind: "computed"; readonly source: Text; readonly steps: readonly ComputedStep[] }
  /** A credential, which the writer puts into the private environment. `name`: what it is, such as `token`. */
  | { readonly kind: "secret"; readonly name: string; readonly value: string };

/** A step of a computed value. `args`: values, written as names of variables or texts in quotes. */
export interface ComputedStep {
  readonly word: string;
  readonly args: readonly Text[];
}

export interface Variable {
  /** Undefined for those that a reader adds itself. */
  readonly item?: Item | undefined;
  readonly name: string;
  readonly value: Text;
  /** Written to the private environment. */
  readonly isSecret?: boolean;
}

export interface CollectionEnvironment {
  readonly item: Item;
  readonly name: string;
  readonly variables: readonly Variable[];
}

/** A definition that the source has a copy of, in `wsdl/NAME/`. */
export interface CollectionWsdl {
  readonly item: Item;
  /** Of the interface. */
  readonly name: string;
  /** The first is the WSDL. Locations that lead to one of them are rewritten. */
  readonly documents: readonly { readonly url: string; readonly text: string }[];
}

/** A file that is copied, in `attachments/`, or written, in `data/`. */
export interface ExtraFile {
  readonly item: Item;
  readonly folder: "attachments" | "data";
  readonly name: string;
  /** Undefined if the source only names the file: the user has to put it there. */
  readonly content: string | Uint8Array | undefined;
}

/** A `.soapmock` file. */
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
  /** The values of `# @when`. */
  readonly when: readonly string[];
  /** In order, above the status line. */
  readonly preamble: readonly (
    | CollectionComment
    | { readonly kind: "directive"; readonly name: string; readonly value: string }
  )[];
  /** Such as `200 OK`. */
  readonly status: string;
  readonly headers: readonly CollectionHeader[];
  readonly body?: Text | undefined;
}
