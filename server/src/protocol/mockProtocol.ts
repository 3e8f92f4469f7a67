/*
 * The messages about mock services: the client has the connections, and the server decides the responses. Bytes are in
 * Base64. Texts of start lines and fields have one UTF-16 unit for each byte.
 */

import { NotificationType } from "vscode-languageserver-protocol";
import { requestType } from "./requestType.ts";
import type { ResponseFacts } from "./responseProtocol.ts";
import type { CalledResponse, MissedResponse, ServedRequest, ServedResponse, UpstreamResponse } from "./served.ts";

/** Serves these files and WSDLs instead of those before. Their resources are read again. */
export const LoadMockRequest = requestType<LoadMockParams, LoadedMock>("soaphttp/mock/load");
export interface LoadMockParams {
  /** Chosen by the client, for all messages about this service. */
  readonly id: number;
  readonly files: readonly MockFileParams[];
  /** URIs. */
  readonly wsdls: readonly string[];
}
/** A `.soapmock` file. */
export interface MockFileParams {
  readonly uri: string;
  /** As messages and the log show it: `calc.soapmock`. */
  readonly name: string;
  readonly text: string;
}

export interface LoadedMock {
  /** The errors of the files that have changed, and of the WSDLs: sentences with their places. */
  readonly problems: readonly string[];
  readonly ports: readonly MockPort[];
  /** The URIs of the files that the responses depend on, besides the files themselves. */
  readonly uses: readonly string[];
}
/** A port of a WSDL that is served. */
export interface MockPort {
  readonly service: string;
  readonly port: string;
  /** The path of its address: `/calc`. */
  readonly path: string;
}

/** The mock services that a file with requests names. */
export const NamedMocksRequest = requestType<{ readonly uri: string }, NamedMocks>("soaphttp/mock/named");
export interface NamedMocks {
  readonly mocks: readonly {
    /** Of the file that is served, unless it can't be read. */
    readonly uri?: string | undefined;
    /** Why it can't be read: a sentence. */
    readonly why?: string | undefined;
  }[];
}

/** The hosts and ports of these services, in the same order; none of them runs any longer if there are none. */
export const MockAddressesNotification = new NotificationType<MockAddresses>("soaphttp/mock/addresses");
export interface MockAddresses {
  readonly uri: string;
  readonly addresses: readonly string[];
}

/** What `# @expect` in the files says, and whether it holds so far. */
export const CalledRequest = requestType<{ readonly id: number }, readonly CalledResponse[]>("soaphttp/mock/called");

export const UnloadMockNotification = new NotificationType<{ readonly id: number }>("soaphttp/mock/unload");

export type ServedRequestMessage = InBase64<ServedRequest>;

/** The response to a request, by the files, else by the WSDLs. The server keeps the request until `CaptureRequest`. */
export const RespondRequest = requestType<RespondParams, MockDecision>("soaphttp/mock/respond");
interface RespondParams {
  readonly id: number;
  /** Chosen by the client, for the message that follows about this request. */
  readonly number: number;
  readonly request: ServedRequestMessage;
}
export interface MockDecision {
  readonly response?: MockResponse;
  /** Without a response: why. */
  readonly whyNone?: string | undefined;
  readonly misses?: readonly MissedResponse[];
}
export type MockResponse = Omit<ServedResponse, "bytes"> & { readonly bytes: string };

/** The text of a received request, as a segment of a `.soaphttp` file, and what the checks find in it. */
export const CaptureRequest = requestType<CaptureParams, CapturedText>("soaphttp/mock/captured");
interface CaptureParams {
  readonly id: number;
  /** Its number, unless the server never got it. */
  readonly request: number | ServedRequestMessage;
}
export interface CapturedText {
  readonly text: string;
  readonly errors: number;
  readonly warnings: number;
  /** By which its response is checked. */
  readonly facts: Pick<ResponseFacts["request"], "soapVersion" | "contract">;
  /** Values that must not be logged. */
  readonly secrets: readonly string[];
}

/** The text of an exchange, as a segment of a `.soapmock` file. */
export const RecordedRequest = requestType<RecordedParams, { readonly text: string }>("soaphttp/mock/recorded");
export interface RecordedParams {
  readonly request: ServedRequestMessage;
  readonly response: InBase64<UpstreamResponse>;
}

type InBase64<T extends { readonly body: Uint8Array }> = Omit<T, "body"> & { readonly body: string };
