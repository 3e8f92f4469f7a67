import type { Snippet } from "../../text/snippet.ts";
import type { Operation, Port, Wsdl } from "../../wsdl/model.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import type { GivenValues } from "./givenValues.ts";
import type { Extent } from "./sample.ts";

/** What a request is written for. */
export interface WrittenEndpoint {
  readonly wsdl: Wsdl;
  readonly schemas: Schemas;
  readonly port: Port | undefined;
  readonly operation: Operation;
  /** Of the request. */
  readonly name: string;
  /** The value of `# @operation`, where the text of the request doesn't distinguish the operation from others. */
  readonly qualifiedName?: string | undefined;
}

export interface RequestOptions {
  readonly extent: Extent;
  /** Where the WSDL is, as seen from the file with the request; undefined to leave out `# @wsdl`. */
  readonly wsdl: string | undefined;
  /** `calculated`: Content-Length is the number of bytes; `variable`: it is calculated when the request is sent. */
  readonly contentLength: "calculated" | "variable";
  /**
   * Whether binary values and attachments are parts of a multipart message, where an operation has them or a policy asks for
   * MTOM. Requires `lineEnds` to be `\r\n`.
   */
  readonly mtom?: boolean;
  /** Instead of sample values. */
  readonly given?: GivenValues;
  /** The line ending of the file with the request; `\n` by default. */
  readonly lineEnds?: "\n" | "\r\n";
}

/** The content of a response. */
export interface WrittenResponse {
  readonly contentType: string;
  /** If WS-Addressing was requested, the stop 0 is the ID of the request's message. */
  readonly body: Snippet;
}
