/*
 * Documents and the files that they refer to.
 */

import { NotificationType } from "vscode-languageserver-protocol";
import type { Position, Range } from "vscode-languageserver-types";
import { requestType } from "./requestType.ts";

export const languageId = "soaphttp";

/** Of `.soapmock` files. */
export const mockLanguageId = "soapmock";

/** Whether documents of a language are written here: requests, or responses of a mock service. */
export function isTypedLanguage(id: string): boolean {
  return id === languageId || id === mockLanguageId;
}

/** Of files whose blocks that are fenced as `soaphttp` are files of their own. */
export const markdownLanguageId = "markdown";

export const responseLanguageId = "soaphttp-response";

export interface DocumentParams {
  readonly uri: string;
}

export interface LineParams extends DocumentParams {
  /** Any line of the request. */
  readonly line: number;
}

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
export const ReadFilesRequest = requestType<ReadFilesParams, ReadFilesResult>("soaphttp/readFiles");
export interface ReadFilesParams {
  readonly uris: readonly string[];
  /** Documents of WSDLs: they have a size limit of their own, and may be addresses. */
  readonly kind?: "wsdl";
}
export interface ReadFilesResult {
  readonly files: readonly FileRead[];
}
export type FileRead =
  /** `outside`: the real path of a file outside of the folders whose files may be used without a question. */
  | { readonly kind: "bytes"; readonly bytes: string; readonly outside?: string | undefined }
  | { readonly kind: "missing" }
  /** `why`: a sentence for the user. `unallowed`: the user may allow it. */
  | { readonly kind: "refused"; readonly why: string; readonly unallowed?: true };

export const EnvironmentsRequest = requestType<DocumentParams, EnvironmentsResult>("soaphttp/environments");
export interface EnvironmentsResult {
  readonly environments: readonly string[];
  /** Of `# @environment`, which wins over the selected one. */
  readonly named: readonly string[];
  /** The files that define them, each with what has no effect in it. */
  readonly files: readonly {
    readonly uri: string;
    readonly problems: readonly { readonly range: Range; readonly message: string }[];
  }[];
}

/** The variables of an open document of requests, as lists show them. */
export const VariablesRequest = requestType<DocumentParams, VariablesResult>("soaphttp/variables");
export interface VariablesResult {
  /** Ordered by name. */
  readonly variables: readonly ListedVariable[];
}
export interface ListedVariable {
  readonly name: string;
  /** `secret`: its value isn't sent to the client. `later`: it is created while requests are sent. `none`: it has none. */
  readonly value: { readonly kind: "text"; readonly text: string } | { readonly kind: "secret" | "later" | "none" };
  /** A phrase after "from"; undefined if a response or a data file sets it. */
  readonly origin: string | undefined;
  /** Its definition; undefined if that is in a setting. */
  readonly place: { readonly uri: string; readonly range: Range } | undefined;
}
