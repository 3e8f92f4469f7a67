/*
 * The messages about mock services: the client has the connections, and the server decides the responses. Bytes are in
 * Base64. Texts of start lines and fields have one UTF-16 unit for each byte.
 */

import { NotificationType } from "vscode-languageserver-protocol";
import { requestType } from "./requestType.ts";
import type { ResponseFacts } from "./responseProtocol.ts";
import type { CalledResponse, MissedResponse, ServedRequest, ServedResponse, UpstreamResponse } from "./served.ts";

/** Serves these files and WSDLs instead of the earlier ones. Their resources are read again. */
export const LoadMockRequest = requestType<LoadMockParams, LoadedMock>("soaphttp/mock/load");
export interface LoadMockParams {
  /** Number of the mock service, chosen by the client and used in all messages about the service. */
  readonly id: number;
  readonly files: readonly MockFileParams[];
  readonly wsdls: readonly string[];
}
export interface MockFileParams {
  readonly uri: string;
  /** The file's name in messages and in the log: `calc.soapmock`. */
  readonly name: string;
  readonly text: string;
}

export interface LoadedMock {
  /** Error messages with their places, about the files that have changed and about the WSDLs. */
  readonly problems: readonly string[];
  readonly ports: readonly MockPort[];
  /** The URIs of the files that the responses depend on, besides the files themselves. */
  readonly uses: readonly string[];
}
export interface MockPort {
  readonly service: string;
  readonly port: string;
  /** The path of its address: `/calc`. */
  readonly path: string;
}

/** Asks for the mock services that a file of requests names. */
export const NamedMocksRequest = requestType<{ readonly uri: string }, NamedMocks>("soaphttp/mock/named");
export interface NamedMocks {
  readonly mocks: readonly {
    /** URI of the served file; undefined if it can't be read. */
    readonly uri?: string | undefined;
    /** A sentence about why the file can't be read. */
    readonly why?: string | undefined;
  }[];
}

/** Hosts and ports of the named mock services, in the same order. Empty if the services have ended. */
export const MockAddressesNotification = new NotificationType<MockAddresses>("soaphttp/mock/addresses");
export interface MockAddresses {
  readonly uri: string;
  readonly addresses: readonly string[];
}

/** Asks for the results of all `# @expect` in the files, as far as requests have come. */
export const CalledRequest = requestType<{ readonly id: number }, readonly CalledResponse[]>("soaphttp/mock/called");

export const UnloadMockNotification = new NotificationType<{ readonly id: number }>("soaphttp/mock/unload");

export type ServedRequestMessage = InBase64<ServedRequest>;

/** Asks for the response to a request: from the files, else by the WSDLs. The server keeps the request until `CaptureRequest`. */
export const RespondRequest = requestType<RespondParams, MockDecision>("soaphttp/mock/respond");
interface RespondParams {
  readonly id: number;
  /** Number of the request, chosen by the client. The next message about the request repeats it. */
  readonly number: number;
  readonly request: ServedRequestMessage;
}
export interface MockDecision {
  readonly response?: MockResponse;
  /** A sentence about why there is no response. */
  readonly whyNone?: string | undefined;
  readonly misses?: readonly MissedResponse[];
}
export type MockResponse = Omit<ServedResponse, "bytes"> & { readonly bytes: string };

/** Asks for the text of a received request as a segment of a `.soaphttp` file, and for its numbers of errors and warnings. */
export const CaptureRequest = requestType<CaptureParams, CapturedText>("soaphttp/mock/captured");
interface CaptureParams {
  readonly id: number;
  /** Number of the request, or the request itself if the server never got it. */
  readonly request: number | ServedRequestMessage;
}
export interface CapturedText {
  readonly text: string;
  readonly errors: number;
  readonly warnings: number;
  /** Facts of the request that its response is checked by. */
  readonly facts: Pick<ResponseFacts["request"], "soapVersion" | "contract">;
  /** Values that must not be logged. */
  readonly secrets: readonly string[];
}

/** Asks for the text of an exchange as a segment of a `.soapmock` file. */
export const RecordedRequest = requestType<RecordedParams, { readonly text: string }>("soaphttp/mock/recorded");
export interface RecordedParams {
  readonly request: ServedRequestMessage;
  readonly response: InBase64<UpstreamResponse>;
}

type InBase64<T extends { readonly body: Uint8Array }> = Omit<T, "body"> & { readonly body: string };
