/* The messages of `protocol.ts` about the tools of language models. Texts needn't be open documents. */

import type { ContractReference } from "./contractProtocol.ts";
import { requestType } from "./requestType.ts";
import type { ResponseFacts } from "./responseProtocol.ts";
import type { Asked, OutgoingMessage } from "./sendingProtocol.ts";
import type { Severity } from "./settingsProtocol.ts";

/** Where a text belongs, which needn't be an open document: the WSDL and environment that it is read with. */
export interface AgentPlace {
  /** URI of a file that needn't exist: paths in the text are relative to its folder. Each call has a URI of its own. */
  readonly uri: string;
  /** URI of the WSDL of all requests; undefined if the text names it. */
  readonly wsdl?: string | undefined;
  /** Name of the environment; undefined for the selected environment. */
  readonly environment?: string | undefined;
}
export interface AgentText extends AgentPlace {
  readonly text: string;
  /** Names of the only environment variables that the text may read. Undefined for the text of a file, which may read all. */
  readonly environmentVariables: readonly string[] | undefined;
}

/** A diagnostic. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface AgentFinding {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** Title of the first quick fix; undefined if there is none. */
  readonly fix?: string | undefined;
}

export const AgentOperationsRequest = requestType<{ readonly wsdl: string }, AgentOperations>(
  "soaphttp/agent/operations",
);
export interface AgentOperations {
  readonly operations: readonly AgentOperation[];
  /** Sentences about documents that can't be read. */
  readonly problems: readonly string[];
  /** The documents that the client refused to read until the user allows it. */
  readonly unallowed: readonly string[];
}
/** An operation of a WSDL. Values that the WSDL doesn't have are null. */
export interface AgentOperation {
  readonly service: string | null;
  readonly port: string | null;
  readonly version: string | null;
  readonly style: "document" | "rpc";
  readonly operation: string;
  readonly action: string | null;
  readonly address: string | null;
}

export const AgentWriteRequest = requestType<AgentWriteParams, AgentWritten>("soaphttp/agent/write");
export interface AgentWriteParams extends AgentPlace {
  readonly wsdl: string;
  /** Index of the operation in `AgentOperations.operations`. */
  readonly index: number;
  readonly optional: boolean;
  /** Values of elements, by the path of the element below the element of the operation. */
  readonly values: Readonly<Record<string, string>>;
}
export type AgentWritten =
  | { readonly kind: "request"; readonly text: string }
  | { readonly kind: "unknown"; readonly path: string; readonly known: readonly string[] }
  /** `path`: the path with an invalid value. `why`: one sentence. */
  | { readonly kind: "invalid"; readonly path: string; readonly why: string }
  | { readonly kind: "refused"; readonly why: string };

export const AgentCheckRequest = requestType<AgentText, AgentChecked>("soaphttp/agent/check");
export interface AgentChecked {
  readonly findings: readonly AgentFinding[];
  /** The text after all automatic fixes; undefined if there are none. */
  readonly fixed?: string | undefined;
  /** Secret values that must be removed from the texts above. */
  readonly secrets: readonly string[];
  /** URIs of the files that the text refers to. */
  readonly files: readonly string[];
}

export const AgentOutgoingRequest = requestType<AgentOutgoingParams, AgentOutgoing>("soaphttp/agent/outgoing");
export interface AgentOutgoingParams extends AgentText {
  /** Name of the request; undefined for the first request. */
  readonly name?: string | undefined;
  /** The values of `{{$secret name}}` that the client knows, by name. */
  readonly secrets: Readonly<Record<string, string>>;
}
export type AgentOutgoing = AgentPrepared & { readonly files: readonly string[] };
export type AgentPrepared =
  | { readonly kind: "none"; readonly names: readonly string[] }
  | { readonly kind: "environment"; readonly available: readonly string[] }
  /** The request needs these secrets. The client sends `AgentOutgoingRequest` again with their values. */
  | { readonly kind: "secrets"; readonly names: readonly Asked[] }
  | { readonly kind: "refused"; readonly findings: readonly AgentFinding[]; readonly secrets: readonly string[] }
  /** The message has signatures, which language models can't have: their keys stay with the user. */
  | { readonly kind: "unsigned" }
  | { readonly kind: "message"; readonly message: AgentMessage };
export type AgentMessage = Omit<OutgoingMessage, "request" | "errors" | "evaluated" | "contract" | "charset"> & {
  readonly contract: ContractReference | undefined;
  /** Names of directives that have no effect, because the request is sent once and no file is written. */
  readonly withoutEffect: readonly string[];
};

export const AgentResponseRequest = requestType<AgentResponseParams, AgentResponse>("soaphttp/agent/response");
export interface AgentResponseParams extends AgentPlace {
  /** The status line and the header section as received, in base64. */
  readonly head: string;
  /** The body without transfer coding and content coding, in base64. */
  readonly body: string;
  readonly facts: ResponseFacts;
}
export interface AgentResponse {
  /** The decoded body. For a binary body, a sentence about it. */
  readonly body: string;
  /** Media type of the body, or of the root part of a multipart body. */
  readonly type: string;
  readonly fault: { readonly code: string; readonly reason: string } | null;
  /** Diagnostics with positions in the response, whose first line is the status line. */
  readonly findings: readonly AgentFinding[];
}

export const AgentValuesRequest = requestType<AgentValuesParams, AgentValues>("soaphttp/agent/values");
export interface AgentValuesParams {
  readonly path: string;
  /** The body as in `AgentResponse.body`, without secrets. */
  readonly body: string;
  readonly type: string;
  /** The body of the request, without secrets. The path can use its prefixes. */
  readonly request: string;
}
export type AgentValues = { readonly values: readonly string[] } | { readonly why: string };
