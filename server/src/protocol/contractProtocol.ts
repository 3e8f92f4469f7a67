/* The messages about WSDLs between client and server. The same conventions as in `protocol.ts`. */

import { NotificationType, NotificationType0 } from "vscode-languageserver-protocol";
import type { Position, Range } from "vscode-languageserver-types";
import type { LibraryParams } from "./documentProtocol.ts";
import { requestType } from "./requestType.ts";

/** Sent by the client: the WSDLs of the workspace (`*.wsdl`), at start and when they change. */
export const WorkspaceWsdlsNotification = new NotificationType<{ readonly uris: readonly string[] }>(
  "soaphttp/workspaceWsdls",
);

/** Asks for the operations of a WSDL. The server reads its documents, including all imports, with `soaphttp/readFiles`. */
export const OperationsRequest = requestType<OperationsParams, OperationsResult>("soaphttp/operations");
export interface OperationsParams {
  /** Absolute URI of a file in any file system of the workspace, or an http(s) address. */
  readonly wsdl: string;
  /** Whether the documents of the WSDL are read again, for example after the user allowed it. */
  readonly renew?: boolean;
}
export interface OperationsResult {
  /** Operations in the order of `soaphttp new --list`. Other requests identify an operation by its index in this list. */
  readonly operations: readonly OperationSummary[];
  /** Messages about the WSDL's errors and the assumptions made because of them, with their places. */
  readonly problems: readonly PlacedWsdlProblem[];
  /** Documents that the client refused to read until the user allows it. */
  readonly unallowed: readonly string[];
  /** URIs of all documents that were read, the WSDL first. Empty if the WSDL can't be read (then `problems` has the reason). */
  readonly documents: readonly string[];
}

export interface PlacedWsdlProblem {
  readonly uri: string;
  readonly range: Range;
  readonly message: string;
}

/** An operation of a WSDL. Properties that the WSDL doesn't have are missing; a value may be empty. */
export interface OperationSummary {
  readonly operation: string;
  readonly service?: string;
  readonly port?: string;
  readonly binding?: string;
  /** Version of SOAP; missing for an HTTP binding. */
  readonly version?: "1.1" | "1.2";
  readonly style: "document" | "rpc";
  readonly action?: string;
  readonly address?: string;
  /** Documentation as plain text. */
  readonly documentation: string;
  /** Place of the operation in the binding, or in the port type if there is no binding. */
  readonly place: { readonly uri: string; readonly range: Range };
}

/** Asks for the text of new requests that call operations. */
export const NewRequestsRequest = requestType<NewRequestsParams, NewRequestsResult>("soaphttp/newRequests");
export interface NewRequestsParams {
  readonly wsdl: string;
  /** Indexes in `OperationsResult.operations`. */
  readonly operations: readonly number[];
  readonly extent: "parameters" | "required" | "optional";
  /**
   * URI of the document that the requests are inserted into: `# @wsdl` is relative to it, and Content-Length counts
   * its line endings. For an untitled document, the URI of its workspace folder.
   */
  readonly relativeTo?: string;
  /** Names that the document already has and that the new requests must not repeat. */
  readonly names: readonly string[];
  /** `snippet`: in LSP's snippet syntax, with values as placeholders. Its whitespace is final: `InsertTextMode.asIs`. */
  readonly form: "snippet" | "text";
}
export interface NewRequestsResult {
  /** Text of the requests. It begins with `###`, and ends with one line break; empty without operations. */
  readonly text: string;
}

/** Asks for a file of tests for an operation, valid and invalid requests; null without such an operation. */
export const NewTestsRequest = requestType<NewTestsParams, NewTestsResult | null>("soaphttp/newTests");
export interface NewTestsParams {
  readonly wsdl: string;
  /** Index in `OperationsResult.operations`. */
  readonly operation: number;
  /** URI of the folder of the new file, to which `# @wsdl` is relative. */
  readonly folder: string;
  readonly countOnly: boolean;
}
export interface NewTestsResult {
  readonly name: string;
  /** Text of the file; empty if the tests are only counted. */
  readonly text: string;
  /** Number of requests in the file. */
  readonly tests: number;
  /** The host that the requests are sent to, with its port. */
  readonly host: string;
}

/** Asks for all documents of a WSDL as files of one folder, in which the locations of imports are relative paths. */
export const WsdlFilesRequest = requestType<{ readonly wsdl: string }, WsdlFilesResult>("soaphttp/wsdlFiles");
export interface WsdlFilesResult {
  /** The WSDL is first. `name`: a relative path without `..`. `from`: the URI of the document. `bytes`: in base64. */
  readonly files: readonly { readonly name: string; readonly from: string; readonly bytes: string }[];
  readonly unread: readonly { readonly uri: string; readonly why: string }[];
}

/** Asks for a file beside a WSDL that replaces an unloadable address, and for the catalog that maps it; null if none. */
export const CatalogEntryRequest = requestType<CatalogEntryParams, CatalogEntryResult | null>("soaphttp/catalogEntry");
export interface CatalogEntryParams {
  readonly wsdl: string;
  /** URI of the WSDL's document that contains the address. */
  readonly uri: string;
  readonly position: Position;
  /** Names of the files beside the WSDL. */
  readonly names: readonly string[];
}
export interface CatalogEntryResult {
  /** The file to use, one of the names. */
  readonly file: string;
  /** The new content of the catalog beside the WSDL, in base64. */
  readonly catalog: { readonly uri: string; readonly bytes: string };
}

/** The operation that a request calls. Its response is checked by this operation. */
export interface ContractReference {
  /** Absolute URI of the WSDL. */
  readonly wsdl: string;
  /** `Service/Port/Operation`; the operation alone if the WSDL has no services. */
  readonly operation: string;
}

/** Asks which operations the requests of a document call, in the order of the requests. */
export const CalledOperationsRequest = requestType<CalledOperationsParams, CalledOperationsResult>(
  "soaphttp/calledOperations",
);
export interface CalledOperationsParams {
  readonly uri: string;
  /** Text of a file that isn't open. Without it, the document must be open. */
  readonly text?: string;
  /** Any line of a request; only this request is returned. */
  readonly line?: number;
}
export interface CalledOperationsResult {
  /** Version of the open document; 0 for a file that isn't open. */
  readonly version: number;
  /** The requests whose operation is known, or that may call one of several operations. */
  readonly requests: readonly CallingRequest[];
}
export interface CallingRequest {
  /** The request's title, else its `# @name`, else its request line. */
  readonly name: string;
  readonly isTest: boolean;
  /** Range of the request line, or of the first line if there is no request line. */
  readonly line: Range;
  /** Range of the payload's name, without its prefix. For a request without payload, range of the request line. */
  readonly at: Range;
  /** `ports`: one operation, at each port that matches. `choice`: several operations that differ. */
  readonly kind: "ports" | "choice";
  /** At least one operation; the first one matches best. */
  readonly operations: readonly CalledOperation[];
}
export interface CalledOperation extends Pick<OperationSummary, "operation" | "service" | "port" | "place"> {
  readonly wsdl: string;
  /** Index in `OperationsResult.operations` of this WSDL. */
  readonly index: number;
}

/** Sent by the server: requests may call other operations now, because WSDLs were read or changed. */
export const ContractsChangedNotification = new NotificationType0("soaphttp/contractsChanged");

/** Asks for a WSDL's or schema's documentation as HTML without scripts; null if there is none or it is unreadable. */
export const DocumentationRequest = requestType<DocumentationParams, string | null>("soaphttp/documentation");
export interface DocumentationParams extends LibraryParams {
  /** Absolute URI of a WSDL or a schema. */
  readonly wsdl: string;
  readonly title: string;
  /** Indexes in `OperationsResult.operations`; undefined for all operations. */
  readonly operations?: readonly number[] | undefined;
  /** The part that the page describes; undefined for all of it. */
  readonly part?: DocumentationPart | undefined;
}

/** A node of the tree view of a contract, which shows messages and their elements to any depth. */
export interface ContractPlace {
  readonly wsdl: string;
  /** Indexes of children on the way to the node, from an operation or a declaration. Empty for the contract itself. */
  readonly path: readonly number[];
}

/** Asks for the children of a node. With an empty path, for the roots of the tree. */
export const ContractTreeRequest = requestType<ContractPlace, readonly ContractTreeNode[]>("soaphttp/contractTree");
export interface ContractTreeNode {
  readonly kind: "operation" | "message" | "element" | "attribute" | "group" | "wildcard" | "text" | "type" | "note";
  readonly name: string;
  /** Type, cardinality, and other properties, as one line. */
  readonly detail: string;
  /** Path for requesting the node's children. */
  readonly path: readonly number[];
  readonly hasChildren: boolean;
  /** Whether `InsertElementRequest` can insert the node into a request. */
  readonly isInsertable: boolean;
  readonly place?: { readonly uri: string; readonly range: Range };
}

/** Asks for the documentation of a node as plain text, with a sample of an element. */
export const ContractTooltipRequest = requestType<ContractPlace, string | null>("soaphttp/contractTooltip");

/** A part of the documentation, shown on a page of its own if the whole is large. Empty for the overview. */
export interface DocumentationPart {
  /** Index in `OperationsResult.operations`. */
  readonly operation?: number | undefined;
  readonly element?: ElementOrType | undefined;
  readonly type?: ElementOrType | undefined;
}
interface ElementOrType {
  readonly namespace: string;
  readonly local: string;
}

/** Name of the client's command that shows a part of the documentation. Argument: a `DocumentationPart`. */
export const documentationCommand = "soaphttp.documentation.show";

/** Asks for the text of a document of a WSDL; null if the document wasn't read. */
export const WsdlTextRequest = requestType<{ readonly uri: string }, string | null>("soaphttp/wsdlText");
