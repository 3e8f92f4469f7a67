/*
 * The messages of `protocol.ts` about the tools of language models. Texts needn't be open documents.
 */

import type { ContractReference } from "./contractProtocol.ts";
import { requestType } from "./requestType.ts";
import type { ResponseFacts } from "./responseProtocol.ts";
import type { Asked, OutgoingMessage } from "./sendingProtocol.ts";
import type { Severity } from "./settingsProtocol.ts";

/** Where a text belongs, and what it is read with. */
export interface AgentPlace {
  /** Of a file that needn't exist: paths in the text are relative to its folder. Each call has its own. */
  readonly uri: string;
  /** The URI of the WSDL of all requests. */
  readonly wsdl?: string | undefined;
  /** Undefined: the selected one. */
  readonly environment?: string | undefined;
}
export interface AgentText extends AgentPlace {
  readonly text: string;
  /** The only environment variables that the text may read; undefined: any, for the text of a file. */
  readonly environmentVariables: readonly string[] | undefined;
}

/** Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface AgentFinding {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** The title of the first quick fix. */
  readonly fix?: string | undefined;
}

export const AgentOperationsRequest = requestType<{ readonly wsdl: string }, AgentOperations>(
  "soaphttp/agent/operations",
);
export interface AgentOperations {
  readonly operations: readonly AgentOperation[];
  /** Sentences about what can't be read. */
  readonly problems: readonly string[];
  /** The documents that the client refused to read until the user allows it. */
  readonly unallowed: readonly string[];
}
/** What the WSDL doesn't say is null. */
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
  /** In `AgentOperations.operations`. */
  readonly index: number;
  readonly optional: boolean;
  /** By path below the element of the operation. */
  readonly values: Readonly<Record<string, string>>;
}
export type AgentWritten =
  | { readonly kind: "request"; readonly text: string }
  | { readonly kind: "unknown"; readonly path: string; readonly known: readonly string[] }
  /** `why`: a sentence. */
  | { readonly kind: "invalid"; readonly path: string; readonly why: string }
  | { readonly kind: "refused"; readonly why: string };

export const AgentCheckRequest = requestType<AgentText, AgentChecked>("soaphttp/agent/check");
export interface AgentChecked {
  readonly findings: readonly AgentFinding[];
  /** The text after all automatic fixes, if it differs. */
  readonly fixed?: string | undefined;
  /** Values that must not be readable in the texts above. */
  readonly secrets: readonly string[];
  /** The URIs of the files that the text refers to. */
  readonly files: readonly string[];
}

export const AgentOutgoingRequest = requestType<AgentOutgoingParams, AgentOutgoing>("soaphttp/agent/outgoing");
export interface AgentOutgoingParams extends AgentText {
  /** Of the request; undefined: the first one. */
  readonly name?: string | undefined;
  /** The known values of `{{$secret name}}`, by name. */
  readonly secrets: Readonly<Record<string, string>>;
}
export type AgentOutgoing = AgentPrepared & { readonly files: readonly string[] };
export type AgentPrepared =
  | { readonly kind: "none"; readonly names: readonly string[] }
  | { readonly kind: "environment"; readonly available: readonly string[] }
  /** The client repeats the request with these secrets. */
  | { readonly kind: "secrets"; readonly names: readonly Asked[] }
  | { readonly kind: "refused"; readonly findings: readonly AgentFinding[]; readonly secrets: readonly string[] }
  /** It has signatures, whose keys are not for models. */
  | { readonly kind: "unsigned" }
  | { readonly kind: "message"; readonly message: AgentMessage };
export type AgentMessage = Omit<OutgoingMessage, "request" | "errors" | "evaluated" | "contract" | "charset"> & {
  readonly contract: ContractReference | undefined;
  /** The names of its directives that have no effect, because it is sent once and nothing is written. */
  readonly withoutEffect: readonly string[];
};

export const AgentResponseRequest = requestType<AgentResponseParams, AgentResponse>("soaphttp/agent/response");
export interface AgentResponseParams extends AgentPlace {
  /** The status line and the header section as received, in base64. */
  readonly head: string;
  /** The body without framing and content coding, in base64. */
  readonly body: string;
  readonly facts: ResponseFacts;
}
export interface AgentResponse {
  /** The decoded body; for a binary one, a sentence about it. */
  readonly body: string;
  /** The media type of the body or of its root part. */
  readonly type: string;
  readonly fault: { readonly code: string; readonly reason: string } | null;
  /** Positions in the response, whose first line is the status line. */
  readonly findings: readonly AgentFinding[];
}

export const AgentValuesRequest = requestType<AgentValuesParams, AgentValues>("soaphttp/agent/values");
export interface AgentValuesParams {
  readonly path: string;
  /** `AgentResponse.body`, without secrets, and its type. */
  readonly body: string;
  readonly type: string;
  /** The body of the request, without secrets: its prefixes can be used. */
  readonly request: string;
}
export type AgentValues = { readonly values: readonly string[] } | { readonly why: string };
