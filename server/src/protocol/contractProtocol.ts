/*
 * The messages about WSDLs between client and server. The same conventions as in `protocol.ts`.
 */

import { NotificationType, NotificationType0 } from "vscode-languageserver-protocol";
import type { Position, Range } from "vscode-languageserver-types";
import { requestType } from "./requestType.ts";

/** From the client: the WSDLs of the workspace (`*.wsdl`), at start and when they change. */
export const WorkspaceWsdlsNotification = new NotificationType<{ readonly uris: readonly string[] }>(
  "soaphttp/workspaceWsdls",
);

/** The operations of a WSDL, with all documents that it imports. The server reads documents with `soaphttp/readFiles`. */
export const OperationsRequest = requestType<OperationsParams, OperationsResult>("soaphttp/operations");
export interface OperationsParams {
  /** Absolute URI: of a file in any file system of the workspace, or http(s). */
  readonly wsdl: string;
  /** Reads its documents again, for example after the user allowed it. */
  readonly renew?: boolean;
}
export interface OperationsResult {
  /** In the order of `soaphttp new --list`; the index identifies one. */
  readonly operations: readonly OperationSummary[];
  /** Sentences that say what was assumed. */
  readonly problems: readonly PlacedWsdlProblem[];
  /** Documents that the client refused to read until the user allows it. */
  readonly unallowed: readonly string[];
  /** URIs of all documents that were read, the WSDL first; empty if it can't be read (then `problems` says why). */
  readonly documents: readonly string[];
}

export interface PlacedWsdlProblem {
  readonly uri: string;
  readonly range: Range;
  readonly message: string;
}

/** What the WSDL doesn't say is missing; a value may be empty. */
export interface OperationSummary {
  readonly operation: string;
  readonly service?: string;
  readonly port?: string;
  readonly binding?: string;
  /** Of SOAP; missing for a binding of HTTP. */
  readonly version?: "1.1" | "1.2";
  readonly style: "document" | "rpc";
  readonly action?: string;
  readonly address?: string;
  /** Plain text. */
  readonly documentation: string;
  /** The operation in the binding, else in the port type. */
  readonly place: { readonly uri: string; readonly range: Range };
}

/** Requests for operations. */
export const NewRequestsRequest = requestType<NewRequestsParams, NewRequestsResult>("soaphttp/newRequests");
export interface NewRequestsParams {
  readonly wsdl: string;
  /** Indexes in `OperationsResult.operations`. */
  readonly operations: readonly number[];
  readonly extent: "parameters" | "required" | "optional";
  /**
   * The document that they are inserted into: `# @wsdl` is relative to it, and Content-Length counts its line endings. For
   * an untitled one, the URI of the workspace folder it belongs to.
   */
  readonly relativeTo?: string;
  /** Names of its requests, which the new ones must not repeat. */
  readonly names: readonly string[];
  /** `snippet`: in LSP's snippet syntax, values are placeholders. Its whitespace is final: `InsertTextMode.asIs`. */
  readonly form: "snippet" | "text";
}
export interface NewRequestsResult {
  /** Begins with `###`, and ends with one line break; empty without operations. */
  readonly text: string;
}

/** Tests for operations: a file for each. */
export const NewTestsRequest = requestType<NewTestsParams, NewTestsResult | null>("soaphttp/newTests");
export interface NewTestsParams {
  readonly wsdl: string;
  /** Index in `OperationsResult.operations`. */
  readonly operation: number;
  /** URI of the folder of the file, to which `# @wsdl` is relative. */
  readonly folder: string;
  /** Whether the tests are only counted. */
  readonly countOnly: boolean;
}
export interface NewTestsResult {
  /** Without a path. */
  readonly name: string;
  /** Empty if the tests are only counted. */
  readonly text: string;
  /** The number of requests. */
  readonly tests: number;
  /** The host that they are sent to. */
  readonly host: string;
}

/** The documents of a WSDL as files of one folder, with the locations of imports rewritten to relative paths. */
export const WsdlFilesRequest = requestType<{ readonly wsdl: string }, WsdlFilesResult>("soaphttp/wsdlFiles");
export interface WsdlFilesResult {
  /** The WSDL first. `name`: a relative path without `..`; `from`: its URI; `bytes`: in base64. */
  readonly files: readonly { readonly name: string; readonly from: string; readonly bytes: string }[];
  readonly unread: readonly { readonly uri: string; readonly why: string }[];
}

/** A file beside a WSDL for an address that can't be loaded, and the catalog that redirects the address to it; null if there is none. */
export const CatalogEntryRequest = requestType<CatalogEntryParams, CatalogEntryResult | null>("soaphttp/catalogEntry");
export interface CatalogEntryParams {
  readonly wsdl: string;
  /** Where a document of the WSDL names the address. */
  readonly uri: string;
  readonly position: Position;
  /** Names of files beside the WSDL. */
  readonly names: readonly string[];
}
export interface CatalogEntryResult {
  /** One of the names. */
  readonly file: string;
  /** The catalog beside the WSDL, in base64. */
  readonly catalog: { readonly uri: string; readonly bytes: string };
}

/** The operation that a request calls, by which its response is checked. */
export interface ContractReference {
  /** Absolute URI. */
  readonly wsdl: string;
  /** `Service/Port/Operation`; the operation alone if the WSDL has no services. */
  readonly operation: string;
}

/** The operations of WSDLs that the requests of a document call, in the order of the requests. */
export const CalledOperationsRequest = requestType<CalledOperationsParams, CalledOperationsResult>(
  "soaphttp/calledOperations",
);
export interface CalledOperationsParams {
  readonly uri: string;
  /** Of a file that isn't open. Without it, the document must be open. */
  readonly text?: string;
  /** Only of the request at a line. */
  readonly line?: number;
}
export interface CalledOperationsResult {
  /** 0 for a file that isn't open. */
  readonly version: number;
  /** Only those whose operation is known, or that may call one of several. */
  readonly requests: readonly CallingRequest[];
}
export interface CallingRequest {
  /** Its title, else its `# @name`, else its request line. */
  readonly name: string;
  /** Whether it has expectations. */
  readonly isTest: boolean;
  /** The request line, or the first line if it is missing. */
  readonly line: Range;
  /** The name of the payload, without its prefix; the request line of a request without one. */
  readonly at: Range;
  /** `ports`: one operation, at each port that matches. `choice`: operations that differ. */
  readonly kind: "ports" | "choice";
  /** At least one; the first matches best. */
  readonly operations: readonly CalledOperation[];
}
export interface CalledOperation extends Pick<OperationSummary, "operation" | "service" | "port" | "place"> {
  /** The WSDL's URI. */
  readonly wsdl: string;
  /** In `OperationsResult.operations` of this WSDL. */
  readonly index: number;
}

/** From the server: requests may call other operations now, because WSDLs were read, or changed. */
export const ContractsChangedNotification = new NotificationType0("soaphttp/contractsChanged");

/** What a WSDL or a schema says, as a page of HTML without scripts; null if it has no operations, or nothing is read. */
export const DocumentationRequest = requestType<DocumentationParams, string | null>("soaphttp/documentation");
export interface DocumentationParams {
  /** Absolute URI, also of a schema. */
  readonly wsdl: string;
  readonly title: string;
  /** In `OperationsResult.operations`; undefined for all. */
  readonly operations?: readonly number[] | undefined;
  /** The only part that the page describes. */
  readonly part?: DocumentationPart | undefined;
  /** As in `ImportParams`. */
  readonly script?: string | undefined;
}

/** A node of the tree of a contract: a message with its elements, to any depth. */
export interface ContractPlace {
  /** Absolute URI, also of a schema. */
  readonly wsdl: string;
  /** The index of an operation in `OperationsResult.operations`, or of a declaration of a schema, and then of a child in each node. */
  readonly path: readonly number[];
}

/** The children of a node; of the contract itself for an empty path. */
export const ContractTreeRequest = requestType<ContractPlace, readonly ContractTreeNode[]>("soaphttp/contractTree");
export interface ContractTreeNode {
  readonly kind: "operation" | "message" | "element" | "attribute" | "group" | "wildcard" | "text" | "type" | "note";
  readonly name: string;
  /** The type, how often it occurs, and what else is known of it. */
  readonly detail: string;
  /** The path to its children. */
  readonly path: readonly number[];
  readonly hasChildren: boolean;
  /** Whether `InsertElementRequest` can insert it into a request. */
  readonly isInsertable: boolean;
  readonly place?: { readonly uri: string; readonly range: Range };
}

/** What the contract says about a node, with a sample of an element: plain text. */
export const ContractTooltipRequest = requestType<ContractPlace, string | null>("soaphttp/contractTooltip");

/** A part of a page of documentation, which has a page of its own if the whole is large; empty for the whole. */
export interface DocumentationPart {
  /** In `OperationsResult.operations`. */
  readonly operation?: number | undefined;
  readonly element?: ElementOrType | undefined;
  readonly type?: ElementOrType | undefined;
}
interface ElementOrType {
  readonly namespace: string;
  readonly local: string;
}

/** The client's command that shows a part of the page. Argument: a `DocumentationPart`. */
export const documentationCommand = "soaphttp.documentation.show";

/** The text of a document of a WSDL that was read; null if it wasn't. */
export const WsdlTextRequest = requestType<{ readonly uri: string }, string | null>("soaphttp/wsdlText");
