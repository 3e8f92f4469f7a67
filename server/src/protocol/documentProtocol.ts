/* Documents and the files that they refer to. */

import { NotificationType } from "vscode-languageserver-protocol";
import type { Position, Range } from "vscode-languageserver-types";
import { requestType } from "./requestType.ts";

export const languageId = "soaphttp";

export const mockLanguageId = "soapmock";

/** Whether users write documents of this language: requests, or responses of a mock service. */
export function isTypedLanguage(id: string): boolean {
  return id === languageId || id === mockLanguageId;
}

/** Language ID of Markdown documents, whose code blocks with the info string `soaphttp` are checked like files. */
export const markdownLanguageId = "markdown";

export const responseLanguageId = "soaphttp-response";

export interface DocumentParams {
  readonly uri: string;
}

/** Parameters of a request that the server handles with a library. */
export interface LibraryParams {
  /** In a browser, the URL of the script that the server loads. */
  readonly script?: string | undefined;
}

export interface LineParams extends DocumentParams {
  /** Any line of the request, zero-based. */
  readonly line: number;
}

/**
 * Sent when the cursor moves. Position in a document; `null` when the cursor leaves the document. The server delays
 * diagnostics about the request that is being written there, and doesn't read a WSDL at an address that is being
 * typed. A client that doesn't send this notification gets all diagnostics at once.
 */
export const CursorNotification = new NotificationType<CursorParams>("soaphttp/cursor");
export interface CursorParams extends DocumentParams {
  readonly position: Position | null;
  /** Whether a key or the mouse moved the cursor. False, for example, for the first placeholder of a snippet. */
  readonly byAuthor: boolean;
}

/** Sent before a document is opened: VS Code's name of the encoding in which it read the document (`utf8`, `windows1252`). */
export const EncodingNotification = new NotificationType<DocumentParams & { readonly encoding: string }>(
  "soaphttp/encoding",
);

/** Sent by the server: asks for the content of files that a document refers to. The result has the order of `uris`. */
export const ReadFilesRequest = requestType<ReadFilesParams, ReadFilesResult>("soaphttp/readFiles");
export interface ReadFilesParams {
  readonly uris: readonly string[];
  /** `wsdl` for documents of WSDLs. They have a larger size limit, and their URIs may be web addresses. */
  readonly kind?: "wsdl";
}
export interface ReadFilesResult {
  readonly files: readonly FileRead[];
}
export type FileRead =
  /** `bytes`: in base64. `outside`: the real path of a file outside of the folders whose files may be used without asking the user. */
  | { readonly kind: "bytes"; readonly bytes: string; readonly outside?: string | undefined }
  | { readonly kind: "missing" }
  /** `why`: a sentence for the user. `unallowed`: the user can allow reading the file. */
  | { readonly kind: "refused"; readonly why: string; readonly unallowed?: true };

export const EnvironmentsRequest = requestType<DocumentParams, EnvironmentsResult>("soaphttp/environments");
export interface EnvironmentsResult {
  readonly environments: readonly string[];
  /** Names in `# @environment`, which win over the selected environment. */
  readonly named: readonly string[];
  /** The files that define the environments, each with its values that have no effect. */
  readonly files: readonly {
    readonly uri: string;
    readonly problems: readonly { readonly range: Range; readonly message: string }[];
  }[];
}

/** Asks for the variables that an open document can use. */
export const VariablesRequest = requestType<DocumentParams, VariablesResult>("soaphttp/variables");
export interface VariablesResult {
  /** Ordered by name. */
  readonly variables: readonly ListedVariable[];
}
export interface ListedVariable {
  readonly name: string;
  /** `secret`: it isn't sent to the client. `later`: created when requests are sent. `none`: there is no value. */
  readonly value: { readonly kind: "text"; readonly text: string } | { readonly kind: "secret" | "later" | "none" };
  /** Where the variable is defined, as a phrase after "from"; undefined if a response or a data file sets it. */
  readonly origin: string | undefined;
  /** Place of the definition; undefined if it is in a setting. */
  readonly place: { readonly uri: string; readonly range: Range } | undefined;
}
