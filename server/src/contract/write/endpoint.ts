import type { Snippet } from "../../text/snippet.ts";
import type { Operation, Port, Wsdl } from "../../wsdl/model.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import type { GivenValues } from "./givenValues.ts";
import type { Extent } from "./sample.ts";

export interface WrittenEndpoint {
  readonly wsdl: Wsdl;
  readonly schemas: Schemas;
  readonly port: Port | undefined;
  readonly operation: Operation;
  readonly name: string;
  /** The value of `# @operation`; undefined if the text of the request already identifies the operation. */
  readonly qualifiedName?: string | undefined;
}

export interface RequestOptions {
  readonly extent: Extent;
  /** The path or URL of the WSDL, relative to the file with the request; undefined to omit `# @wsdl`. */
  readonly wsdl: string | undefined;
  /** `calculated`: Content-Length is the number of bytes; `variable`: it is calculated when the request is sent. */
  readonly contentLength: "calculated" | "variable";
  /** Whether binary values become parts of a multipart message, if there are any. Requires `lineEnds` to be `\r\n`. */
  readonly mtom?: boolean;
  readonly given?: GivenValues;
  /** The line ending of the file with the request; `\n` by default. */
  readonly lineEnds?: "\n" | "\r\n";
}

export interface WrittenResponse {
  readonly contentType: string;
  /** The body. If WS-Addressing was requested, tab stop 0 is the message ID of the request. */
  readonly body: Snippet;
}
